import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { BoundTopic } from '#shared/contract/devices/mqtt.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { FRESH, queryOf, refresh, useRead } from '../../kit/api/query.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { ReadBoundary } from '../../ui/feedback/read-boundary.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import type { DialogProps } from '../list/device-dialogs.tsx'

function Form({ device, topic, onClose }: DialogProps & { topic: string | null }) {
  const { t } = useTranslation(['devices', 'ui'])
  const client = useQueryClient()
  const { form, failure, busy, onSubmit } = useContractForm({
    body: BoundTopic,
    initialValues: { topic: topic ?? '' },
    toBody: values => ({ topic: values.topic.trim() || null }),
    send: async body => {
      await ask(api.bindTopic, { params: { id: device.id }, body })
      await refresh(client, [api.getTopic, api.listHeardTopics])
      onClose()
    },
  })
  return (
    <FormDialog
      opened
      title={t('topic.title', { name: device.name })}
      action={t('ui:save')}
      {...{ busy, failure, onSubmit, onClose }}
    >
      <TextInput
        size="md"
        autoComplete="off"
        data-autofocus
        label={t('topic.label')}
        description={t('topic.help')}
        {...form.getInputProps('topic')}
      />
      <p className="bm-small bm-muted">{t('topic.own', { topic: `barnometer/${device.id}/up` })}</p>
    </FormDialog>
  )
}

function Bound({ device, onClose }: DialogProps) {
  const { topic } = useRead({ ...queryOf(api.getTopic, { params: { id: device.id } }), ...FRESH })
  return <Form {...{ device, topic, onClose }} />
}

/** Binds a device to the MQTT topic that its firmware speaks at. */
export function TopicDialog(props: DialogProps) {
  const { t } = useTranslation('devices')
  const title = t('topic.title', { name: props.device.name })
  return (
    <ReadBoundary
      frame={content => (
        <Dialog opened title={title} onClose={props.onClose}>
          {content}
        </Dialog>
      )}
    >
      <Bound {...props} />
    </ReadBoundary>
  )
}
