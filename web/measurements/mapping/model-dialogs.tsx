import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { type OwnMapping, OwnMappingInput } from '#shared/contract/measurements/mappings.ts'
import type { Mapping } from '#shared/rules/ingest/mapping.ts'
import { ask } from '../../kit/api/api.ts'
import { refresh, useApiMutation } from '../../kit/api/query.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'

/** Keeps the rows for other devices of the model, and has this device take it. */
export function KeepDialog({
  deviceId,
  mapping,
  onKept,
  onClose,
}: {
  deviceId: number
  mapping: Mapping
  onKept: (kept: OwnMapping) => void
  onClose: () => void
}) {
  const { t } = useTranslation('mapping')
  const client = useQueryClient()
  const { form, failure, busy, onSubmit } = useContractForm({
    body: OwnMappingInput,
    initialValues: { name: '' },
    toBody: values => ({ ...values, mapping }),
    send: async body => {
      const kept = await ask(api.createMapping, { body })
      await ask(api.setDeviceMapping, { params: { id: deviceId }, body: { mapping, mapping_id: kept.id } })
      await refresh(client, [api.listMappings, api.getDeviceMapping])
      onKept(kept)
    },
  })
  return (
    <FormDialog opened title={t('keep_title')} action={t('keep')} {...{ failure, busy, onSubmit, onClose }}>
      <TextInput
        size="md"
        label={t('keep_name')}
        description={t('keep_help')}
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormDialog>
  )
}

export function ForgetDialog({
  own,
  onForgotten,
  onClose,
}: {
  own: OwnMapping
  onForgotten: () => void
  onClose: () => void
}) {
  const { t } = useTranslation('mapping')
  const forget = useApiMutation(api.deleteMapping, { refresh: [api.listMappings, api.getDeviceMapping] })
  return (
    <Confirm
      opened
      title={t('forget_title', { name: own.name })}
      action={t('forget')}
      busy={forget.isPending}
      failure={forget.error && (forget.error.message || t('not_forgotten'))}
      onConfirm={() => forget.mutate({ params: { id: own.id } }, { onSuccess: onForgotten })}
      onClose={onClose}
    >
      <p>{t('forget_text')}</p>
    </Confirm>
  )
}
