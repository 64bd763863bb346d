import { MAX_READINGS, type Why, whyEndpoints } from '#shared/contract/measurements/why.ts'
import { elementAt } from '#shared/rules/collections/elements.ts'
import { correctionsFrom } from '#shared/rules/data-quality/calibration.ts'
import type { Interval } from '#shared/rules/time/interval.ts'
import type { Span } from '#shared/rules/time/rental.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { holds, isSeen, placesSeenBy, visiblePeriods } from '../devices/access.ts'
import { calibrationsOf } from '../devices/calibrations.ts'
import { deviceNames } from '../devices/devices.ts'
import { placementsOfDevices } from '../devices/placement/placements.ts'
import { importedFile } from '../imports/access.ts'
import type { Database } from '../kit/database/database.ts'
import { fromJson } from '../kit/database/json.ts'
import { Failure } from '../kit/failure.ts'
import { serve } from '../kit/http/serve.ts'
import type { Caller } from '../locations/access.ts'
import { faultsOf, suspectIntervalsIn } from '../series/faults.ts'
import type { SeriesSource } from '../series/readings.ts'
import { rangesIn, type SeriesTarget, seriesTarget } from '../series/target.ts'
import { measurementTypeOf } from '../taxonomy/types.ts'
import { type ExplainedReading, newestExplainedReadings, newestOf, summaryOfReadings } from './why-store.ts'

const MAX_MS = 370 * DAY_MS
/**
 * Measurements that a device sends of its supply and its radio, and how long before a value they still tell something.
 */
const STATE_KEYS = ['battery', 'bat_volt', 'rssi', 'snr']
const STATE_MS = 7 * DAY_MS

export const whyRoutes = serve(whyEndpoints, {
  explainValue: async ({ query }, context): Promise<Why> => {
    const { db, series, user, now, t } = context
    const { measurement } = query
    const interval = { from: Date.parse(query.from), until: Date.parse(query.until) }
    if (interval.until <= interval.from || interval.until - interval.from > MAX_MS)
      throw new Failure('no_valid_input', { fields: { until: [t('fields.invalid_time')] } })
    const target = await seriesTarget(db, user, query, now())
    const sources = sourcesIn(target, interval)
    if (sources.length === 0) throw new Failure('outside_subscription')
    const ids = sources.map(({ deviceId }) => deviceId)
    const unit = measurementTypeOf(measurement)?.unit ?? ''
    const visible = await visiblePeriods(db, user)
    const found = await calibrationsIn(db, visible, ids, measurement, interval)
    const without = query.without_faults ? await suspectIntervalsIn(db, ids, interval.from, interval.until) : []
    const selection = { sources, measurement, corrections: found.corrections, without }
    const before = (ms: number) => sourcesIn(target, { from: interval.until - ms, until: interval.until })
    const lately = interval.until - interval.from < DAY_MS ? before(DAY_MS) : sources
    const [summary, newest, state, faults, devices] = await Promise.all([
      summaryOfReadings(series, selection),
      newestExplainedReadings(series, { ...selection, sources: lately }, MAX_READINGS),
      newestOf(series, before(STATE_MS), STATE_KEYS),
      faultsIn(db, sources, measurement, interval),
      devicesIn(db, user, sources, interval),
    ])
    const interval_seconds = Math.max(target.uploadInterval, usualInterval(newest))
    const readings = newest.filter(({ time }) => time >= interval.from)
    const expected = (Math.min(interval.until, now()) - interval.from) / 1000 / interval_seconds
    return {
      measurement,
      unit,
      from: query.from,
      until: query.until,
      time_zone: target.zone,
      count: summary.count,
      left_out: summary.all - summary.count,
      value: summary.value,
      raw: summary.raw,
      interval_seconds,
      coverage: Math.min(1, summary.count / Math.max(1, expected)),
      devices,
      calibrations: found.calibrations,
      faults,
      imports: await importsOf(db, visible, readings),
      device_state: state.map(({ time, ...one }) => ({
        ...one,
        unit: measurementTypeOf(one.measurement)?.unit ?? '',
        time: iso(time),
      })),
      readings: readings.map(({ time, import_id, ...one }) => ({
        ...one,
        time: iso(time),
        import_id: import_id === 0 ? null : import_id,
      })),
    }
  },
})

const iso = (time: number): string => new Date(time).toISOString()

const sourcesIn = ({ parts }: SeriesTarget, interval: Interval): SeriesSource[] =>
  parts
    .map(({ deviceId, spans }) => ({ deviceId, ranges: rangesIn(spans, interval) }))
    .filter(({ ranges }) => ranges.length > 0)

/** Median of the seconds between two readings of a device, 0 with fewer than two. */
const usualInterval = (readings: readonly ExplainedReading[]): number => {
  const gaps = [...Map.groupBy(readings, ({ device_id }) => device_id).values()].flatMap(of =>
    of.slice(1).map((older, index) => (elementAt(of, index).time - older.time) / 1000),
  )
  return gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0
}

/** The calibrations that hold in the interval, and what they add. */
const calibrationsIn = async (
  db: Database,
  visible: Map<number, Span[]>,
  deviceIds: number[],
  measurement: string,
  { from, until }: Interval,
) => {
  const rows = (await Promise.all(deviceIds.map(id => calibrationsOf(db, id))))
    .flat()
    .filter(row => row.undone_at === null && row.measurement === measurement)
  // The later named of two from the same time holds.
  const all = rows.toReversed()
  const corrections = correctionsFrom(all).filter(one => one.from < until && (one.until === null || one.until > from))
  const calibrations = corrections.flatMap(one => {
    // A rental that another interrupted goes on after it: it began earlier than this part of it.
    const row = all.findLast(
      ({ device_id, valid_from, holds_until }) =>
        device_id === one.device_id &&
        Date.parse(valid_from) <= one.from &&
        (holds_until === null || Date.parse(holds_until) > one.from),
    )
    const isWhole = row && holds(visible.get(row.device_id) ?? [], row.valid_from)
    return row
      ? {
          id: row.id,
          device_id: row.device_id,
          method: row.method,
          offset: row.offset,
          valid_from: row.valid_from,
          valid_until: one.until === null ? null : iso(one.until),
          created_at: row.created_at,
          // Names of who made it before the device was the caller's are not theirs to know.
          created_by: isWhole ? row.created_by_name : null,
        }
      : []
  })
  return { corrections, calibrations }
}

const faultsIn = async (db: Database, sources: SeriesSource[], measurement: string, { from, until }: Interval) => {
  const found = await Promise.all(sources.map(({ deviceId }) => faultsOf(db, deviceId, iso(from), iso(until))))
  const isSeen = ({ device_id, start, end }: { device_id: number; start: string; end: string }) =>
    sources
      .find(({ deviceId }) => deviceId === device_id)
      ?.ranges.some(range => Date.parse(start) < range.until && Date.parse(end) >= range.from)
  return found.flat().filter(fault => fault.measurement === measurement && isSeen(fault))
}

/** The devices with the last place in the interval that the caller sees. */
const devicesIn = async (db: Database, user: Caller, sources: SeriesSource[], { from, until }: Interval) => {
  const ids = sources.map(({ deviceId }) => deviceId)
  const seen = await placesSeenBy(db, user)
  const placements = (await placementsOfDevices(db, ids)).filter(
    one => isSeen(seen, one) && one.start < iso(until) && (one.end === null || one.end > iso(from)),
  )
  return (await deviceNames(db, ids)).map(({ id, name, device_name }) => {
    const place = placements.findLast(({ device_id }) => device_id === id)
    return {
      device_id: id,
      name,
      device_name,
      location_name: place?.location_name ?? null,
      area_name: place?.area_name ?? null,
    }
  })
}

/** The imports that the caller sees as a whole: of those that reach beyond it, the file is not theirs to know. */
const importsOf = async (db: Database, visible: Map<number, Span[]>, readings: readonly ExplainedReading[]) => {
  const ids = [...new Set(readings.map(({ import_id }) => import_id))].filter(id => id > 0)
  const rows = await Promise.all(ids.map(id => importedFile(db, id)))
  return rows.flatMap(row => {
    const { from, until } = row?.counts ? fromJson(row.counts) : {}
    const isWhole = row && from && until && holds(visible.get(row.device_id) ?? [], from, until)
    return isWhole ? { id: row.id, file_name: row.file_name, created_by: row.created_by_name } : []
  })
}
