import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contract/devices/devices.ts'
import { DEFAULT_TIME_ZONE } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import { PlacementsEnd } from '#shared/contract/places/research.ts'
import { ask } from '../../../kit/api/api.ts'
import { refresh } from '../../../kit/api/query.ts'
import { useContractForm } from '../../../kit/forms/form.ts'
import { instantOf, nowIn } from '../../../kit/time/instant.ts'
import { DateTimeField } from '../../../ui/forms/date-field.tsx'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { DEVICE_READS } from '../../queries.ts'
import classes from '../devices.module.css'

interface Props {
  /** Devices with a placement, at least one. */
  devices: readonly Device[]
  onClose: () => void
  onDone: (count: number) => void
}

/** Dialog that ends where several devices hang, at one time. */
export function EndSeveral({ devices, onClose, onDone }: Props) {
  const { t } = useTranslation('devices')
  const client = useQueryClient()
  const placed = devices.flatMap(({ id, name, placement }) => (placement ? [{ id, name, placement }] : []))
  const zone = placed[0]?.placement.time_zone ?? DEFAULT_TIME_ZONE
  const { form, failure, busy, onSubmit } = useContractForm({
    body: PlacementsEnd,
    initialValues: { end: nowIn(zone) },
    toBody: ({ end }) => ({
      location_research_ids: placed.map(({ placement }) => placement.location_research_id),
      end: instantOf(end, zone),
    }),
    send: async body => {
      await ask(api.endLocationResearch, { body })
      await refresh(client, DEVICE_READS)
      onDone(placed.length)
    },
  })
  return (
    <FormDialog
      opened
      title={t('bulk.end_title', { count: placed.length })}
      action={t('end.action')}
      {...{ busy, failure, onSubmit, onClose }}
    >
      <p>{t('bulk.end_text')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard, too */}
      <ul className={classes.named} tabIndex={0}>
        {placed.map(({ id, name, placement }) => (
          <li key={id}>
            <b>{name}</b> {placement.area_name}, {placement.location_name}
          </li>
        ))}
      </ul>
      <DateTimeField zone={zone} label={t('field.end')} description={zone} {...form.getInputProps('end')} />
    </FormDialog>
  )
}
