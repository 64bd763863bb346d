import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ChosenDecoder } from '#shared/contract/devices/lorawan.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { queryOf, refresh } from '../../kit/api/query.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { ReadFailed } from '../../ui/feedback/error-state.tsx'
import { PartLoading } from '../../ui/feedback/page-loading.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import type { DialogProps } from '../list/device-dialogs.tsx'
import { DecoderSelect, useDecoders } from './decoder-select.tsx'

function Form({ device, decoder, onClose }: DialogProps & { decoder: string | null }) {
  const { t } = useTranslation(['devices', 'ui'])
  const client = useQueryClient()
  const { form, failure, busy, onSubmit } = useContractForm({
    body: ChosenDecoder,
    initialValues: { decoder: decoder ?? '' },
    toBody: values => ({ decoder: values.decoder || null }),
    send: async body => {
      await ask(api.chooseDecoder, { params: { id: device.id }, body })
      await refresh(client, [api.getDecoder])
      onClose()
    },
  })
  return (
    <FormDialog
      opened
      title={t('decoder.title', { name: device.name })}
      action={t('ui:save')}
      {...{ busy, failure, onSubmit, onClose }}
    >
      <DecoderSelect {...form.getInputProps('decoder')} />
    </FormDialog>
  )
}

/** Chooses how the payloads of a LoRaWAN device are read. */
export function DecoderDialog({ device, onClose }: DialogProps) {
  const { t } = useTranslation('devices')
  const chosen = useQuery({ ...queryOf(api.getDecoder, { params: { id: device.id } }), staleTime: 0 })
  const decoders = useDecoders()
  const failed = chosen.error ?? decoders.error
  if (chosen.data && decoders.data && !chosen.isFetching)
    return <Form decoder={chosen.data.decoder} {...{ device, onClose }} />
  return (
    <Dialog opened title={t('decoder.title', { name: device.name })} onClose={onClose}>
      {failed ? (
        <ReadFailed failure={failed} onRetry={() => void Promise.all([chosen.refetch(), decoders.refetch()])} />
      ) : (
        <PartLoading />
      )}
    </Dialog>
  )
}
