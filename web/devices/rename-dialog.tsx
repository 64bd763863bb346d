import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DeviceChange } from '../../shared/contract/devices.ts'
import { api } from '../../shared/contract/index.ts'
import { ask } from '../kit/api.ts'
import { useContractForm } from '../kit/form.ts'
import { refresh } from '../kit/query.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { DialogProps } from './device-dialogs.tsx'
import { DEVICE_READS } from './queries.ts'

export function RenameDialog({ device, onClose }: DialogProps) {
  const { t } = useTranslation(['devices', 'ui'])
  const client = useQueryClient()
  const { form, failure, busy, onSubmit } = useContractForm({
    body: DeviceChange,
    initialValues: { name: device.name },
    toBody: values => values,
    send: async body => {
      await ask(api.updateSensor, { params: { id: device.id }, body })
      await refresh(client, DEVICE_READS)
      onClose()
    },
  })
  return (
    <FormDialog
      opened
      title={t('rename_title', { name: device.name })}
      action={t('ui:save')}
      {...{ busy, failure, onSubmit, onClose }}
    >
      <TextInput size="md" autoComplete="off" data-autofocus label={t('field.name')} {...form.getInputProps('name')} />
    </FormDialog>
  )
}
