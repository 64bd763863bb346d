import { useTranslation } from 'react-i18next'
import classes from './recovery.module.css'

const STEPS = [1, 2, 3]

/** Steps on the way to a new password, with the one reached: address, code, password. */
export function RecoverySteps({ step }: { step: number }) {
  const { t } = useTranslation('users')
  return (
    <p className={classes.steps}>
      {STEPS.map(one => (
        <i key={one} data-done={one <= step || undefined} />
      ))}
      <span>{t('recovery.step', { step })}</span>
    </p>
  )
}
