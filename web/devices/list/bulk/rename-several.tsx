import { NumberInput, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Name } from '#shared/contract/common.ts'
import { type Device, DeviceNames } from '#shared/contract/devices/devices.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../../kit/api/api.ts'
import { refresh } from '../../../kit/api/query.ts'
import { useContractForm } from '../../../kit/forms/form.ts'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { DEVICE_READS } from '../../queries.ts'
import classes from '../devices.module.css'
import { namesBy, tellsApart } from './names.ts'

interface Props {
  /** Devices, at least one; they are numbered in the order of their names. */
  devices: readonly Device[]
  onClose: () => void
  /** Called with how many have another name now. */
  onDone: (count: number) => void
}

const RenameBody = DeviceNames.extend({
  pattern: z
    .string()
    .min(1)
    .refine(tellsApart, { params: { code: 'names_alike' } }),
})

/** Dialog that names several devices by a pattern, and shows each new name before. */
export function RenameSeveral({ devices: chosen, onClose, onDone }: Props) {
  const { t } = useTranslation(['devices', 'ui'])
  // By name, so that numbers follow the barn: the list has the worst first.
  const devices = useMemo(
    () => chosen.toSorted((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true })),
    [chosen],
  )
  const client = useQueryClient()
  const { form, failure, busy, onSubmit } = useContractForm({
    body: RenameBody,
    initialValues: { pattern: '', first: 1 },
    toBody: ({ pattern, first }) => {
      const names = namesBy(pattern, devices, first)
      const renamed = devices.map(({ id }, index) => ({ id, name: names[index] ?? '' }))
      // Devices that keep their names are not sent.
      return { pattern, devices: renamed.filter(({ name }, index) => name !== devices[index]?.name) }
    },
    send: async ({ devices: renamed }) => {
      await ask(api.renameSensors, { body: { devices: renamed } })
      await refresh(client, DEVICE_READS)
      onDone(renamed.length)
    },
  })
  const { pattern, first } = form.values
  const names = pattern === '' ? [] : namesBy(pattern, devices, first)
  const ofNames = Object.entries(form.errors).find(([field]) => field.startsWith('devices.'))?.[1]
  const ofAll = form.errors.devices && t('bulk.same_names')
  const input = form.getInputProps('pattern')
  return (
    <FormDialog
      opened
      title={t('bulk.rename_title', { count: devices.length })}
      action={t('bulk.rename')}
      {...{ busy, failure, onSubmit, onClose }}
    >
      <TextInput
        size="md"
        autoComplete="off"
        data-autofocus
        label={t('bulk.pattern')}
        description={t('bulk.pattern_help')}
        placeholder={t('bulk.pattern_example')}
        {...input}
        error={input.error ?? ofNames ?? ofAll}
      />
      {pattern.includes('{n}') && (
        <NumberInput
          size="md"
          allowDecimal={false}
          min={0}
          max={9999}
          clampBehavior="strict"
          label={t('bulk.first')}
          value={first}
          onChange={value => form.setFieldValue('first', Number(value) || 0)}
        />
      )}
      {names.length > 0 && (
        <section aria-label={t('bulk.preview')}>
          <p className="bm-small bm-muted">{t('bulk.preview')}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard, too */}
          <ul className={classes.named} tabIndex={0}>
            {devices.map(({ id, name }, index) => (
              <li key={id}>
                {name} → <b data-wrong={!Name.safeParse(names[index]).success || undefined}>{names[index]}</b>
              </li>
            ))}
          </ul>
        </section>
      )}
    </FormDialog>
  )
}
