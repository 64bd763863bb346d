import { useMemo } from 'react'
import { type MeanDifference, placeDifference, selectionDifference } from '#shared/rules/science/mean-difference.ts'
import { OptionChart } from '../../charts/option-chart.tsx'
import { unitFor } from '../../kit/language/viewer-formats.ts'
import { spreadRowAt } from '../charts/spread-option.ts'
import { AreaMark } from '../dashboard/area-mark.tsx'
import type { ChartArea } from '../dashboard/areas.ts'
import type { CardContent } from '../dashboard/card-content.ts'
import { ChartCard } from '../dashboard/chart-card.tsx'
import type { ChartFacts } from '../dashboard/chart-facts.ts'
import dashboardClasses from '../dashboard/dashboard.module.css'
import type { Compared, StatisticsRead } from '../dashboard/queries.ts'
import { dayMeansOf } from '../numbers/day-means.ts'
import { useExplain } from '../numbers/explain.tsx'
import type { Explanation } from '../numbers/explanation.ts'
import { bothReads } from './both-reads.ts'
import classes from './comparison.module.css'
import { type DifferenceRow, differenceOption } from './difference-option.ts'
import { differenceText } from './difference-words.ts'

/** px of a row, and of what stands above and below all of them. */
const ROW = 36
const AROUND = 34

export interface Row extends DifferenceRow {
  id: number
}

/** Differences of each area and of all together; without a row where nothing of both was measured. */
export const useDifference = (
  compared: Compared,
  areas: readonly ChartArea[],
  facts: ChartFacts,
  periods: { first: string; second: string },
) => {
  const { t, name, unit, decimals, language } = facts
  const { days, arePaired, areas: others, sides } = compared
  const key = facts.definition.type.abbreviation
  const read = bothReads(days.first, days.second)
  const [first, second] = [days.first.answer, days.second.answer]
  const areSameDays = sides?.second.against?.by === 'areas'
  const averaging = first?.areas.flatMap(({ measurements }) => measurements[key]?.averaging ?? [])[0]
  const isRound = averaging === 'circular'
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are those of the language
  const rows = useMemo((): Row[] => {
    if (!first || !second || isRound) return []
    const ids = areas.map(({ id }) => id)
    const a = dayMeansOf(first, ids, key)
    const b = dayMeansOf(second, arePaired ? ids : others.map(({ id }) => id), key)
    const each = arePaired
      ? areas.flatMap(({ id, name: area, slot }, index) => {
          const of = placeDifference(a[index] ?? new Map(), b[index] ?? new Map())
          return of ? [{ id, name: area, slot, of }] : []
        })
      : []
    const all = each.length === 1 ? null : selectionDifference(a, b, { arePaired, areSameDays })
    return [...each, ...(all ? [{ id: 0, name: t('difference.all'), slot: null, of: all }] : [])]
  }, [first, second, areas, others, arePaired, areSameDays, isRound, key, language])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are those of the language
  const draw = useMemo(() => differenceOption(rows, { unit, isDifference: true }), [rows, unit, language])
  const content: CardContent = {
    table: {
      title: `${t('difference.title')}: ${name}`,
      columns: [
        { head: t('figure.area') },
        { head: periods.first, unit, decimals },
        { head: `${t('difference.days')}, ${periods.first}`, decimals: 0 },
        { head: periods.second, unit, decimals },
        { head: `${t('difference.days')}, ${periods.second}`, decimals: 0 },
        { head: t('difference.difference'), unit, isDifference: true, decimals },
        { head: t('difference.low'), unit, isDifference: true, decimals },
        { head: t('difference.high'), unit, isDifference: true, decimals },
        { head: t('difference.says') },
      ],
      rows: rows.map(({ name: area, of }) => [
        ...[area, of.first.mean, of.first.days, of.second.mean, of.second.days],
        ...[of.difference, of.low, of.high, differenceText(facts, of)],
      ]),
    },
    picture: rows.length > 0 ? { draw, foot: t('difference.note'), entries: [] } : null,
  }
  return { read, rows, draw, content, isRound }
}

const explainDifference = (
  facts: ChartFacts,
  periods: { first: string; second: string },
  name: string,
  of: MeanDifference,
): Explanation => {
  const { t, value, number } = facts
  const side = (period: string, { mean, days, places }: MeanDifference['first']): string =>
    `${period}: ${value(mean)} (${t('difference.of_days', { count: days })}, ${t('difference.of_places', { count: places })})`
  return {
    title: `${facts.name}, ${name}`,
    steps: [
      { name: t('explain.counted'), lines: [side(periods.first, of.first), side(periods.second, of.second)] },
      {
        name: t('explain.how'),
        lines: [
          t('difference.how.means'),
          t(`difference.how.${of.by}`),
          of.freedom === null
            ? t('difference.how.too_little')
            : t('difference.how.interval', { freedom: number(of.freedom, 1) }),
        ],
      },
      { name: t('explain.result'), lines: [differenceText(facts, of)] },
    ],
  }
}

interface Props {
  difference: ReturnType<typeof useDifference>
  periods: { first: string; second: string }
  /** The same read with what holds up the whole dashboard. */
  read: StatisticsRead
  facts: ChartFacts
  below: string
}

/** Difference of the means of two selections, drawn with how far it may be chance, and said in words. */
export function DifferenceCard({ difference: { rows, draw, content, isRound }, periods, read, facts, below }: Props) {
  const { t, name, unit } = facts
  const explain = useExplain()
  const height = rows.length * ROW + AROUND
  const none = isRound ? t('difference.round') : t('difference.nothing')
  return (
    <ChartCard
      name={t('difference.title')}
      unit={`${name} ${unitFor(unit)}`}
      note={t('difference.note')}
      read={read}
      height={height}
      nothing={rows.length === 0 ? none : undefined}
      content={content}
      below={below}
      className={dashboardClasses.whole}
      foot={t('press_to_explain')}
    >
      <p className={classes.against}>{t('difference.against', periods)}</p>
      <ul className={classes.said}>
        {rows.map(({ id, name: area, slot, of }) => (
          <li key={id}>
            <button type="button" onClick={() => explain(explainDifference(facts, periods, area, of))}>
              {slot === null ? <i className={classes.all} /> : <AreaMark slot={slot} />}
              <span>
                <b>{area}</b> {differenceText(facts, of)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <OptionChart
        draw={draw}
        height={height}
        label={t('difference.label', { name, count: rows.length })}
        overlay={size =>
          rows.map(({ id, name: area, of }, index) => (
            <button
              key={id}
              type="button"
              tabIndex={-1}
              className={dashboardClasses.over}
              style={{ left: 0, width: size.width, ...spreadRowAt(index, rows.length, size.height) }}
              // The list above says the same to a screen reader, and has the keys.
              aria-hidden="true"
              onClick={() => explain(explainDifference(facts, periods, area, of))}
            />
          ))
        }
      />
    </ChartCard>
  )
}
