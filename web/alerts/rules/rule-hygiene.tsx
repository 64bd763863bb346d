import { Button } from '@mantine/core'
import { IconBulb } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AlertRuleHistory } from '#shared/contract/alerts/alert-history.ts'
import { api } from '#shared/contract/index.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { queryOf } from '../../kit/api/query.ts'
import { shownClock, shownDate } from '../../kit/language/viewer-formats.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { editRuleScreen } from '../screens.ts'
import classes from './rule-hygiene.module.css'

const DAYS = 30

export const useHistory = (id: number) => useQuery(queryOf(api.getAlertRuleHistory, { params: { id } }))

/** 0 to 1; whatever happened at all is seen. */
const shadeOf = (share: number): string | undefined =>
  share === 0 ? undefined : `color-mix(in srgb, var(--bm-steel) ${Math.round(30 + 70 * share)}%, transparent)`

/** Cells of a strip, each as strong as what happened in it. */
function Strip({ counts, label }: { counts: readonly { name: string; count: number }[]; label: string }) {
  const most = Math.max(1, ...counts.map(({ count }) => count))
  return (
    <span className={classes.strip} role="img" aria-label={label}>
      {counts.map(({ name, count }) => (
        <i key={name} title={`${name}: ${count}`} style={{ background: shadeOf(count / most) }} />
      ))}
    </span>
  )
}

/** The last 30 days, each with how often the rule fired in it. */
const daysOf = ({ until, per_day }: AlertRuleHistory) => {
  const fired = new Map(per_day.map(({ day, fired }) => [day, fired]))
  return Array.from({ length: DAYS }, (_, n) => {
    const name = new Date(Date.parse(until) - (DAYS - 1 - n) * DAY_MS).toISOString().slice(0, 10)
    return { name: shownDate(name), count: fired.get(name) ?? 0 }
  })
}

const hoursOf = ({ per_hour }: AlertRuleHistory) =>
  per_hour.map((count, hour) => ({ name: shownClock(`${String(hour).padStart(2, '0')}:00`), count }))

/** Suggestion of what the rule could do instead, as a sentence; null where there is none. */
const useAdvice = () => {
  const { t } = useTranslation('alert-rules')
  return ({ suggestion }: AlertRuleHistory): string | null => {
    if (!suggestion) return null
    if (suggestion.kind === 'gap') return t('hygiene.gap')
    if (suggestion.kind === 'calmer') return t(`hygiene.calmer_${suggestion.urgency}`)
    return t('hygiene.delay', { minutes: suggestion.minutes, count: suggestion.left })
  }
}

interface Props {
  id: number
  /** Shows the times of day at which it fired, too. */
  hours?: boolean
  /** True where the suggestion stands in the form already. */
  filledIn?: boolean
}

/** Summary of what a rule did in the last 30 days, and what it could do instead. */
export function RuleHygiene({ id, hours, filledIn }: Props) {
  const { t } = useTranslation('alert-rules')
  const advise = useAdvice()
  const { data } = useHistory(id)
  if (!data || (data.fired === 0 && !hours)) return null
  const { fired, acknowledged } = data
  const advice = advise(data)
  const sentence = t('hygiene.fired', { count: fired, acted: acknowledged })
  return (
    <div className={classes.hygiene}>
      <p className="bm-small bm-muted">{sentence}</p>
      {fired > 0 && <Strip counts={daysOf(data)} label={t('hygiene.days')} />}
      {fired > 0 && hours && (
        <div>
          <Strip counts={hoursOf(data)} label={t('hygiene.hours')} />
          <span className={`bm-small bm-muted ${classes.scale}`} aria-hidden="true">
            <span>00</span>
            <span>06</span>
            <span>12</span>
            <span>18</span>
            <span>24</span>
          </span>
        </div>
      )}
      {advice !== null && (
        <div className={classes.advice}>
          <IconBulb size={20} stroke={1.8} aria-hidden="true" />
          <span>
            {advice} {filledIn && t('hygiene.filled_in')}
          </span>
          {!filledIn && (
            <Button
              variant="default"
              component={ScreenLink}
              to={linkTo(editRuleScreen, { params: { id }, search: { suggested: true } })}
            >
              {t('hygiene.try')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
