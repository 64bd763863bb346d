import { useId, useMemo } from 'react'
import type { StatisticsAnswer } from '#shared/contract/measurements/statistics.ts'
import { CompletenessCard, useCompleteness } from '../charts/completeness-card.tsx'
import { CorrelationCard, useCorrelation } from '../charts/correlation-card.tsx'
import { LinesCard, useLines } from '../charts/lines-card.tsx'
import { SpreadCard, useSpread } from '../charts/spread-card.tsx'
import { useWeekmap, WeekmapCard } from '../charts/weekmap-card.tsx'
import type { CardContent } from '../dashboard/card-content.ts'
import { type ChartFacts, useChartFacts } from '../dashboard/chart-facts.ts'
import classes from '../dashboard/dashboard.module.css'
import type { ChangeSelection, Dashboard, StatisticsRead } from '../dashboard/queries.ts'
import { PeaksCard, usePeaks } from '../numbers/peaks-card.tsx'
import { bothReads } from './both-reads.ts'
import own from './comparison.module.css'
import { DifferenceCard, useDifference } from './difference-card.tsx'
import { answersTogether, areasTogether, daysBetween } from './together.ts'

/** Reads of both selections as one whose answer has the areas of both; those of the second are moved by whole days. */
const useTogether = (first: StatisticsRead, second: StatisticsRead, isMoved: boolean): StatisticsRead => {
  const answer = useMemo((): StatisticsAnswer | undefined => {
    if (!first.answer || !second.answer) return undefined
    return answersTogether(first.answer, second.answer, isMoved ? daysBetween(first.answer, second.answer) : 0)
  }, [first.answer, second.answer, isMoved])
  return { ...bothReads(first, second), answer }
}

/** A selection without its own sign, drawn as a part of a comparison. */
const titled = <Card extends { content: CardContent } | null>(card: Card, period: string): CardContent | null =>
  card && { ...card.content, table: { ...card.content.table, title: `${card.content.table.title}, ${period}` } }

/** Everything that is drawn of two selections, with its numbers. */
export const useComparison = (dashboard: Dashboard, facts: ChartFacts) => {
  const { lists, areas, compared, overview } = dashboard
  const { t } = facts
  const { sides } = compared
  const by = dashboard.asked.against?.by ?? 'before'
  const [first, second] = [sides?.first ?? dashboard.asked, sides?.second ?? dashboard.asked]
  const firstFacts = useChartFacts({ lists, asked: first, overview: dashboard.lines }) ?? facts
  const secondFacts = useChartFacts({ lists, asked: second, overview: compared.lines }) ?? facts
  const sign = (side: 'first' | 'second'): string =>
    by === 'areas' ? t(`compare.areas_side.${side}`) : (side === 'first' ? firstFacts : secondFacts).period
  const periods = { first: sign('first'), second: sign('second') }
  // A chart has little room for names: what sets them apart comes first.
  const both = useMemo(() => {
    const isBoth = (name: string) => areas.some(area => area.name === name)
    return areasTogether(areas, compared.areas, {
      first: name => (by === 'date' ? `${t('compare.which.after')} · ${name}` : name),
      second: name => (by === 'areas' && !isBoth(name) ? name : `${t(`compare.which.${by}`)} · ${name}`),
    })
  }, [areas, compared.areas, by, t])
  const together = { ...facts, period: by === 'areas' ? facts.period : `${periods.first} | ${periods.second}` }
  const isMoved = by !== 'areas' && by !== 'date'
  const reads = {
    spread: useTogether(dashboard.spread, compared.spread, false),
    lines: useTogether(dashboard.lines, compared.lines, isMoved),
    peaks: useTogether(dashboard.peaks, compared.peaks, false),
  }
  const maps = [dashboard.weekmap, compared.weekmap].map(
    ({ answer }) => answer?.together?.[facts.definition.type.abbreviation],
  )
  return {
    by,
    periods,
    facts: together,
    reads,
    difference: useDifference(compared, areas, facts, periods),
    spread: useSpread(reads.spread, both, together),
    lines: useLines(reads.lines, both, together, first),
    peaks: usePeaks(reads.peaks, both, together),
    sides: [
      {
        side: 'first' as const,
        facts: firstFacts,
        asked: first,
        reads: { weekmap: dashboard.weekmap, correlation: dashboard.correlation, overview },
        weekmap: useWeekmap(dashboard.weekmap, areas, firstFacts, maps[1]),
        correlation: useCorrelation(dashboard.correlation, areas, firstFacts, { asked: first, lists }),
        completeness: useCompleteness(overview, areas, firstFacts),
      },
      {
        side: 'second' as const,
        facts: secondFacts,
        asked: second,
        reads: { weekmap: compared.weekmap, correlation: compared.correlation, overview: compared.overview },
        weekmap: useWeekmap(compared.weekmap, compared.areas, secondFacts, maps[0]),
        correlation: useCorrelation(compared.correlation, compared.areas, secondFacts, { asked: second, lists }),
        completeness: useCompleteness(compared.overview, compared.areas, secondFacts),
      },
    ],
  }
}
export type Comparing = ReturnType<typeof useComparison>

/** Pictures and tables of a comparison, in the order of the screen. */
export const comparedPaper = ({ difference, spread, lines, peaks, sides, periods, by }: Comparing) => ({
  pictures: [
    ...[difference, spread, lines].map(one => one.content),
    ...sides.flatMap(({ side, weekmap, correlation, completeness }) => [
      titled(weekmap, periods[side]),
      titled(correlation, periods[side]),
      // The days of a period that is parted are in one picture.
      by === 'date' && side === 'second' ? null : titled(completeness, periods[side]),
    ]),
  ],
  tables: [difference.content.table, peaks.content.table],
})

interface Props {
  dashboard: Dashboard
  comparing: Comparing
  below: string
  /** A read with what holds up the whole dashboard. */
  of: (read: StatisticsRead) => StatisticsRead
  onChange: ChangeSelection
}

/** Two selections: their difference, both in one chart where one chart can show them, and the others side by side. */
export function ComparedCharts({ dashboard, comparing, below, of, onChange }: Props) {
  const id = useId()
  const { by, periods, facts, reads, difference, spread, lines, peaks, sides } = comparing
  const { t } = facts
  const { causes, overview } = dashboard
  return (
    <div className={classes.grid}>
      <DifferenceCard {...{ difference, periods, facts, below }} read={of(difference.read)} />
      <SpreadCard read={of(reads.spread)} spread={spread} facts={facts} below={below} />
      <LinesCard
        read={of(reads.lines)}
        chart={lines}
        facts={facts}
        below={below}
        onDays={() => onChange({ means: 'day' })}
      />
      <PeaksCard read={of(reads.peaks)} peaks={peaks} facts={facts} below={below} />
      <div className={own.sides}>
        {sides.map(({ side, ...one }) => (
          <section key={side} className={own.side} aria-labelledby={`${id}-${side}`}>
            <h2 id={`${id}-${side}`}>
              {t(`compare.side.${side}`)} <small>{periods[side]}</small>
            </h2>
            <WeekmapCard read={of(one.reads.weekmap)} weekmap={one.weekmap} facts={one.facts} below={below} />
            <CorrelationCard
              read={of(one.reads.correlation)}
              chart={one.correlation}
              facts={one.facts}
              dashboard={{ causes, overview, asked: one.asked }}
              below={below}
              onChange={onChange}
            />
            {!(by === 'date' && side === 'second') && (
              <CompletenessCard
                read={of(one.reads.overview)}
                completeness={one.completeness}
                facts={one.facts}
                below={below}
              />
            )}
          </section>
        ))}
      </div>
    </div>
  )
}
