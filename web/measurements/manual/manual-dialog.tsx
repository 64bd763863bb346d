import { Select, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { type Manual, ManualInput } from '#shared/contract/manual.ts'
import type { MeasurementType } from '#shared/contract/places/taxonomy.ts'
import { ask } from '../../kit/api/api.ts'
import { refresh } from '../../kit/api/query.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { NumberField } from '../../kit/forms/number-field.tsx'
import { fieldText, fieldValue, unitFor } from '../../kit/language/viewer-formats.ts'
import { fieldOf, instantOf, nowIn } from '../../kit/time/instant.ts'
import { DateTimeField } from '../../ui/forms/date-field.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'

interface Props {
  deviceId: number
  /** The one to change; null for a new one. */
  manual: Manual | null
  /** Measurement types to choose from; those the device measures come first. */
  types: readonly MeasurementType[]
  zone: string
  onClose: () => void
}

/** Writing down what was measured by hand, or putting it right. */
export default function ManualDialog({ deviceId, manual, types, zone, onClose }: Props) {
  const { t } = useTranslation(['measurements', 'ui'])
  const client = useQueryClient()
  const unitOf = (key: string | undefined) => types.find(({ abbreviation }) => abbreviation === key)?.unit ?? ''
  const { form, failure, busy, onSubmit } = useContractForm({
    body: ManualInput,
    initialValues: {
      measurement: manual?.measurement ?? types[0]?.abbreviation ?? '',
      time: manual ? fieldOf(manual.time, zone) : nowIn(zone),
      value: fieldText(manual?.value, unitOf(manual?.measurement)),
      note: manual?.note ?? '',
    },
    toBody: values => ({
      ...values,
      device_id: deviceId,
      time: instantOf(values.time, zone),
      value: fieldValue(values.value, unitOf(values.measurement), false, [manual?.value]),
      note: values.note || null,
    }),
    send: async ({ device_id, ...body }) => {
      if (manual) await ask(api.updateManual, { params: { id: manual.id }, body })
      else await ask(api.createManual, { body: { ...body, device_id } })
      await refresh(client, [api.listManual])
      onClose()
    },
  })
  const type = types.find(({ abbreviation }) => abbreviation === form.values.measurement)
  return (
    <FormDialog
      opened
      title={t(manual ? 'manual.edit_title' : 'manual.new_title')}
      action={t('manual.save')}
      {...{ busy, failure, onSubmit, onClose }}
    >
      <Select
        size="md"
        searchable
        allowDeselect={false}
        label={t('manual.measurement')}
        data={types.map(({ abbreviation, name }) => ({ value: abbreviation, label: name }))}
        {...form.getInputProps('measurement')}
      />
      <NumberField
        data-autofocus
        label={t('manual.value')}
        unit={unitFor(type?.unit ?? '')}
        {...form.getInputProps('value')}
      />
      <DateTimeField zone={zone} label={t('manual.time')} description={zone} {...form.getInputProps('time')} />
      <Textarea
        size="md"
        autosize
        minRows={2}
        maxLength={1000}
        label={
          <>
            {t('manual.note')} <span className="bm-optional">{t('ui:optional')}</span>
          </>
        }
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}
