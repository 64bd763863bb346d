import { Input } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SubscriptionPlan } from '#shared/contract/devices/devices.ts'
import { api } from '#shared/contract/index.ts'
import { queryOf } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { Segments } from '../../ui/forms/segments.tsx'

type PlanName = (typeof SubscriptionPlan.options)[number]

interface Props {
  value: PlanName
  onChange: (plan: PlanName) => void
  error?: ReactNode
}

/** The plans that somebody may give a device: administrators any, others those of the installation and the one it has. */
export function PlanField({ value, onChange, error }: Props) {
  const { t } = useTranslation('devices')
  const { admin } = useUser()
  const { data: setup } = useQuery(queryOf(api.getSetup, {}))
  const plans = SubscriptionPlan.options.filter(plan => admin || plan === value || !setup || setup.plans.includes(plan))
  return (
    <Input.Wrapper
      label={t('field.plan')}
      description={t(`plan_help.${value}`)}
      error={error}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      <Segments
        fullWidth
        size="md"
        aria-label={t('field.plan')}
        data={plans.map(plan => ({ value: plan, label: t(`plan.${plan}`) }))}
        value={value}
        onChange={onChange}
      />
    </Input.Wrapper>
  )
}
