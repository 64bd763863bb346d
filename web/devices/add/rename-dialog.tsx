import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Device, DeviceChange } from '#shared/contract/devices/devices.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { refresh } from '../../kit/api/query.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { DEVICE_READS } from '../queries.ts'
import { DeviceNameFields } from './name-fields.tsx'
import { PlanField } from './plan-field.tsx'

interface Props {
  device: Pick<Device, 'id' | 'name' | 'device_name' | 'eui' | 'plan'>
  onClose: () => void
}

/** Dialog for the name of a device, the one its network knows it by, and its plan. */
export function RenameDialog({ device, onClose }: Props) {
  const { t } = useTranslation(['devices', 'ui'])
  const client = useQueryClient()
  const { form, failure, busy, onSubmit } = useContractForm({
    body: DeviceChange,
    initialValues: {
      name: device.name,
      device_name: device.device_name,
      eui: device.eui ?? '',
      plan: device.plan,
    },
    toBody: ({ eui, ...values }) => ({ ...values, eui: eui.trim() || null }),
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
      {device.eui === null && <p className="bm-small bm-muted">{t('topic_follows')}</p>}
    </FormDialog>
  )
}
