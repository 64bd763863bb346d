import type { TFunction } from 'i18next'
import type { z } from 'zod'
import type {
  AreaStatistics,
  CorrelationAnswer,
  MeasurementStatistics,
  PeakAnswer,
  StepsAnswer,
  WeekmapAnswer,
} from '#shared/contract/measurements/statistics.ts'
import { ENOUGH_DATA } from '#shared/rules/ingest/frame.ts'
import type { Edges } from '../dashboard/edges.ts'

/** Way in which a number came about, in steps from the place to the result. */
export interface Explanation {
  title: string
  steps: readonly { name: string; lines: readonly string[] }[]
}

/** Words and facts that all explanations of the screen share. */
export interface Explained {
  t: TFunction<'statistics'>
  /** A number as the measurement is shown, with its unit. */
  value: (value: number) => string
  /** A difference of two values of it, with its unit. */
  difference: (value: number) => string
  /** A plain number. */
  number: (value: number, decimals?: number) => string
  /** Name of the measurement. */
  name: string
  /** Period in words, with its months. */
  period: string
  /** Range of values that count; null for all. */
  range: string | null
}

type Figure = keyof Pick<PeakAnswer, 'mean' | 'median' | 'p95' | 'hours_over_limit' | 'in_comfort'> | 'coverage'

type Step = Explanation['steps'][number]

const percentOf = (share: number): number => Math.round(share * 100)

const placeStep = (
  { t }: Explained,
  name: string,
  area: Pick<AreaStatistics, 'location_name' | 'device_ids'>,
): Step => ({
  name: t('explain.place'),
  lines: [`${name}, ${area.location_name}`, t('explain.devices', { count: area.device_ids.length })],
})

const leftOutStep = ({ t, range }: Explained, of: MeasurementStatistics): Step => ({
  name: t('explain.left_out'),
  lines: [
    ...(of.low_coverage_days > 0 ? [t('explain.low_days', { count: of.low_coverage_days })] : []),
    ...(of.empty_days > 0 ? [t('explain.empty_days', { count: of.empty_days })] : []),
    ...(range === null ? [] : [t('explain.outside', { range })]),
    ...(of.low_coverage_days + of.empty_days === 0 && range === null ? [t('explain.nothing_left_out')] : []),
  ],
})

/** `n` is the number of means in the range of values: coverage and days tell of all that were measured. */
const countedStep = ({ t, number }: Explained, of: MeasurementStatistics, n: number): Step => ({
  name: t('explain.counted'),
  lines: [
    t('explain.bins', { count: n, number: number(n) }),
    t('explain.coverage', { share: percentOf(of.coverage) }),
    t('explain.days', { count: of.days, valid: of.valid_days }),
    ...(of.coverage < ENOUGH_DATA ? [t('explain.doubtful')] : []),
  ],
})

/** Steps that lead to any number of an area. */
const stepsOf = (
  explained: Explained,
  name: string,
  area: AreaStatistics,
  of: MeasurementStatistics,
  { how, n }: { how: readonly string[]; n: number },
): Step[] => [
  placeStep(explained, name, area),
  { name: explained.t('explain.period'), lines: [explained.period, area.time_zone] },
  leftOutStep(explained, of),
  countedStep(explained, of, n),
  { name: explained.t('explain.how'), lines: how },
]

const howOf = ({ t, value }: Explained, figure: Figure, of: MeasurementStatistics, edges: Edges): string => {
  if (figure === 'mean') return t(`explain.mean_of.${of.averaging ?? 'arithmetic'}`)
  if (figure === 'hours_over_limit') return t('explain.over', { limit: value(edges.limit ?? 0) })
  if (figure === 'in_comfort') {
    const { low, high } = edges
    if (of.comfort && low !== null && high !== null)
      return t('explain.comfort_by_age', { low: value(low), high: value(high) })
    if (low !== null && high !== null) return t('explain.comfort_between', { low: value(low), high: value(high) })
    return low === null
      ? t('explain.comfort_up_to', { high: value(high ?? 0) })
      : t('explain.comfort_from', { low: value(low) })
  }
  return t(`explain.of.${figure}`)
}

/** Why a cell of the table says what it says. */
export const explainFigure = (
  explained: Explained,
  figure: Figure,
  facts: string,
  place: { name: string; area: AreaStatistics; of: MeasurementStatistics; edges: Edges; n: number },
): Explanation => ({
  title: explained.t('explain.title', { value: facts }),
  steps: [
    ...stepsOf(explained, place.name, place.area, place.of, {
      how: [howOf(explained, figure, place.of, place.edges)],
      n: place.n,
    }),
    { name: explained.t('explain.result'), lines: [`${explained.t(`figure.${figure}`)}: ${facts}`] },
  ],
})

type Box = NonNullable<MeasurementStatistics['box']>

/** Why a box is where it is. */
export const explainBox = (
  explained: Explained,
  place: { name: string; area: AreaStatistics; of: MeasurementStatistics },
  box: Box,
): Explanation => {
  const { t, value, number } = explained
  return {
    title: `${explained.name}, ${place.name}`,
    steps: [
      ...stepsOf(explained, place.name, place.area, place.of, {
        how: [
          t('explain.box'),
          t('explain.quantiles'),
          t('explain.tukey', { low: value(box.whisker_low), high: value(box.whisker_high) }),
        ],
        n: box.n,
      }),
      {
        name: t('explain.result'),
        lines: [
          t('explain.middle_half', { q1: value(box.q1), q3: value(box.q3) }),
          t('explain.whiskers', { p05: value(box.p05), p95: value(box.p95) }),
          `${t('figure.median')}: ${value(box.median)}`,
          ...(box.mean === null ? [] : [`${t('figure.mean')}: ${value(box.mean)}`]),
          t('explain.extremes', { min: value(box.min), max: value(box.max), number: number(box.n), count: box.n }),
        ],
      },
    ],
  }
}

/** Why a cell of the weekday-hour map has its colour. */
export const explainCell = (
  explained: Explained,
  when: string,
  of: { map: WeekmapAnswer; cell: number; places: readonly string[] },
): Explanation => {
  const { t, value, difference } = explained
  const [mean, n, sd] = [of.map.mean[of.cell] ?? null, of.map.n[of.cell] ?? 0, of.map.sd[of.cell] ?? null]
  return {
    title: `${explained.name}, ${when}`,
    steps: [
      { name: t('explain.place'), lines: of.places },
      { name: t('explain.period'), lines: [explained.period, t('explain.local_time')] },
      {
        name: t('explain.counted'),
        lines: [t('explain.hours', { count: n }), ...(n === 1 ? [t('explain.one_hour')] : [])],
      },
      { name: t('explain.how'), lines: [t('explain.weekmap')] },
      {
        name: t('explain.result'),
        lines:
          mean === null
            ? [t('explain.no_hours')]
            : [
                `${t('figure.mean')}: ${value(mean)}`,
                ...(sd === null ? [] : [t('explain.deviation', { value: difference(sd) })]),
              ],
      },
    ],
  }
}

/** Why the lines of a step are where they are. */
export const explainStep = (
  explained: Explained,
  when: string,
  kind: 'hour' | 'day',
  areas: readonly { name: string; steps: StepsAnswer; index: number }[],
): Explanation => {
  const { t, value, number } = explained
  return {
    title: `${explained.name}, ${when}`,
    steps: [
      ...areas.map(({ name, steps, index }) => {
        const mean = steps.mean[index] ?? null
        const lines =
          mean === null
            ? [t('explain.no_mean')]
            : [
                `${t('figure.mean')}: ${value(mean)}`,
                t('explain.readings_between', {
                  min: value(steps.min[index] ?? mean),
                  max: value(steps.max[index] ?? mean),
                }),
                t('explain.bins', { count: steps.bins[index] ?? 0, number: number(steps.bins[index] ?? 0) }),
                t('explain.coverage', { share: percentOf(steps.coverage[index] ?? 0) }),
                ...(steps.valid[index] ? [] : [t(`explain.not_valid.${kind}`)]),
              ]
        return { name, lines }
      }),
      { name: t('explain.how'), lines: [t(`explain.step_of.${kind}`)] },
    ],
  }
}

type Correlation = z.infer<typeof CorrelationAnswer>

/** Why two measurements go together, or why nobody can tell. */
export const explainCorrelation = (
  explained: Explained,
  place: { name: string; area: AreaStatistics; of: MeasurementStatistics },
  of: { correlation: Correlation; cause: string; withoutDayPattern: boolean },
): Explanation => {
  const { t, number } = explained
  const { r, lag_minutes, n, effective, lags, step_minutes, significant } = of.correlation
  const how = [
    t('explain.pearson', { cause: of.cause, name: explained.name, minutes: step_minutes }),
    t('explain.lags', { lags, hours: number(((lags - 1) * step_minutes) / 60) }),
    t('explain.effective', { number: effective === null ? '–' : number(effective) }),
    ...(of.withoutDayPattern ? [t('explain.without_day_pattern')] : []),
    t('explain.no_cause'),
  ]
  return {
    title: t('explain.goes_with', { name: explained.name, cause: of.cause, place: place.name }),
    steps: [
      ...stepsOf(explained, place.name, place.area, place.of, { how, n: place.of.bins }),
      {
        name: t('explain.result'),
        lines:
          r === null
            ? [t('explain.no_r', { count: n })]
            : [
                t('explain.r', { r: number(r, 2), lags }),
                t('explain.lag', { minutes: lag_minutes ?? 0 }),
                t('explain.pairs', { count: n, number: number(n) }),
                t(significant ? 'explain.significant' : 'explain.chance'),
              ],
      },
    ],
  }
}

/** Why a day counts or not. */
export const explainDay = (
  explained: Explained,
  when: string,
  day: { name: string; bins: number; coverage: number; leftOut: boolean },
): Explanation => {
  const { t, number } = explained
  return {
    title: `${day.name}, ${when}`,
    steps: [
      {
        name: t('explain.counted'),
        lines: [
          t('explain.bins', { count: day.bins, number: number(day.bins) }),
          t('explain.coverage', { share: percentOf(day.coverage) }),
        ],
      },
      { name: t('explain.how'), lines: [t('explain.completeness')] },
      { name: t('explain.result'), lines: [t(day.leftOut ? 'explain.day_left_out' : 'explain.day_counts')] },
    ],
  }
}
