import { type Interval, mergeIntervals, sharedPart } from '#shared/rules/time/interval.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { shardsOf } from '../../kit/database/cluster.ts'
import { number, readRows } from '../../kit/database/read-rows.ts'
import type { Series } from '../../kit/database/series.ts'
import type { Services } from '../../kit/services.ts'
import { instant, readingsIn, type SeriesSource, scopeOf } from '../readings.ts'
import { KEYS_AVERAGED_OTHERWISE, meanOfKeys } from '../statistics.ts'
import { type ChangedHours, forgetChanged, noteSummed, settledChanges, takeSumming } from './changed-hours-store.ts'
import { type Stores, SUMMED_AFTER_MS } from './changes.ts'
import { hoursAloneUntil } from './horizon.ts'
import { hoursOfReadings } from './hours.ts'
import { SUMMED_COLUMNS } from './summary-table.ts'

/** A run that has not said for so long that it goes on has died with its process. */
const LEASE_MS = 10 * MINUTE_MS
/** Time a run goes on for; the rest is for the next. */
const LONGEST_RUN_MS = 4 * MINUTE_MS
/**
 * Hours summed up by one query where much waits: a day at first, twice as much each time while that is quick, and half as much
 * again once it is not. Readings lie by device, so that a day of a month costs nearly as much as the month: a fleet that needs
 * longer than a few seconds for a day would else read each month thirty times.
 */
const FIRST_SLICE_MS = DAY_MS
const LONGEST_SLICE_MS = 32 * DAY_MS
const QUICK_MS = 30_000
/** Marks that are worked off at once. */
const MAX_CHANGES = 2000

const iso = (time: number): string => new Date(time).toISOString()

/**
 * Sums up the hours that are over, and those again whose values were changed. Of several processes one does it; another that
 * takes over from a dead one has a higher `run`, whose rows count more.
 */
export const sumHours = async ({ db, series, now }: Pick<Services, 'db' | 'series' | 'now'>): Promise<void> => {
  const began = performance.now()
  const isTimeUp = (): boolean => performance.now() - began > LONGEST_RUN_MS
  const taken = await takeSumming(db, iso(now()), iso(now() + LEASE_MS))
  if (!taken) return
  const { run } = taken
  const goOn = (summed_until?: number): Promise<boolean> =>
    noteSummed(db, run, {
      taken_until: iso(now() + LEASE_MS),
      ...(summed_until === undefined ? {} : { summed_until: iso(summed_until) }),
    })
  try {
    const last = Math.floor((now() - SUMMED_AFTER_MS) / HOUR_MS) * HOUR_MS
    let at = taken.summed_until === null ? await firstHour({ db, series }) : Date.parse(taken.summed_until)
    let slice = FIRST_SLICE_MS
    while (at !== null && at < last && !isTimeUp()) {
      const next = Math.min(last, at + slice, monthAfter(at))
      const asked = performance.now()
      await sumAll(series, run, { from: at, until: next })
      if (!(await goOn(next))) return
      const isQuick = performance.now() - asked < QUICK_MS
      slice = isQuick ? Math.min(2 * slice, LONGEST_SLICE_MS) : Math.max(slice / 2, FIRST_SLICE_MS)
      at = next
    }
    while (at !== null && !isTimeUp()) {
      const done = await sumChanged({ db, series, now }, run, at)
      if (done === 0 || !(await goOn())) return
    }
  } finally {
    await noteSummed(db, run, { taken_until: '' })
  }
}

/** Begin of the month after a time: a slice that ends with the month reads the parts of one partition. */
const monthAfter = (time: number): number => {
  const date = new Date(time)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}

/** Hour of the first reading of any device that counts; null without any. */
const firstHour = async ({ db, series }: Pick<Stores, 'db' | 'series'>): Promise<number | null> => {
  const query = `SELECT count() AS count, toUnixTimestamp64Milli(min(time)) AS first FROM measurements
    WHERE device_id > 0 AND time >= ${instant(await hoursAloneUntil(db))}`
  const [found] = await readRows(series, { count: number, first: number }, query)
  return found && found.count > 0 ? Math.floor(found.first / HOUR_MS) * HOUR_MS : null
}

/** Devices one after the other, as they lie in the table, need no memory for all of them. */
const IN_ORDER = 'SETTINGS optimize_aggregation_in_order = 1'

const insertSummaries = (series: Series, query: string, query_params: Record<string, unknown>) =>
  series.command({
    query: `INSERT INTO hour_summaries (device_id, key, time, run, ${SUMMED_COLUMNS}) ${query} ${IN_ORDER}`,
    query_params,
  })

const sumAll = async (series: Series, run: number, { from, until }: Interval): Promise<void> => {
  const readings = `(
    SELECT device_id, key, toUnixTimestamp64Milli(time) AS epoch_ms, value FROM measurements FINAL
    WHERE time >= ${instant(from)} AND time < ${instant(until)}
  )`
  const hours = hoursOfReadings(readings, { groups: ['device_id', 'key'], value: 'value', columns: SUMMED_COLUMNS })
  await insertSummaries(
    series,
    `SELECT device_id, key, fromUnixTimestamp64Milli(toInt64(hour), 'UTC'), ${run}, ${SUMMED_COLUMNS} FROM (${hours})`,
    meanOfKeys(KEYS_AVERAGED_OTHERWISE).params,
  )
}

/** Sums up anew what was changed before the hour `until`. Returns how many marks are worked off. */
const sumChanged = async ({ db, series, now }: Stores, run: number, until: number): Promise<number> => {
  const changes = await settledChanges(db, iso(now()), MAX_CHANGES)
  if (changes.length === 0 || (await isDeleting(series))) return 0
  const sources = sourcesOf(changes, { from: await hoursAloneUntil(db), until })
  if (sources.length > 0) await sumAgain(series, run, sources)
  await forgetChanged(
    db,
    run,
    changes.map(({ id }) => id),
  )
  return changes.length
}

/** Deletions come to their end later than they are answered. */
const isDeleting = async (series: Series): Promise<boolean> => {
  for (const shard of shardsOf(series)) {
    const [unfinished] = await readRows(
      shard,
      { count: number },
      `SELECT count() AS count FROM system.mutations
        WHERE database = currentDatabase() AND table = 'measurements' AND NOT is_done`,
    )
    if ((unfinished?.count ?? 0) > 0) return true
  }
  return false
}

const sourcesOf = (changes: readonly ChangedHours[], within: Interval): SeriesSource[] =>
  [...Map.groupBy(changes, ({ device_id }) => device_id)].flatMap(([deviceId, of]) => {
    const intervals = of.flatMap(({ start, end }) => {
      const [from, to] = [Date.parse(start), Date.parse(end)]
      const whole = { from: Math.floor(from / HOUR_MS) * HOUR_MS, until: Math.ceil(to / HOUR_MS) * HOUR_MS }
      return sharedPart(whole, within) ?? []
    })
    return intervals.length > 0 ? [{ deviceId, ranges: mergeIntervals(intervals) }] : []
  })

/** Hours that hold nothing any more are overwritten by an empty row. */
const sumAgain = async (series: Series, run: number, sources: readonly SeriesSource[]): Promise<void> => {
  const readings = readingsIn({ parts: [sources] })
  const scope = scopeOf({ parts: [sources], prefix: 'hour_' })
  if (!readings || !scope) return
  const hours = hoursOfReadings(`(${readings.query})`, {
    groups: ['device_id', 'key'],
    value: 'value',
    columns: SUMMED_COLUMNS,
  })
  const { within } = scope
  const emptied = SUMMED_COLUMNS.map(column => `${column === 'bin_means' ? 'emptyArrayFloat64()' : '0'} AS ${column}`)
  // A count is in at most one of the new row and the emptied one.
  const newest = SUMMED_COLUMNS.map(column => `argMax(both.${column}, both.count) AS newest_${column}`)
  await insertSummaries(
    series,
    `
    SELECT device_id, key, fromUnixTimestamp64Milli(toInt64(hour), 'UTC'), ${run}, ${newest}
    FROM (
      SELECT device_id, key, hour, ${SUMMED_COLUMNS} FROM (${hours})
      UNION ALL
      SELECT device_id, key, toUnixTimestamp64Milli(time) AS hour, ${emptied}
      FROM hour_summaries ${within.join} WHERE ${within.condition}
    ) AS both
    GROUP BY device_id, key, hour`,
    { ...readings.params, ...scope.params, ...meanOfKeys(KEYS_AVERAGED_OTHERWISE).params },
  )
}
