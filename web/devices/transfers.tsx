import { Button, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Transfer, TransferInput } from '../../shared/contract/device-ownership.ts'
import { api } from '../../shared/contract/index.ts'
import { ask } from '../kit/api.ts'
import { useContractForm } from '../kit/form.ts'
import { queryOf, refresh, useChange } from '../kit/query.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Note } from '../ui/note.tsx'
import { StatusShape } from '../ui/status-shape.tsx'
import type { DialogProps } from './device-dialogs.tsx'
import classes from './ownership.module.css'
import { DEVICE_READS } from './queries.ts'

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
      await refresh(client, [api.listTransfers])
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

function Offer({ transfer: { id, name, device_name, email, incoming } }: { transfer: Transfer }) {
  const { t } = useTranslation('devices')
  const reads = [api.listTransfers, ...DEVICE_READS]
  const accept = useChange(api.acceptTransfer, { refresh: reads })
  const remove = useChange(api.deleteTransfer, { refresh: reads })
  const failure = accept.error ?? remove.error
  const params = { params: { id } }
  const title = incoming ? 'transfer.incoming' : 'transfer.outgoing'
  return (
    <li className={classes.offer}>
      <StatusShape status="pending" size={20} />
      <span className="bm-grow">
        <b>{t(title, { name: `${name} (${device_name})`, email: email ?? t('transfer.administrator') })}</b>
        <span className="bm-small bm-muted">{t(incoming ? 'transfer.incoming_help' : 'transfer.outgoing_help')}</span>
        {failure && <Note status="act_now">{failure.message || t('rental.failed')}</Note>}
      </span>
      <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate(params)}>
        {t(incoming ? 'transfer.decline' : 'transfer.withdraw')}
      </Button>
      {incoming && (
        <Button loading={accept.isPending} onClick={() => accept.mutate(params)}>
          {t('transfer.accept')}
        </Button>
      )}
    </li>
  )
}

/** Devices on their way to or from this person. */
export function Transfers() {
  const { t } = useTranslation('devices')
  const { data } = useQuery(queryOf(api.listTransfers, {}))
  if (!data || data.length === 0) return null
  return (
    <ul className={classes.offers} aria-label={t('transfer.list')}>
      {data.map(transfer => (
        <Offer key={transfer.id} transfer={transfer} />
      ))}
    </ul>
  )
}
