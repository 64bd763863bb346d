import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Device, DeviceInput } from '#shared/contract/devices/devices.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { refresh } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { DEVICE_READS } from '../queries.ts'
import { ClaimCodeDialog } from './claim-code-dialog.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { DeviceNameFields, OwnerlessField } from './name-fields.tsx'
import { PlanField } from './plan-field.tsx'

const EMPTY: { name: string; device_name: string; eui: string; plan: Device['plan']; ownerless: boolean } = {
  name: '',
  device_name: '',
  eui: '',
  plan: 'basic',
  ownerless: false,
}

/** A new device. */
export function AddDevice({ onClose, onAdded }: { onClose: () => void; onAdded: (device: Device) => void }) {
  const { t } = useTranslation(['devices', 'ui'])
  const client = useQueryClient()
  const { admin } = useUser()
  const { form, failure, busy, onSubmit } = useContractForm({
    body: DeviceInput,
    initialValues: EMPTY,
    toBody: ({ eui, ownerless, ...values }) => ({
      ...values,
      eui: eui.trim() || null,
      ...(ownerless ? { ownerless } : {}),
    }),
    send: async body => {
      const device = await ask(api.createSensor, { body })
      await refresh(client, DEVICE_READS)
      onAdded(device)
    },
  })
  return (
    <FormDialog opened title={t('add_title')} action={t('add')} {...{ busy, failure, onSubmit, onClose }}>
      <DeviceNameFields inputProps={form.getInputProps} />
      <TextInput
        size="md"
        autoComplete="off"
        label={
          <>
            {t('field.eui')} <span className="bm-optional">{t('ui:optional')}</span>
          </>
        }
        description={t('field.eui_help')}
        {...form.getInputProps('eui')}
      />
      <PlanField
        value={form.values.plan}
        error={form.errors.plan}
        onChange={plan => form.setFieldValue('plan', plan)}
      />
      {admin && <OwnerlessField inputProps={form.getInputProps} />}
    </FormDialog>
  )
}

/** Dialog with what a device just added needs at once: the key it sends with, or its code where it has no owner yet. */
export function AddedDevice(props: { device: Device; onClose: () => void }) {
  return props.device.has_owner ? <KeyDialog {...props} /> : <ClaimCodeDialog {...props} />
}
