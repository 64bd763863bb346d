import { IconMail } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { AlertRule } from '#shared/contract/alerts/alert-rules.ts'
import type { Alert } from '#shared/contract/alerts/alerts.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { isOfDifference, thresholdUnit } from '#shared/rules/alerts/rule-sentence.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { useFormat } from '../../kit/language/format.ts'
import { clockIn, dayIn, limitFigure, momentIn, unitFor } from '../../kit/language/viewer-formats.ts'
import type { Status } from '../../ui/status/status.ts'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import { useSentenceTexts } from '../rules/use-sentence.ts'

export type Quantities = Pick<TaxonomyLists, 'physical_quantities'>

/** Quantities whose lower side has a state of its own. */
const COLD = ['temp_deg_c']

export const quantityOf = (alert: Pick<Alert, 'physical_quantity_id'>, lists: Quantities) =>
  lists.physical_quantities.find(({ id }) => id === alert.physical_quantity_id)

/** The state an alert is drawn in. What is over is good, however urgent it was. */
export const statusOfAlert = (alert: Alert, lists: Quantities): Status => {
  if (alert.state === 'resolved') return 'good'
  if (alert.kind === 'device_silent') return 'no_data'
  if (alert.urgency === 'act_now') return 'act_now'
  const low = alert.comparator?.startsWith('less') && COLD.includes(quantityOf(alert, lists)?.abbreviation ?? '')
  return low ? 'too_cold' : 'attention'
}

/** Name of an alert: that of its rule, else its quantity and the side of the limit it is on. */
export const titleOf = (alert: Alert, lists: Quantities, t: TFunction<'alerts'>): string => {
  if (alert.kind !== 'rule') return t(`kind.${alert.kind}`)
  if (alert.rule_name !== null) return alert.rule_name
  const name = quantityOf(alert, lists)?.name ?? ''
  const changes = alert.comparison !== 'value' || alert.calculation === 'derivative' || alert.calculation === 'count'
  const side = alert.comparator === 'equal' ? 'equal' : alert.comparator?.startsWith('less') ? 'low' : 'high'
  return t(`title.${changes ? 'changes' : side}`, { name })
}

/** "1 h 45 min", "3 d 2 h": the two largest units; `ms` not negative. */
export const durationWords = (ms: number, t: TFunction<'alerts'>): string => {
  const [days, hours, minutes] = [
    Math.floor(ms / DAY_MS),
    Math.floor((ms % DAY_MS) / HOUR_MS),
    Math.floor((ms % HOUR_MS) / MINUTE_MS),
  ]
  const parts = [
    { unit: 'd', value: days },
    { unit: 'h', value: hours },
    { unit: 'min', value: minutes },
  ] as const
  const first = days > 0 ? 0 : hours > 0 ? 1 : 2
  return parts
    .slice(first, first + 2)
    .filter(({ value }, index) => index === 0 || value !== 0)
    .map(({ unit, value }) => t(`length.${unit}`, { value }))
    .join('\u00A0')
}

/** A moment on the clocks of a place: the time alone where it is today. */
export const momentWords = (moment: string, zone: string, now: number): string =>
  dayIn(moment, zone) === dayIn(now, zone) ? clockIn(moment, zone) : momentIn(moment, zone).replace(' ', '\u00A0')

/** Sentence on who is on an alert, since a moment in words. */
export const onItWords = (
  { by_me, name }: NonNullable<Alert['acknowledged']>,
  time: string,
  t: TFunction<'alerts'>,
): string => (by_me ? t('on_it_you', { time }) : t('on_it_since', { name, time }))

/** Numbers of an alert as people read them, with the digits of its quantity. */
export const useAlertValue = (alert: Alert, lists: Quantities) => useAlertValues(lists)(alert)

/** The same of many alerts. */
export const useAlertValues = (lists: Quantities) => {
  const format = useFormat()
  const texts = useSentenceTexts()
  return (alert: Alert) => alertValue(alert, lists, format, texts)
}

const alertValue = (
  alert: Alert,
  lists: Quantities,
  format: ReturnType<typeof useFormat>,
  texts: ReturnType<typeof useSentenceTexts>,
) => {
  const quantity = quantityOf(alert, lists)
  const { calculation, comparison } = alert
  const isCount = calculation === 'count' && comparison === 'value'
  const kept = isCount ? '' : (alert.unit ?? '')
  const condition = calculation && comparison ? { calculation, comparison } : null
  const isDifference = condition !== null && isOfDifference(condition)
  const unit = condition ? thresholdUnit(condition, unitFor(kept), texts) : unitFor(kept)
  const decimals = isCount ? 0 : (quantity?.decimals ?? 0)
  const figureOf = (value: number, decimals: number) =>
    (isDifference ? format.differenceFigure : format.figure)(value, decimals, kept)
  return {
    unit,
    number: (value: number) => figureOf(value, decimals),
    value: (value: number) => `${figureOf(value, decimals)}\u00A0${unit}`.trim(),
    /** A limit stands as it was typed. */
    limit: (value: number) => limitFigure(value, kept, isDifference),
  }
}

/** Urgency as shape and word. */
export function Urgency({ urgency }: { urgency: AlertRule['urgency'] }) {
  const { t } = useTranslation('alert-sentence')
  return (
    <span className="bm-chip">
      {urgency === 'digest' ? (
        <IconMail size={16} stroke={1.8} aria-hidden="true" />
      ) : (
        <StatusShape status={urgency} size={15} />
      )}
      {t(`urgency.${urgency}`)}
    </span>
  )
}
