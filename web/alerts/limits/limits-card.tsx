import { Button } from '@mantine/core'
import { IconBattery1, IconWifiOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountLimits } from '#shared/contract/devices/device-limits.ts'
import { api } from '#shared/contract/index.ts'
import { batteryLimitOf, USUAL_BATTERY_LIMIT } from '#shared/rules/devices/device-limits.ts'
import { ask } from '../../kit/api/api.ts'
import { queryOf, refresh } from '../../kit/api/query.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { currentLanguage } from '../../kit/language/language.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { LimitFields } from './limit-fields.tsx'
import { lengthText, limitsIn, limitValuesOf } from './limit-values.ts'
import classes from './limits.module.css'

const LIMITS = queryOf(api.getDeviceLimits, {})

function LimitsDialog({ limits, onClose }: { limits: AccountLimits; onClose: () => void }) {
  const { t } = useTranslation(['device-limits', 'ui'])
  const client = useQueryClient()
  const { form, failure, busy, onSubmit } = useContractForm({
    body: AccountLimits,
    initialValues: limitValuesOf(limits),
    toBody: values => limitsIn(values) as AccountLimits,
    send: async body => {
      await ask(api.saveDeviceLimits, { body })
      await refresh(client, [api.getDeviceLimits, api.listSensors, api.listFleet])
      showToast({ id: 'device-limits', message: t('saved'), color: 'good' })
      onClose()
    },
  })
  return (
    <FormDialog opened title={t('title')} action={t('ui:save')} {...{ busy, failure, onSubmit, onClose }}>
      <p className="bm-muted">{t('all_devices')}</p>
      <LimitFields
        values={form.values}
        errors={form.errors}
        none={{ silent: t('usual'), battery: String(USUAL_BATTERY_LIMIT) }}
        onChange={(field, value) => {
          form.setFieldValue(field, value)
          form.clearFieldError(field)
        }}
      />
    </FormDialog>
  )
}

/** Alerts that need no rule, of silent devices and low batteries, and from when on: for all devices of the account. */
export function LimitsCard() {
  const { t } = useTranslation(['device-limits', 'form'])
  const [changing, setChanging] = useState(false)
  const { data: limits, isError } = useQuery(LIMITS)
  const id = useId()
  const silent = limits?.silent_after_min ?? null
  return (
    <section className={`bm-card ${classes.card}`} aria-labelledby={id}>
      <div className={classes.says}>
        <h2 id={id}>{t('always')}</h2>
        {isError && <p className="bm-muted">{t('form:no_answer')}</p>}
        {limits && (
          <ul>
            <li>
              <IconWifiOff size={20} stroke={1.8} aria-hidden="true" />
              {silent === null
                ? t('silent_usual')
                : t('silent_after', { length: lengthText(silent, currentLanguage()) })}
            </li>
            <li>
              <IconBattery1 size={20} stroke={1.8} aria-hidden="true" />
              {t('battery_below', { percent: batteryLimitOf(limits.battery_limit) })}
            </li>
          </ul>
        )}
      </div>
      <Button variant="default" disabled={!limits} onClick={() => setChanging(true)} aria-label={t('change_named')}>
        {t('change')}
      </Button>
      {changing && limits && <LimitsDialog limits={limits} onClose={() => setChanging(false)} />}
    </section>
  )
}
