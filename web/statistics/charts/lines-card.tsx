import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ceilingOf, isFromZero } from '#shared/rules/charts/axis.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { dateTimeAt, localDateAt } from '#shared/rules/time/wall-clock.ts'
import { ClimateChart } from '../../charts/climate-chart.tsx'
import { type Cursor, createCursor, useCursorIndex } from '../../charts/control/cursor.ts'
import { chartOption } from '../../charts/drawing/chart-option.ts'
import { type Plot, plotOf } from '../../charts/drawing/chart-scale.ts'
import type { ChartSpec, ChartType } from '../../charts/drawing/chart-spec.ts'
import { entryOf } from '../../charts/drawing/picture.ts'
import { useIsDesktop, usePhone } from '../../kit/browser/is-desktop.ts'
import { dayIn, momentIn, unitFor } from '../../kit/language/viewer-formats.ts'
import { useNow } from '../../kit/time/now.ts'
import { AreaMark } from '../dashboard/area-mark.tsx'
import type { ChartArea } from '../dashboard/areas.ts'
import type { CardContent } from '../dashboard/card-content.ts'
import { ChartCard } from '../dashboard/chart-card.tsx'
import { type Answered, answeredIn, type ChartFacts } from '../dashboard/chart-facts.ts'
import classes from '../dashboard/dashboard.module.css'
import { sharedComfort, sharedEdges } from '../dashboard/edges.ts'
import type { StatisticsRead } from '../dashboard/queries.ts'
import type { Asked } from '../dashboard/selection.ts'
import { useExplain } from '../numbers/explain.tsx'
import { explainStep } from '../numbers/explanation.ts'
import { correlationHeight } from './correlation-card.tsx'
import { spreadApart } from './end-labels.ts'
import { type LineFrame, lineFrame } from './line-frame.ts'

/** px on a narrow screen. */
const HEIGHT = 228
/** Room for names at the ends of the lines (design §8.4). */
const ROOM = 124

type WithSteps = Answered & { steps: NonNullable<Answered['of']['steps']> }

const stepKind = (asked: Asked): 'hour' | 'day' => (asked.means === 'hour' ? 'hour' : 'day')

export const useLines = (
  read: StatisticsRead,
  areas: readonly ChartArea[],
  facts: ChartFacts,
  asked: Asked,
  { type = 'line', marks }: { type?: ChartType; marks?: ChartSpec['marks'] } = {},
) => {
  const { t: words } = useTranslation('measurements')
  const { t, name, unit, decimals, language } = facts
  const phone = usePhone()
  const now = Math.floor(useNow(MINUTE_MS) / MINUTE_MS) * MINUTE_MS
  const kind = stepKind(asked)
  const { answer } = read
  const answered = useMemo<WithSteps[]>(
    () =>
      answer
        ? answeredIn(answer, areas, facts.definition.type.abbreviation).flatMap(one =>
            one.of.steps ? [{ ...one, steps: one.of.steps }] : [],
          )
        : [],
    [answer, areas, facts.definition],
  )
  const lines = useMemo(
    () =>
      answer
        ? lineFrame(
            answered.map(({ answered: { time_zone }, of, steps }) => ({
              timeZone: time_zone,
              unit: of.unit,
              coverage: of.coverage,
              steps,
            })),
            answer,
            kind,
          )
        : null,
    [answer, answered, kind],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are those of the language
  const spec = useMemo((): ChartSpec | null => {
    if (!lines) return null
    const shared = sharedEdges(answered.map(({ area, of }) => facts.edgesOf(area, of)))
    const byAge = sharedComfort(answered.map(({ of }) => of))
    const highest = Math.max(...lines.columns.flatMap(({ max, mean }) => [...max, ...mean]).map(value => value ?? 0))
    // A limit far above all that was measured would press the lines together.
    const limit = shared?.limit != null && shared.limit <= highest * 1.6 ? shared.limit : null
    return {
      frame: lines.frame,
      lines: answered.map(({ area }, index) => ({
        key: String(area.id),
        name: area.name,
        // The scale is made for the mean, which alone is drawn.
        series: { ...columnsOf(lines, index), min: columnsOf(lines, index).mean, max: columnsOf(lines, index).mean },
        before: null,
        slot: area.slot,
        isCompared: area.isSecond === true,
      })),
      setPoints: [],
      now,
      comfort: byAge ? { low: null, high: null } : { low: shared?.low ?? null, high: shared?.high ?? null },
      ...(byAge ? { comfortByAge: byAge } : {}),
      limit,
      limitLabel: limit === null ? '' : t('limit', { value: facts.edge(limit) }),
      clockChangeLabel: words('clock_change'),
      ...(marks ? { marks } : {}),
      fromZero: isFromZero(facts.definition.quantity),
      ceiling: ceilingOf(facts.definition.quantity),
      showBand: false,
      type,
      language,
      unit,
      ...(phone ? {} : { right: ROOM }),
    }
  }, [lines, answered, language, phone, now, type, marks])
  const stepText = (time: number): string => {
    return (kind === 'day' ? dayIn : momentIn)(time, lines?.frame.time_zone ?? 'UTC')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are those of the language
  const content = useMemo((): CardContent | null => {
    if (!spec || !lines) return null
    const { right: _, ...onPaper } = spec
    return {
      table: {
        title: `${t(`lines.title.${kind}`)}: ${name}`,
        unit,
        columns: [
          { head: t(`lines.step.${kind}`) },
          ...answered.flatMap(({ area }) => [
            { head: area.name, decimals },
            { head: t('lines.coverage_of', { area: area.name }), unit: '', decimals: 0 },
          ]),
        ],
        rows: lines.frame.time.map((time, index) => [
          (kind === 'day' ? localDateAt : dateTimeAt)(time, lines.frame.time_zone),
          ...answered.flatMap(({ steps }, line) => {
            const place = lines.places[line]?.[index] ?? -1
            const coverage = steps.coverage[place]
            return [steps.mean[place] ?? null, coverage === undefined ? null : coverage * 100]
          }),
        ]),
      },
      picture: {
        draw: ({ width, height, scheme }) => chartOption(onPaper, plotOf(onPaper, width, height), scheme),
        foot: t('lines.foot'),
        entries: answered.map(({ area }) => entryOf(area.name, area.slot, area.isSecond)),
      },
    }
  }, [spec, lines, answered, name, language])
  return { answered, lines, spec, content, kind, stepText }
}

const columnsOf = ({ columns }: LineFrame, index: number) => {
  const found = columns[index]
  if (!found) throw new RangeError(`no line ${index}`)
  return found
}

interface Props {
  read: StatisticsRead
  chart: ReturnType<typeof useLines>
  facts: ChartFacts
  below: string
  /** Shows days where hours are too many. */
  onDays?: () => void
  /** Choice of another kind of chart. */
  controls?: ReactNode
}

/** Means of each step, a line for each area; broken where there is nothing, or where a day was left out. */
export function LinesCard({ read, chart, facts, below, onDays, controls }: Props) {
  const { answered, lines, spec, content, kind, stepText } = chart
  const { t, value, name, unit } = facts
  const explain = useExplain()
  const phone = usePhone()
  const isDesktop = useIsDesktop()
  const cursor = useMemo(createCursor, [])
  // The height is that of the card beside it.
  const height = isDesktop ? Math.max(HEIGHT, correlationHeight(answered.length)) : HEIGHT
  const low = answered.reduce((sum, { of }) => sum + of.low_coverage_days, 0)
  const empty = answered.reduce((sum, { of }) => sum + of.empty_days, 0)
  const gaps = [
    ...(low > 0 ? [t('lines.low', { count: low })] : []),
    ...(empty > 0 ? [t('lines.empty', { count: empty })] : []),
  ]
  const marksAt = (index: number): string[] => {
    const { time = [], step_seconds = 0 } = lines?.frame ?? {}
    const from = time[index] ?? 0
    const until = time[index + 1] ?? from + step_seconds * 1000
    return (spec?.marks ?? []).filter(mark => mark.time >= from && mark.time < until).map(({ label }) => label)
  }
  const sayAt = (index: number): string =>
    [
      stepText(lines?.frame.time[index] ?? 0),
      ...marksAt(index),
      ...answered.map(({ area }, line) => {
        const mean = lines?.columns[line]?.mean[index] ?? null
        return `${area.name} ${mean === null ? t('weekmap.none') : value(mean)}`
      }),
    ].join(', ')
  const onPick = (index: number) => {
    const of = answered.map(({ area, steps }, line) => ({
      name: area.name,
      steps,
      index: lines?.places[line]?.[index] ?? -1,
    }))
    explain(explainStep(facts, stepText(lines?.frame.time[index] ?? 0), kind, of))
  }
  return (
    <ChartCard
      name={t(`lines.title.${kind}`)}
      unit={`${name} ${unitFor(unit)}`}
      controls={controls}
      note={gaps.length > 0 && t('lines.gaps', { why: gaps.join(', ') })}
      read={read}
      height={height}
      nothing={spec ? undefined : t('nothing')}
      remedy={kind === 'hour' && onDays ? { label: t('lines.days_instead'), take: onDays } : undefined}
      content={content}
      below={below}
      foot={t('press_to_explain')}
    >
      {spec && lines && (
        <>
          <ClimateChart
            spec={spec}
            cursor={cursor}
            height={height}
            label={t('lines.label', { name, areas: answered.map(({ area }) => area.name).join(', ') })}
            sayAt={sayAt}
            onPick={onPick}
            overlay={plot => !phone && <Ends {...{ plot, cursor, lines, answered, facts, stepText }} />}
          />
          {phone && <LineLegend {...{ cursor, lines, answered, facts, stepText }} />}
        </>
      )}
    </ChartCard>
  )
}

interface Lines {
  cursor: Cursor
  lines: LineFrame
  answered: readonly WithSteps[]
  facts: ChartFacts
  stepText: (time: number) => string
}

/** Names at the ends of the lines, with their values where the cursor stands. */
function Ends({ plot, cursor, lines, answered, facts, stepText }: Lines & { plot: Plot }) {
  const { figure } = facts
  const index = useCursorIndex(cursor, lines.frame.time)
  const lasts = lines.columns.map(({ mean }) => mean.findLast(value => value !== null) ?? null)
  const heights = spreadApart(
    lasts.map(last => (last === null ? plot.top + plot.height : plot.y(last))),
    plot.top + 4,
    plot.top + plot.height - 4,
  )
  return (
    <>
      {index !== null && (
        <span className={classes.at} style={{ left: plot.left + plot.width + 8 }}>
          {stepText(lines.frame.time[index] ?? 0)}
        </span>
      )}
      {answered.map(({ area }, line) => {
        const value = index === null ? null : (lines.columns[line]?.mean[index] ?? null)
        return (
          <span
            key={area.id}
            className={classes.end}
            title={area.name}
            style={{ left: plot.left + plot.width + 6, top: heights[line], width: plot.right - 6 }}
          >
            <AreaMark slot={area.slot} isSecond={area.isSecond} line />
            <span className={classes.endName}>{area.name}</span>
            {index !== null && <b className="bm-num">{value === null ? '–' : figure(value)}</b>}
          </span>
        )
      })}
    </>
  )
}

/** Names of the lines below a chart that has no room for them at its right. */
function LineLegend({ cursor, lines, answered, facts, stepText }: Lines) {
  const { figure } = facts
  const index = useCursorIndex(cursor, lines.frame.time)
  return (
    <ul className={classes.legend}>
      {index !== null && <li className="bm-muted">{stepText(lines.frame.time[index] ?? 0)}</li>}
      {answered.map(({ area }, line) => {
        const value = index === null ? null : (lines.columns[line]?.mean[index] ?? null)
        return (
          <li key={area.id}>
            <AreaMark slot={area.slot} isSecond={area.isSecond} line /> {area.name}
            {index !== null && <b className="bm-num"> {value === null ? '–' : figure(value)}</b>}
          </li>
        )
      })}
    </ul>
  )
}
