import type {
  MeasurementStatistics,
  PeakAnswer,
  StatisticsQuery,
  StepsAnswer,
  WeekmapAnswer,
} from '#shared/contract/measurements/statistics.ts'
import { meanOf } from '#shared/rules/science/mean.ts'
import {
  BIN_MS,
  BINS_AN_HOUR,
  correlationNote,
  lagsOf,
  leastBins,
  strongestOf,
  VALID_DAY_HOURS,
  WEEKMAP_CELLS,
} from '#shared/rules/science/statistics.ts'
import type { Interval } from '#shared/rules/time/interval.ts'
import { lengthOf, lengthWithin } from '#shared/rules/time/interval.ts'
import { nextStepStart, type Segment, stepsOf } from '#shared/rules/time/period.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import type { Series } from '../kit/database/series.ts'
import { Failure } from '../kit/failure.ts'
import { averagingOfKey } from '../series/statistics.ts'
import type { ValueRange } from '../series/summaries/hours.ts'
import { boundariesOf, measurementTypeOf } from '../taxonomy/types.ts'
import { type ChosenArea, type SourceOfArea, sourcesOfKey } from './areas.ts'
import { type Counted, countedDays, type DaysAsked } from './days.ts'
import {
  type Bounds,
  boxes,
  correlations,
  type MeanRow,
  meansBySteps,
  peaks,
  type Ranged,
  weekmaps,
} from './queries.ts'

/** Steps of one answer, of all areas and measurements: what a page can draw, and a server hold. */
const MAX_STEPS = 100_000
/** Pairs of bins that one correlation looks at, of all areas and lags: ten barns for a year. */
const MAX_PAIRS = 40_000_000

/** Areas in one time zone with all that their measurements are read by. */
export interface Zone extends Omit<DaysAsked, 'series' | 'key' | 'parts' | 'minCoverage'> {
  areas: readonly ChosenArea[]
  minCoverage: number | null
}

type Query = Pick<StatisticsQuery, 'calculation' | 'step' | 'cause' | 'without_day_pattern'>

interface Selection {
  series: Series
  zone: Zone
  query: Query
  key: string
  range: ValueRange | null
}

export const isWeather = (key: string): boolean => key.startsWith('weather_')
export const sourcesOf = (area: ChosenArea, key: string): SourceOfArea[] =>
  isWeather(key) ? area.outdoors : sourcesOfKey(area.sources, key)

/** Days of a measurement in each area of a zone, in their order. */
export const countedIn = (series: Series, zone: Zone, key: string): Promise<Counted[]> =>
  countedDays({ ...zone, series, key, parts: zone.areas.map(area => sourcesOf(area, key)) })

/** Statistics of one measurement of the areas of a zone, in their order; null where it was never measured there. */
export const measured = async (
  selection: Selection,
  counted: readonly Counted[],
): Promise<(MeasurementStatistics | null)[]> => {
  const { query, key } = selection
  if (counted.every(({ regular }) => regular.size === 0)) return counted.map(() => null)
  const results = await ofCalculation(selection, counted)
  const type = measurementTypeOf(key)
  const averaging = averagingOfKey(key)
  return counted.map(({ days, regular }, index) => {
    if (regular.size === 0) return null
    const kept = days.filter(day => day.excludedBy === null)
    const [bins, expected] = [sum(kept.map(day => day.bins)), sum(kept.map(day => day.expected))]
    return {
      unit: type?.unit ?? '',
      ...(averaging === 'arithmetic' ? {} : { averaging }),
      bins,
      coverage: shareOf(bins, expected),
      days: kept.filter(day => day.bins > 0).length,
      valid_days: kept.filter(day => day.isValid).length,
      low_coverage_days: days.filter(day => day.excludedBy === 'low_coverage').length,
      empty_days: days.filter(day => day.excludedBy === 'empty').length,
      ...(query.calculation === 'COUNT' ? { completeness: completenessOf(days) } : {}),
      ...results(index),
    }
  })
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const shareOf = (part: number, whole: number): number => (whole > 0 ? Number(Math.min(1, part / whole).toFixed(4)) : 0)

const completenessOf = (days: Counted['days']) => ({
  time: days.map(day => day.from),
  bins: days.map(day => day.bins),
  coverage: days.map(day => shareOf(day.bins, day.expected)),
  left_out: days.map(day => day.excludedBy !== null),
})

type Result = Partial<MeasurementStatistics>

const ofCalculation = async (selection: Selection, counted: readonly Counted[]): Promise<(index: number) => Result> => {
  const { series, query } = selection
  const ranged: Ranged = {
    ...selection.zone,
    key: selection.key,
    parts: counted.map(one => one.sources),
    range: selection.range,
  }
  const least = leastOf(counted)
  switch (query.calculation) {
    case 'COUNT':
      return () => ({})
    case 'BOXPLOT': {
      const rows = new Map((await boxes(series, ranged)).map(({ part, ...box }) => [part, box]))
      return index => ({ box: rows.get(index) ?? null })
    }
    case 'WEEKMAP': {
      const rows = Map.groupBy(await weekmaps(series, { ...ranged, least }), ({ part }) => part)
      return index => ({ weekmap: weekmapFrom(rows.get(index) ?? []) })
    }
    case 'PEAK': {
      const bounds = selection.zone.areas.map(({ area_type_id }) => boundsOf(selection.key, area_type_id))
      const rows = new Map((await peaks(series, { ...ranged, bounds })).map(row => [row.part, row]))
      return index => {
        const [row, bound, one] = [rows.get(index), bounds[index], counted[index]]
        return { peak: row && bound && one ? peakFrom(row, bound, one) : null }
      }
    }
    case 'MEAN': {
      requireFew(counted, selection)
      const rows = Map.groupBy(await meansBySteps(series, { ...ranged, step: query.step, least }), ({ part }) => part)
      return index => ({ steps: stepsFrom(rows.get(index) ?? [], selection, counted[index]) })
    }
    case 'CORRELATION':
      return correlated(selection, counted, ranged)
  }
}

const leastOf = (counted: readonly Counted[]): Map<number, number> =>
  new Map(counted.flatMap(({ regular }) => [...regular].map(([device, bins]) => [device, leastBins(bins)] as const)))

const boundsOf = (key: string, areaTypeId: number): Bounds => {
  const boundaries = boundariesOf(key, areaTypeId)
  const { low_is_bad = false, high_is_bad = false } = boundaries ?? {}
  return {
    limit: boundaries?.limit_value ?? Number.POSITIVE_INFINITY,
    low: (low_is_bad ? boundaries?.low_value : null) ?? Number.NEGATIVE_INFINITY,
    high: (high_is_bad ? boundaries?.high_value : null) ?? Number.POSITIVE_INFINITY,
  }
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)

const peakFrom = (
  row: Awaited<ReturnType<typeof peaks>>[number],
  { limit, low, high }: Bounds,
  { regular }: Counted,
): PeakAnswer => {
  // A bin of a device that sends less often stands for the time until its next.
  const bins = Math.max(1, ...regular.values())
  const hours = (BINS_AN_HOUR / bins) * (BIN_MS / HOUR_MS)
  const hasComfort = Number.isFinite(low) || Number.isFinite(high)
  return {
    n: row.n,
    mean: row.mean,
    median: row.median,
    p95: row.p95,
    max: row.max,
    limit: finite(limit),
    hours_over_limit: Number.isFinite(limit) ? row.over * hours : null,
    low: finite(low),
    high: finite(high),
    in_comfort: hasComfort && row.n > 0 ? row.comfortable / row.n : null,
  }
}

const emptyMap = (): WeekmapAnswer => ({
  mean: new Array(WEEKMAP_CELLS).fill(null),
  n: new Array(WEEKMAP_CELLS).fill(0),
  sd: new Array(WEEKMAP_CELLS).fill(null),
})

const weekmapFrom = (rows: Awaited<ReturnType<typeof weekmaps>>): WeekmapAnswer => {
  const map = emptyMap()
  for (const { cell, mean, n, sd } of rows) {
    map.mean[cell] = mean
    map.n[cell] = n
    map.sd[cell] = sd
  }
  return map
}

/** Weekday-hour maps as one: each hour of each area counts once. */
export const weekmapTogether = (key: string, maps: readonly WeekmapAnswer[]): WeekmapAnswer => {
  const together = emptyMap()
  const averaging = averagingOfKey(key)
  for (let cell = 0; cell < WEEKMAP_CELLS; cell++) {
    const told = maps.flatMap(({ mean, n, sd }) => {
      const [value, count] = [mean[cell] ?? null, n[cell] ?? 0]
      return value === null ? [] : [{ value, count, sd: sd[cell] ?? 0 }]
    })
    const [values, counts] = [told.map(one => one.value), told.map(one => one.count)]
    const all = sum(counts)
    together.n[cell] = all
    together.mean[cell] = meanOf(averaging, values, counts)
    if (all < 2 || averaging !== 'arithmetic') continue
    const middle = sum(told.map(({ value, count }) => value * count)) / all
    const squares = sum(told.map(({ value, count, sd }) => (count - 1) * sd ** 2 + count * (value - middle) ** 2))
    together.sd[cell] = Math.sqrt(squares / (all - 1))
  }
  return together
}

const lengthOfStep = { hour: HOUR_MS, day: DAY_MS } as const

const requireFew = (counted: readonly Counted[], { query }: Selection): void => {
  if (query.step === 'period') return
  const days = sum(counted.map(one => one.days.length))
  if ((days * DAY_MS) / lengthOfStep[query.step] > MAX_STEPS) throw new Failure('too_much_data')
}

const stepsFrom = (rows: readonly MeanRow[], { query, zone }: Selection, counted: Counted | undefined): StepsAnswer => {
  const answer: StepsAnswer = { time: [], mean: [], min: [], max: [], bins: [], coverage: [], valid: [] }
  if (!counted || counted.days.length === 0) return answer
  const byStart = new Map(rows.map(row => [row.start, row]))
  const expected = expectedIn(counted)
  for (const { time, span } of spansOf(query.step, counted, zone.segments)) {
    const row = byStart.get(query.step === 'period' ? 0 : time)
    const [bins, whole] = [row?.bins ?? 0, expected(span)]
    answer.time.push(time)
    answer.mean.push(row?.mean ?? null)
    answer.min.push(row?.min ?? null)
    answer.max.push(row?.max ?? null)
    answer.bins.push(bins)
    answer.coverage.push(shareOf(bins, whole))
    answer.valid.push((row?.valid_hours ?? 0) >= (query.step === 'day' ? VALID_DAY_HOURS : 1))
  }
  return answer
}

/** Bins that all devices of an area would have in a span. */
const expectedIn =
  ({ sources, regular }: Counted) =>
  (span: Interval): number =>
    sum(sources.map(({ deviceId, ranges }) => (lengthWithin(ranges, span) / HOUR_MS) * (regular.get(deviceId) ?? 0)))

/** Steps of the days of an area; those left out are there, without a value. */
const spansOf = (
  step: Query['step'],
  { days }: Counted,
  segments: readonly Segment[],
): { time: number; span: Interval }[] => {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const whole = { from: first.from, until: last.until }
  if (step === 'period') return [{ time: whole.from, span: whole }]
  const seconds = lengthOfStep[step] / 1000
  const starts = stepsOf(whole.from, whole.until, seconds, segments)
  return starts.map(time => ({ time, span: { from: time, until: nextStepStart(time, seconds, segments) } }))
}

/** Correlations of a cause with this measurement: the strongest with its lag, and means of both in the same steps. */
const correlated = async (
  selection: Selection,
  counted: readonly Counted[],
  effect: Ranged,
): Promise<(index: number) => Result> => {
  const { series, zone, query, key } = selection
  const causeKey = query.cause ?? key
  const parts = zone.areas.map(area => sourcesOf(area, causeKey))
  requireFew(counted, selection)
  const hourly = isWeather(key) || isWeather(causeKey)
  const step = hourly ? HOUR_MS : BIN_MS
  const lags = lagsOf(step)
  const length = sum(counted.flatMap(({ sources }) => sources.flatMap(({ ranges }) => ranges.map(lengthOf))))
  if ((length / step) * lags > MAX_PAIRS) throw new Failure('too_much_data')
  const cause: Ranged = { ...effect, key: causeKey, parts, range: null }
  const [{ lagged, persistence }, ys, xs] = await Promise.all([
    correlations(series, { cause, effect, step, lags, withoutDayPattern: query.without_day_pattern ?? false }),
    meansBySteps(series, { ...effect, step: query.step, least: leastOf(counted) }),
    meansBySteps(series, { ...cause, step: query.step, least: null }),
  ])
  const ofLags = Map.groupBy(lagged, ({ part }) => part)
  const [ofY, ofX] = [Map.groupBy(ys, ({ part }) => part), Map.groupBy(xs, ({ part }) => part)]
  return index => {
    const one = counted[index]
    const mine = (ofLags.get(index) ?? []).map(row => ({ ...row, r: row.r ?? Number.NaN }))
    const best = strongestOf(mine, {
      resolution: [resolutionOf(causeKey), resolutionOf(key)],
      persistence: [persistence.cause.get(index) ?? 0, persistence.effect.get(index) ?? 0],
    })
    const causes = new Map((ofX.get(index) ?? []).map(row => [row.start, row.mean]))
    const expected = one ? expectedIn(one) : () => 0
    const spans = new Map(
      (one ? spansOf(query.step, one, zone.segments) : []).map(({ time, span }) => [
        query.step === 'period' ? 0 : time,
        span,
      ]),
    )
    const points = (ofY.get(index) ?? []).flatMap(({ start, mean, bins }) => {
      const x = causes.get(start) ?? null
      const span = spans.get(start)
      return x === null || mean === null
        ? []
        : [{ start, x, y: mean, coverage: span ? shareOf(bins, expected(span)) : 0 }]
    })
    return {
      correlation: {
        r: best?.r ?? null,
        lag_minutes: best ? (best.lag * step) / 60_000 : null,
        n: best?.n ?? mine[0]?.n ?? 0,
        effective: best?.effective ?? null,
        significant: best?.significant ?? false,
        note: correlationNote(mine, best),
        step_minutes: step / 60_000,
        lags,
        time: points.map(point => point.start),
        x: points.map(point => point.x),
        y: points.map(point => point.y),
        coverage: points.map(point => point.coverage),
      },
    }
  }
}

/** Smallest difference a sensor of a measurement can tell: the last digit that is shown of it. */
const resolutionOf = (key: string): number => 10 ** -(measurementTypeOf(key)?.decimals ?? 0)
