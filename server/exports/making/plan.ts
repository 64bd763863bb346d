import type { Language } from '#shared/contract/fixed.ts'
import { type ExportInput, MAX_VALUES } from '#shared/contract/measurements/exports.ts'
import { elementAt } from '#shared/rules/collections/elements.ts'
import type { Correction } from '#shared/rules/data-quality/calibration.ts'
import { daysOf, exportStepOf } from '#shared/rules/science/averaging.ts'
import { type Interval, toInterval } from '#shared/rules/time/interval.ts'
import { periodOf, segmentsOf } from '#shared/rules/time/period.ts'
import { HOUR_MS, SECOND_MS } from '#shared/rules/time/units.ts'
import { placesSeenBy } from '../../devices/access.ts'
import { correctionsOf } from '../../devices/calibrations.ts'
import { deviceNames } from '../../devices/devices.ts'
import { type PlacementRow, placementsOfDevices, placementsOfIds } from '../../devices/placement/placements.ts'
import { readablePeriods, readableWithin } from '../../devices/readable.ts'
import { Failure } from '../../kit/failure.ts'
import type { Words } from '../../kit/language.ts'
import { readPeriod } from '../../kit/period.ts'
import type { Services } from '../../kit/services.ts'
import type { Caller } from '../../locations/access.ts'
import { type SuspectInterval, suspectIntervalsIn } from '../../series/faults.ts'
import { hoursAloneUntil } from '../../series/summaries/horizon.ts'
import { MEASUREMENT_TYPES, measurementTypeOf } from '../../taxonomy/types.ts'
import { countValues, type Estimate, estimate, type ValueCount } from './counting.ts'
import { type ExportSource, type PlacedInterval, placedIntervalsOf, sourceZoneOf } from './placed-intervals.ts'

/** Plan of an export: everything that is decided before the first value is read. */
export interface ExportPlan extends Estimate {
  input: ExportInput
  language: Language
  /** Epoch ms, on the clocks of the first device's place. */
  from: number
  until: number
  zone: string
  days: number
  /** Seconds one value stands for; null where every value is kept. */
  step: number | null
  intervals: PlacedInterval[]
  corrections: readonly Correction[]
  /** Readings left out. */
  without: readonly SuspectInterval[]
  counted: ValueCount[]
  /** Time (epoch ms) before which hours are all that is kept, and a file has means of at least that long. */
  aloneUntil: number
  /** Columns of values, in the order of the taxonomy. */
  keys: string[]
  /** All measurements that have values in the period, in the same order. */
  present: string[]
}

interface Asking extends Pick<Services, 'db' | 'series' | 'now'> {
  user: Caller
  language: Language
  t: Words
}

const order = new Map<string, number>(MEASUREMENT_TYPES.map(({ abbreviation }, index) => [abbreviation, index]))
const inOrder = (keys: Iterable<string>): string[] =>
  [...new Set(keys)].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))

/**
 * Reads what may be seen of what is asked, and counts it. Throws not_found for what is not the caller's to know of, and
 * outside_subscription when a device named has nothing in the period.
 */
export const planExport = async (input: ExportInput, asking: Asking): Promise<ExportPlan> => {
  const { db, series, user, now, language, t } = asking
  if (input.measurements?.some(key => !measurementTypeOf(key)))
    throw new Failure('no_valid_input', { fields: { measurements: [t('fields.unknown_reference')] } })
  const seen = await placesSeenBy(db, user)
  const sources = await sourcesOf(input, asking)
  const spans = sources.map(source => periodIn(input, sourceZoneOf(source), now(), t))
  const intervals = sources.flatMap((source, index) => {
    const found = placedIntervalsOf(source, elementAt(spans, index), seen, t)
    if (found.length === 0) throw new Failure('outside_subscription')
    return found
  })
  const { from, until } = elementAt(spans, 0)
  const zone = sourceZoneOf(elementAt(sources, 0))
  const days = daysOf(from, until, segmentsOf(from, until, zone))
  const aloneUntil = await hoursAloneUntil(db)
  const step = stepKept(Math.max(exportStepOf(days) ?? 0, input.step_seconds ?? 0) || null, intervals, aloneUntil)
  const all = await countValues(series, intervals, aloneUntil)
  const present = inOrder(all.map(({ key }) => key))
  const keys = input.measurements ? inOrder(input.measurements) : present
  const counted = all.filter(({ key }) => keys.includes(key))
  const deviceIds = [...new Set(intervals.map(({ deviceId }) => deviceId))]
  const corrections = input.raw ? [] : await correctionsOf(db, deviceIds)
  const without = input.without_faults ? await suspectIntervalsIn(db, deviceIds, from, until) : []
  const known = {
    input,
    language,
    from,
    until,
    zone,
    days,
    step,
    intervals,
    corrections,
    without,
    counted,
    aloneUntil,
    keys,
    present,
  }
  return { ...known, ...estimate(counted, step) }
}

/** Tells whether some of the time of a file is kept by the hour alone. */
export const isByHours = (intervals: readonly Interval[], aloneUntil: number): boolean =>
  intervals.some(({ from }) => from < aloneUntil)

/** Step (seconds) that a file can have: an hour at least where some of its time is kept by the hour alone. */
export const stepKept = (step: number | null, intervals: readonly Interval[], aloneUntil: number): number | null =>
  isByHours(intervals, aloneUntil) ? Math.max(step ?? 0, HOUR_MS / SECOND_MS) : step

/** Refuses more values than a file may hold, before it is begun. */
export const requireNotTooMuch = (plan: ExportPlan, t: Words): void => {
  if (plan.values <= MAX_VALUES) return
  const count = (value: number) => value.toLocaleString('en').replaceAll(',', '\u202F')
  const sentence = t('exports.too_much', { values: count(plan.values), limit: count(MAX_VALUES) })
  throw new Failure('too_much_data', { fields: { measurements: [sentence] } })
}

const periodIn = (input: ExportInput, zone: string, now: number, t: Words): Interval =>
  readPeriod(() => periodOf(input, now, zone), t)

const sourcesOf = async (input: ExportInput, { db, user }: Asking): Promise<ExportSource[]> => {
  const readable = await readablePeriods(db, user)
  const stays = input.location_research_ids?.length ? await staysOf(input.location_research_ids, db) : null
  const ids = stays?.map(({ device_id }) => device_id) ?? [...new Set(input.device_ids)]
  const placements = Map.groupBy(await placementsOfDevices(db, ids), row => row.device_id)
  const names = new Map((await deviceNames(db, ids)).map(row => [row.id, row]))
  return ids.map((deviceId, index) => {
    const periods = readable.get(deviceId)
    const named = names.get(deviceId)
    if (!periods || !named) throw new Failure('not_found')
    const of = placements.get(deviceId) ?? []
    const placement = stays?.[index] ?? null
    if (placement && readableWithin(periods, toInterval(placement)).length === 0) throw new Failure('not_found')
    return { deviceId, device: named.device_name, name: named.name, periods, placements: of, placement }
  })
}

const staysOf = async (ids: number[], db: Asking['db']): Promise<PlacementRow[]> => {
  const found = new Map((await placementsOfIds(db, ids)).map(row => [row.id, row]))
  return [...new Set(ids)].map(id => {
    const placement = found.get(id)
    if (!placement) throw new Failure('not_found')
    return placement
  })
}
