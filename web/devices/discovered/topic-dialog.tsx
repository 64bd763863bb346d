import { TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { BoundTopic } from '#shared/contract/devices/mqtt.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { queryOf, refresh } from '../../kit/api/query.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { ReadFailed } from '../../ui/feedback/error-state.tsx'
import { PartLoading } from '../../ui/feedback/page-loading.tsx'
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

/** Binds a device to the MQTT topic that its firmware speaks at. */
export function TopicDialog({ device, onClose }: DialogProps) {
  const { t } = useTranslation('devices')
  const bound = useQuery({ ...queryOf(api.getTopic, { params: { id: device.id } }), staleTime: 0 })
  if (bound.data && !bound.isFetching) return <Form topic={bound.data.topic} {...{ device, onClose }} />
  return (
    <Dialog opened title={t('topic.title', { name: device.name })} onClose={onClose}>
      {bound.error ? <ReadFailed failure={bound.error} onRetry={() => void bound.refetch()} /> : <PartLoading />}
    </Dialog>
  )
}
