import { type Interval, mergeIntervals } from '#shared/rules/time/interval.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import type { Database } from '../../kit/database/database.ts'
import type { Services } from '../../kit/services.ts'
import { LEAST_KEPT_MS } from '../kept.ts'
import { horizonsOf, insertChanged } from './changed-hours-store.ts'

export { forgetAllSums } from './changed-hours-store.ts'

/**
 * Values younger than this are stored without a mark; an hour is summed up when it has been over for twice as long. What lies
 * between is time for an insert to end, and for clocks of processes that differ.
 */
export const UNMARKED_MS = HOUR_MS
export const SUMMED_AFTER_MS = 2 * HOUR_MS

/** Time by which a write has ended that was marked before it: no request to the store takes as long. */
const SETTLES_MS = 10 * MINUTE_MS
/** A mark of so long ago covers another write as well. */
const SHARED_MS = SETTLES_MS / 2

/** All times a value can have. */
export const EVER: Interval = { from: Date.UTC(1900, 0, 1), until: Date.UTC(2299, 0, 1) }

export type Stores = Pick<Services, 'db' | 'series' | 'now'>

/** Whole days (numbers since 1970) of each device that somebody is about to change. */
type Days = Map<number, Set<number>>

/** Marks of this process, by device and day, with the time (epoch ms) they were made at: they save writing, and decide nothing. */
const recent = new WeakMap<Database, Map<string, number>>()
const MAX_RECENT = 50_000

const notMarked = (db: Database, days: Days, now: number): Days => {
  const marks = recent.get(db) ?? new Map<string, number>()
  recent.set(db, marks)
  if (marks.size > MAX_RECENT) marks.clear()
  const missing: Days = new Map()
  for (const [device, of] of days)
    for (const day of of) {
      const at = marks.get(`${device} ${day}`)
      if (at !== undefined && at <= now && now - at < SHARED_MS) continue
      missing.set(device, (missing.get(device) ?? new Set()).add(day))
    }
  return missing
}

const intervalsOf = (days: ReadonlySet<number>): Interval[] =>
  mergeIntervals([...days].map(day => ({ from: day * DAY_MS, until: (day + 1) * DAY_MS })))

const iso = (time: number): string => new Date(time).toISOString()

const mark = async ({ db, now }: Stores, intervals: readonly (Interval & { device_id: number })[]): Promise<void> => {
  const settles_at = iso(now() + SETTLES_MS)
  await insertChanged(
    db,
    intervals.map(({ device_id, from, until }) => ({ device_id, start: iso(from), end: iso(until), settles_at })),
  )
}

/**
 * Runs a change of values after the hours are marked that it touches, durably: whatever happens to this process afterwards,
 * they are read from the readings until they were summed up anew. A write that took longer than marks are kept marks again.
 */
const marked = async <Result>(
  stores: Stores,
  intervals: readonly (Interval & { device_id: number })[],
  change: () => Promise<Result>,
): Promise<Result> => {
  if (intervals.length > 0) await mark(stores, intervals)
  const began = stores.now()
  try {
    return await change()
  } finally {
    if (stores.now() - began > SHARED_MS && intervals.length > 0) await mark(stores, intervals)
  }
}

/** Values are of a time of which hours alone are kept: they would be lost, and the hours with them. */
export class BeforeHorizon extends Error {
  override name = 'BeforeHorizon'
}

/** Start (epoch ms) of the time whose values are taken; before all times where all are. */
export const readingsKeptFrom = async (db: Database): Promise<number> => {
  const { readings_from } = await horizonsOf(db)
  return readings_from === null ? Number.NEGATIVE_INFINITY : Date.parse(readings_from)
}

/**
 * Refuses values before the horizon. Asked after their marks were written: who moves it looks for marks after saying so, so one of
 * both sees the other. A row of no device, by which the store is tried, is always taken. Throws BeforeHorizon.
 */
const requireKept = async ({ db, now }: Stores, days: Days): Promise<void> => {
  let first = Number.POSITIVE_INFINITY
  for (const [device, of] of days) if (device > 0) for (const day of of) first = Math.min(first, day * DAY_MS)
  // The horizon begins at a month, so no day is parted by it.
  if (first < now() - LEAST_KEPT_MS && first < (await readingsKeptFrom(db)))
    throw new BeforeHorizon('values are older than single readings are kept')
}

/** Row of a reading: device, measurement and time (epoch ms). */
type Row = readonly [number, string, number, ...unknown[]]

/** Days of rows before a time. Rows of one device come together, so that most cost a comparison each. */
const daysOf = (rows: readonly Row[], before = Number.POSITIVE_INFINITY): Days => {
  const days: Days = new Map()
  let [lastDevice, lastDay] = [Number.NaN, Number.NaN]
  for (const [device, , time] of rows) {
    if (time >= before) continue
    const day = Math.floor(time / DAY_MS)
    if (device === lastDevice && day === lastDay) continue
    const of = days.get(device) ?? new Set<number>()
    days.set(device, of.add(day))
    ;[lastDevice, lastDay] = [device, day]
  }
  return days
}

const byDevice = (days: Days): (Interval & { device_id: number })[] =>
  [...days].flatMap(([device_id, of]) => intervalsOf(of).map(one => ({ device_id, ...one })))

/**
 * Stores rows after marking those that come late. Rows of the present cost a comparison each. Throws BeforeHorizon for rows of
 * a time whose readings are not kept.
 */
export const markedRows = async (
  stores: Stores,
  rows: readonly Row[],
  insert: () => Promise<unknown>,
): Promise<void> => {
  const now = stores.now()
  const late = daysOf(rows, now - UNMARKED_MS)
  const missing = late.size > 0 ? notMarked(stores.db, late, now) : late
  await marked(stores, byDevice(missing), async () => {
    await requireKept(stores, late)
    return insert()
  })
  const marks = recent.get(stores.db)
  for (const [device, of] of missing) for (const day of of) marks?.set(`${device} ${day}`, now)
  // Rows of the present that waited for so long may have been summed up without.
  if (stores.now() - now > SHARED_MS) await mark(stores, byDevice(daysOf(rows)))
}

/** Runs a deletion of a device's values after marking them. */
export const markedDeletion = <Result>(
  stores: Stores,
  deviceId: number,
  within: Interval,
  remove: () => Promise<Result>,
): Promise<Result> => marked(stores, [{ device_id: deviceId, ...within }], remove)
