import { IconBulb } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlertRuleInput, BacktestAnswer } from '#shared/contract/alerts/alert-rules.ts'
import type { PhysicalQuantity } from '#shared/contract/places/taxonomy.ts'
import { thresholdUnit } from '#shared/rules/alerts/rule-sentence.ts'
import { useFormat } from '../../kit/language/format.ts'
import { limitFigure, unitFor } from '../../kit/language/viewer-formats.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { PartLoading } from '../../ui/feedback/page-loading.tsx'
import { ReadBoundary } from '../../ui/feedback/read-boundary.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import classes from '../backtest.module.css'
import { useSentenceTexts } from '../rules/use-sentence.ts'
import { adviceOf, backtestFiguresOf } from './figures.ts'
import { LimitBars } from './limit-bars.tsx'
import { type Days, useBacktest } from './use-backtest.ts'

const BacktestPlot = lazyPart(() => import('./plot.tsx'))

const DAYS = [7, 30, 90] as const

function Figures({ answer, days }: { answer: BacktestAnswer; days: Days }) {
  const { t } = useTranslation('alert-rules')
  const format = useFormat()
  const { count, at_night, per_week, mean_hours } = backtestFiguresOf(answer)
  return (
    <div className={classes.verdict} role="status">
      <p>
        <b className={classes.count}>{format.number(count)}</b> {t('backtest.alerts', { count, days })}
      </p>
      <p>
        <b>{format.number(at_night)}</b> {t('backtest.at_night')}
      </p>
      <p>
        <b>{format.number(per_week, per_week < 10 ? 1 : 0)}</b> {t('backtest.a_week')}
      </p>
      {mean_hours !== null && (
        <p>
          <b>{format.value(mean_hours, 1, 'h')}</b> {t('backtest.each')}
        </p>
      )}
    </div>
  )
}

function AdviceText({ answer, unit, isDifference }: { answer: BacktestAnswer; unit: string; isDifference: boolean }) {
  const { t } = useTranslation('alert-rules')
  const format = useFormat()
  const advice = adviceOf(answer)
  const own = answer.firings_total
  const limitOf = (value: number) => `${limitFigure(value, answer.unit, isDifference)}\u00A0${unit}`.trim()
  const sentences: string[] = []
  if ('others' in advice)
    for (const { threshold_value, firings } of advice.others) {
      const key = firings === own ? 'same' : firings > own ? 'more' : 'fewer'
      const count = Math.abs(firings - own)
      sentences.push(t(`advice.${key}`, { limit: limitOf(threshold_value), all: firings, count }))
    }
  if ('other' in advice && advice.other)
    sentences.push(t('advice.other', { limit: limitOf(advice.other.threshold_value), count: advice.other.firings }))
  return (
    <div className={classes.advice}>
      <IconBulb size={22} stroke={1.8} aria-hidden="true" />
      <div>
        <p>
          <b>{t(`advice.${advice.say}`)}</b> {sentences.join(' ')}
        </p>
        {answer.coverage !== null && (
          <p className="bm-small bm-muted">
            {t('backtest.coverage', { share: format.number(Math.floor(answer.coverage * 100)) })}
          </p>
        )}
      </div>
    </div>
  )
}

interface Props {
  /** Rule that is changed; null for a new one. */
  id: number | null
  body: AlertRuleInput
  quantity: PhysicalQuantity
  timeZone: string
  onMove: (limit: number) => void
}

/** Result of the trial; the former answer stays until the next one is there. */
function Tried({ id, body, quantity, timeZone, days, onMove }: Props & { days: Days }) {
  const { t } = useTranslation('alert-rules')
  const texts = useSentenceTexts()
  const { query, waiting, whole } = useBacktest(id, body, days)
  const answer = query.data
  const limit = Number.isFinite(body.threshold_value) ? body.threshold_value : null
  const clear = Number.isFinite(body.clear_value) ? (body.clear_value ?? null) : null
  const calculated = body.comparison !== 'value' || body.calculation === 'derivative' || body.calculation === 'count'
  if (!answer) return whole ? <PartLoading /> : <p className="bm-muted">{t('backtest.not_whole')}</p>
  const { calculation = 'average', comparison = 'value' } = body
  const unit = thresholdUnit({ calculation, comparison }, unitFor(answer.unit), texts)
  return (
    <div className={classes.answer} data-waiting={waiting || undefined} aria-busy={waiting}>
      <Figures answer={answer} days={days} />
      {answer.devices.length > 0 && (
        <>
          <Suspense fallback={<PartLoading />}>
            <BacktestPlot {...{ answer, unit, quantity, calculated, timeZone, limit, clear, onMove }} />
          </Suspense>
          <div className={classes.below}>
            <LimitBars answer={answer} unit={unit} limit={limit} isDifference={calculated} onMove={onMove} />
            <AdviceText answer={answer} unit={unit} isDifference={calculated} />
          </div>
        </>
      )}
      {answer.devices.length === 0 && <AdviceText answer={answer} unit={unit} isDifference={calculated} />}
    </div>
  )
}

/** The rule tried on what was measured: how often, when, and for which device it would have fired (design §8.7). */
export function BacktestPanel(props: Props) {
  const { t } = useTranslation('alert-rules')
  const [days, setDays] = useState<Days>(30)
  return (
    <section className={`bm-card ${classes.panel}`} aria-label={t('backtest.title', { count: days })}>
      <header>
        <h2>{t('backtest.title', { count: days })}</h2>
        <Segments
          aria-label={t('backtest.days')}
          value={String(days)}
          data={DAYS.map(count => ({ value: String(count), label: t('backtest.days_short', { count }) }))}
          onChange={value => setDays(DAYS.find(count => String(count) === value) ?? 30)}
        />
      </header>
      <ReadBoundary eager>
        <Tried {...props} days={days} />
      </ReadBoundary>
    </section>
  )
}
