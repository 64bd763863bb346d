import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { TransferInput } from '#shared/contract/devices/device-ownership.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { refresh } from '../../kit/api/query.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import type { DialogProps } from '../list/device-dialogs.tsx'

/** Offers a device to somebody else, who has to accept. */
export function TransferDialog({ device, onClose }: DialogProps) {
  const { t } = useTranslation('devices')
  const client = useQueryClient()
  const { form, failure, busy, onSubmit } = useContractForm({
    body: TransferInput,
    initialValues: { email: '' },
    toBody: values => values,
    send: async body => {
      await ask(api.createTransfer, { params: { id: device.id }, body })
      await refresh(client, [api.listOffers])
      onClose()
    },
  })
  return (
    <FormDialog
      opened
      title={t('transfer.title', { name: device.name })}
      action={t('transfer.action')}
      {...{ busy, failure, onSubmit, onClose }}
    >
      <p className="bm-muted">{t('transfer.text')}</p>
      <TextInput
        size="md"
        type="email"
        autoComplete="off"
        data-autofocus
        label={t('transfer.email')}
        {...form.getInputProps('email')}
      />
    </FormDialog>
  )
}
