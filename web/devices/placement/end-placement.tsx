import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { LocationResearchChange } from '#shared/contract/places/research.ts'
import { ask } from '../../kit/api/api.ts'
import { refresh } from '../../kit/api/query.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { instantOf, nowIn } from '../../kit/time/instant.ts'
import { DateTimeField } from '../../ui/forms/date-field.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import type { DialogProps } from '../list/device-dialogs.tsx'
import { DEVICE_READS } from '../queries.ts'

type Placement = NonNullable<DialogProps['device']['placement']>

function EndForm({ device, placement, onClose }: DialogProps & { placement: Placement }) {
  const { t } = useTranslation('devices')
  const client = useQueryClient()
  const { form, failure, busy, onSubmit } = useContractForm({
    body: LocationResearchChange,
    initialValues: { end: nowIn(placement.time_zone) },
    toBody: ({ end }) => ({ start: placement.start, end: instantOf(end, placement.time_zone) }),
    send: async body => {
      await ask(api.updateLocationResearch, { params: { id: placement.location_research_id }, body })
      await refresh(client, DEVICE_READS)
      onClose()
    },
  })
  return (
    <FormDialog
      opened
      title={t('end.title', { name: device.name, area: placement.area_name })}
      action={t('end.action')}
      {...{ busy, failure, onSubmit, onClose }}
    >
      <p>{t('end.text')}</p>
      <DateTimeField
        zone={placement.time_zone}
        label={t('field.end')}
        description={placement.time_zone}
        {...form.getInputProps('end')}
      />
    </FormDialog>
  )
}

/** Ends where a device hangs; what was measured there stays with the place. */
export function EndPlacement({ device, onClose }: DialogProps) {
  return device.placement ? <EndForm device={device} placement={device.placement} onClose={onClose} /> : null
}
