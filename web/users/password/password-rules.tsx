import { useTranslation } from 'react-i18next'
import { keysOf } from '#shared/rules/collections/keys.ts'
import { PASSWORD_RULES, passwordProblems } from '#shared/rules/formats/password.ts'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import classes from '../sign-in/visitor.module.css'

const RULES = keysOf(PASSWORD_RULES)

/** The rules below a new password, from the first key on; unmet ones stay calm. */
export function PasswordRules({ password }: { password: string }) {
  const { t } = useTranslation('users')
  if (password === '') return null
  const unmet = passwordProblems(password)
  return (
    <ul className={classes.rules} aria-label={t('rules.label')}>
      {RULES.map(rule => {
        const met = !unmet.includes(rule)
        return (
          <li key={rule} data-met={met || undefined}>
            {met ? <StatusShape status="good" size={16} /> : <span className={classes.ring} />}
            {t(`rules.${rule}`)}
            <span className="bm-hidden">{t(met ? 'rules.met' : 'rules.unmet')}</span>
          </li>
        )
      })}
    </ul>
  )
}
