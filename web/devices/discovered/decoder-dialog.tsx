import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ChosenDecoder } from '#shared/contract/devices/lorawan.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { FRESH, queryOf, refresh, useReads } from '../../kit/api/query.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { ReadBoundary } from '../../ui/feedback/read-boundary.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import type { DialogProps } from '../list/device-dialogs.tsx'
import { codecScreen } from '../screens.ts'
import { DECODERS, DecoderSelect } from './decoder-select.tsx'

function Form({ device, decoder, isPasted, onClose }: DialogProps & { decoder: string | null; isPasted: boolean }) {
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
      {isPasted && <Note status="good">{t('decoder.own')}</Note>}
      <ScreenLink className="bm-link" to={linkTo(codecScreen, { params: { id: device.id } })}>
        {t(isPasted ? 'decoder.change' : 'decoder.paste')}
      </ScreenLink>
    </FormDialog>
  )
}

function Chosen({ device, onClose }: DialogProps) {
  const params = { id: device.id }
  const [{ decoder }, { script }] = useReads([
    { ...queryOf(api.getDecoder, { params }), ...FRESH },
    { ...queryOf(api.getDeviceCodec, { params }), ...FRESH },
    DECODERS,
  ])
  return <Form isPasted={script !== null} {...{ device, decoder, onClose }} />
}

/** Chooses how the payloads of a LoRaWAN device are read. */
export function DecoderDialog(props: DialogProps) {
  const { t } = useTranslation('devices')
  const title = t('decoder.title', { name: props.device.name })
  return (
    <ReadBoundary
      frame={content => (
        <Dialog opened title={title} onClose={props.onClose}>
          {content}
        </Dialog>
      )}
    >
      <Chosen {...props} />
    </ReadBoundary>
  )
}
