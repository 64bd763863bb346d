import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Device, DeviceChange } from '#shared/contract/devices/devices.ts'
import { api } from '#shared/contract/index.ts'
import { LimitFields } from '../../alerts/limits/limit-fields.tsx'
import { limitsIn, limitValuesOf } from '../../alerts/limits/limit-values.ts'
import { ask } from '../../kit/api/api.ts'
import { refresh } from '../../kit/api/query.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { DEVICE_READS } from '../queries.ts'
import { DeviceNameFields } from './name-fields.tsx'
import { PlanField } from './plan-field.tsx'

interface Props {
  /** A list for administrators does not say the limits of a device: there they stay as they are. */
  device: Pick<Device, 'id' | 'name' | 'device_name' | 'eui' | 'plan'> & Partial<Pick<Device, 'own_limits'>>
  onClose: () => void
}

const NO_LIMITS = { silent_after_min: null, battery_limit: null }

/** Dialog for the name of a device, the one its network knows it by, its plan and its limits. */
export function RenameDialog({ device, onClose }: Props) {
  const { t } = useTranslation(['devices', 'device-limits', 'ui'])
  const limits = device.own_limits
  const client = useQueryClient()
  const { form, failure, busy, onSubmit } = useContractForm({
    body: DeviceChange,
    initialValues: {
      name: device.name,
      device_name: device.device_name,
      eui: device.eui ?? '',
      plan: device.plan,
      ...limitValuesOf(limits ?? NO_LIMITS),
    },
    toBody: ({ eui, silent_after_min, battery_limit, ...values }) => ({
      ...values,
      eui: eui.trim() || null,
      ...(limits ? limitsIn({ silent_after_min, battery_limit }) : {}),
    }),
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
      {limits && (
        <LimitFields
          values={form.values}
          errors={form.errors}
          none={{ silent: t('device-limits:as_account'), battery: t('device-limits:as_account') }}
          onChange={(field, value) => {
            form.setFieldValue(field, value)
            form.clearFieldError(field)
          }}
        />
      )}
      {device.eui === null && <p className="bm-small bm-muted">{t('topic_follows')}</p>}
    </FormDialog>
  )
}
