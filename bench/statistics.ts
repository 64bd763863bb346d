import { join } from 'node:path'
import { segmentsOf } from '#shared/rules/time/period.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { openCatalogue } from '../server/kit/database/database.ts'
import { migrate } from '../server/kit/database/migrate.ts'
import { number, readRows } from '../server/kit/database/read-rows.ts'
import { openSeries, type Series } from '../server/kit/database/series.ts'
import {
  insertMeasurements,
  type MeasurementRow,
  measurementSteps,
  mergePastMonths,
} from '../server/series/measurement-rows.ts'
import { sameRange } from '../server/series/readings.ts'
import { createMeasurementTables } from '../server/series/schema.ts'
import type { Stores } from '../server/series/summaries/changes.ts'
import { summedHoursOf } from '../server/series/summaries/clean-hours.ts'
import { hoursIn } from '../server/series/summaries/hours.ts'
import { SUMMED_COLUMNS } from '../server/series/summaries/summary-table.ts'
import { sumHours } from '../server/series/summaries/summing.ts'
import { loadMessage } from '../simulator/sending/load.ts'
import { median } from './table.ts'

/** Fills a store, sums it up as the server does, and asks the engine the plainest queries for what the server is asked for. */
export interface StatisticsTask {
  folder: string
  devices: number
  days: number
  /** End of the data, epoch ms. */
  until: number
  runs: number
  /** Sums up the last hour alone, and nothing else. */
  hourOnly?: boolean
  /** Fills the store and sums it up, and asks nothing. */
  fillOnly?: boolean
  /** Readings that come late, at random times; then summaries are compared with readings, and nothing else is done. */
  late?: number
}

/** Charts of all placements. */
export type BenchedChart = keyof StatisticsResult['bare']

export interface StatisticsResult {
  /** ms */
  yearSummed: number
  yearUnmerged: number
  yearRead: number
  /** ms of the plainest queries in their best form. */
  bare: Record<'WEEKMAP' | 'BOXPLOT' | 'PEAK' | 'MEAN' | 'COUNT' | 'YEAR_OF_BOXES' | 'CORRELATION', number>
  /** CPU ms of summing up one hour, and what it took of the clock. */
  hour: { cpu: number; took: number }
  /** Hours compared, those that one side alone has, and the largest difference of any sum from that of the readings. */
  compared?: Agreement
}

interface Agreement {
  values: number
  hours: number
  unlike: number
  worst: number
}

const NO_BARE = { WEEKMAP: 0, BOXPLOT: 0, PEAK: 0, MEAN: 0, COUNT: 0, YEAR_OF_BOXES: 0, CORRELATION: 0 }
const NOTHING_ASKED: StatisticsResult = {
  yearSummed: 0,
  yearUnmerged: 0,
  yearRead: 0,
  bare: NO_BARE,
  hour: { cpu: 0, took: 0 },
}
const KEYS = Object.keys(loadMessage(0, 0)).filter(key => key !== 'time')
const INTERVAL = 300_000
const ZONE = 'Europe/Amsterdam'
/** Device whose year is read. */
const DEVICE = 7

/** Times the other values that the CO2 of a barn with animals is: days of one without any are left out by the dashboard. */
const CO2 = 60

/** Hours at the end that come one by one, as from devices: past ones lie in order. */
const LIVE_HOURS = 6

/** Readings of all devices of some times. */
const insertTimes = async (series: Series, devices: readonly number[], from: number, times: number): Promise<void> => {
  const keys = `[${KEYS.map(key => `'${key}'`).join(', ')}]`
  await series.command({
    query: `
      INSERT INTO measurements (device_id, key, time, value)
      SELECT [${devices}][number % ${devices.length} + 1] AS device_id,
        ${keys}[intDiv(number, ${devices.length}) % ${KEYS.length} + 1] AS key,
        fromUnixTimestamp64Milli(toInt64(${from} + intDiv(number, ${devices.length * KEYS.length}) * ${INTERVAL}), 'UTC') AS time,
        round(if(key = 'co2', ${CO2}, 1) * (20 + 5 * sin(number / 9999) + (cityHash64(number, ${from}, ${devices[0] ?? 0}) % 1000) / 200), 2) AS value
      FROM numbers(${times * devices.length * KEYS.length})`,
  })
}

/** Devices one after the other, as they lie in a table that was merged; then hours in which all of them send. */
const fill = async (series: Series, { devices, days, until }: StatisticsTask): Promise<void> => {
  const ids = Array.from({ length: devices }, (_, index) => index + 1)
  const live = until - LIVE_HOURS * HOUR_MS
  const from = until - days * DAY_MS
  for (let first = 0; first < devices; first += 5)
    await insertTimes(series, ids.slice(first, first + 5), from, (live - from) / INTERVAL)
  await mergePastMonths(series, until + 40 * DAY_MS)
  for (let at = live; at < until; at += HOUR_MS) await insertTimes(series, ids, at, HOUR_MS / INTERVAL)
}

/** Stores readings of random devices, measurements and times, as devices that were offline send them. */
const insertLate = async (stores: Stores, { devices, days, until, late = 0 }: StatisticsTask): Promise<void> => {
  const BATCH = 5000
  for (let sent = 0; sent < late; sent += BATCH)
    await insertMeasurements(
      stores,
      Array.from({ length: Math.min(BATCH, late - sent) }, (): MeasurementRow => {
        const key = KEYS[Math.floor(Math.random() * KEYS.length)] ?? ''
        const time = until - Math.floor(Math.random() * days * DAY_MS)
        return [1 + Math.floor(Math.random() * devices), key, time, Math.round(Math.random() * 4000) / 100]
      }),
    )
}

const COMPARED = SUMMED_COLUMNS.filter(column => column !== 'bin_means')

/** Compares each hour of the summaries with the same of the readings. */
const agreementOf = async ({ db, series }: Stores, { devices, days, until }: StatisticsTask): Promise<Agreement> => {
  const period = { from: until - days * DAY_MS, until }
  const ids = Array.from({ length: devices }, (_, index) => index + 1)
  const summed = await summedHoursOf(db, ids, period)
  const asked = { parts: [sameRange(ids, period)], columns: SUMMED_COLUMNS }
  const [quick, plain] = [hoursIn({ ...asked, summed }), hoursIn({ ...asked, summed: null, prefix: 'plain_' })]
  if (!quick || !plain) throw new Error('there is nothing to compare')
  const apart = (one: string, other: string) => `abs(${one} - ${other}) / greatest(1, abs(${other}))`
  const sums = COMPARED.map(column => apart(`quick.${column}`, `plain.${column}`))
  const means = `arrayMax(arrayMap((one, other) -> ${apart('one', 'other')}, quick.bin_means, plain.bin_means))`
  const [found] = await readRows(
    series,
    { values: number, hours: number, unlike: number, worst: number },
    `SELECT sum(plain.count) AS values, count() AS hours,
      countIf(quick.count = 0 OR plain.count = 0 OR length(quick.bin_means) != length(plain.bin_means)) AS unlike,
      maxIf(greatest(${sums}, ${means}), length(quick.bin_means) = length(plain.bin_means) AND plain.bins > 0) AS worst
    FROM (${quick.query}) AS quick FULL JOIN (${plain.query}) AS plain
      ON quick.device_id = plain.device_id AND quick.key = plain.key AND quick.hour = plain.hour`,
    { ...quick.params, ...plain.params },
  )
  return found ?? { values: 0, hours: 0, unlike: 0, worst: Number.NaN }
}

const timed = async (runs: number, work: () => Promise<unknown>): Promise<number> => {
  const took: number[] = []
  for (let run = 0; run < runs + 3; run++) {
    const began = performance.now()
    await work()
    if (run >= 3) took.push(performance.now() - began)
  }
  return median(took)
}

const run = async (task: StatisticsTask): Promise<StatisticsResult> => {
  const { days, until, runs } = task
  const series = openSeries({ path: join(task.folder, 'measurements') })
  await createMeasurementTables(series)
  const db = openCatalogue({ path: join(task.folder, 'catalogue.sqlite'), url: undefined })
  await migrate(db)
  await fill(series, task)
  let now = until + HOUR_MS
  const sum = () => sumHours({ db, series, now: () => now })
  const horizon = async () => (await summedHoursOf(db, [], { from: 0, until }))?.until ?? 0
  do await sum()
  while ((await horizon()) < until - HOUR_MS)
  if (task.late) {
    await insertLate({ db, series, now: () => now }, task)
    now += 20 * MINUTE_MS
    await sum()
    const compared = await agreementOf({ db, series, now: () => now }, task)
    await series.close()
    await db.destroy()
    return { ...NOTHING_ASKED, compared }
  }
  if (task.fillOnly) {
    await mergePastMonths(series, until)
    await series.close()
    await db.destroy()
    return NOTHING_ASKED
  }
  const from = until - days * DAY_MS
  const yearOf = async (ofHours: boolean) => {
    const summed = ofHours ? await summedHoursOf(db, [DEVICE], { from, until }) : null
    const segments = segmentsOf(from, until, ZONE)
    const parts = [sameRange([DEVICE], { from, until })]
    const asked = { parts, keys: undefined, step: 86_400, segments, corrections: [], without: [], summed }
    return timed(runs, () => measurementSteps(series, asked))
  }
  // As after an upgrade; then as it is after a night.
  const yearUnmerged = task.hourOnly ? 0 : await yearOf(true)
  await mergePastMonths(series, until)
  const before = process.cpuUsage()
  const began = performance.now()
  now += HOUR_MS
  await sum()
  const { user, system } = process.cpuUsage(before)
  const hour = { cpu: (user + system) / 1000, took: performance.now() - began }
  const bare = { ...NO_BARE }
  const result: StatisticsResult = { yearSummed: 0, yearUnmerged, yearRead: 0, bare, hour }
  if (!task.hourOnly) {
    now += 2 * HOUR_MS
    await sum()
    result.yearSummed = await yearOf(true)
    result.yearRead = await yearOf(false)
    const plain = (query: string, format: 'JSONCompactEachRow' = 'JSONCompactEachRow') =>
      timed(runs, async () => (await series.query({ query, format })).json())
    const hours = (length: number, columns: string) =>
      `SELECT device_id, time, ${columns} FROM hour_summaries FINAL WHERE key = 'nh3'
        AND time >= fromUnixTimestamp64Milli(${until - length}, 'UTC') AND time < fromUnixTimestamp64Milli(${until}, 'UTC')`
    const means = `SELECT device_id, time, bin_first / bins AS value, bins FROM (${hours(days * DAY_MS, 'bin_first, bins')})`
    const valued = `SELECT device_id, time, bin_first / bins AS value, bins, minimum, maximum FROM (${hours(days * DAY_MS, 'bin_first, bins, minimum, maximum')})`
    const ofBins = (length: number, more: string) =>
      `SELECT device_id, countArray(bin_means), minArray(bin_means), maxArray(bin_means), avgArray(bin_means),
        quantilesExactInclusiveArray(0.05, 0.25, 0.5, 0.75, 0.95)(bin_means) AS levels, ${more}
      FROM (${hours(length, 'bin_means')}) GROUP BY device_id`
    const whiskers = `arrayMin(one -> if(one >= levels[2] - 1.5 * (levels[4] - levels[2]), one, inf), groupArrayArray(bin_means)),
      arrayMax(one -> if(one <= levels[4] + 1.5 * (levels[4] - levels[2]), one, -inf), groupArrayArray(bin_means))`
    const SIX_WEEKS = 42 * DAY_MS
    bare.WEEKMAP = await plain(
      `SELECT device_id, toDayOfWeek(time, 0, '${ZONE}') AS day, toHour(time, '${ZONE}') AS hour, avg(value), count(), stddevSamp(value) FROM (${means}) WHERE bins >= 6 GROUP BY device_id, day, hour`,
    )
    bare.BOXPLOT = await plain(ofBins(SIX_WEEKS, whiskers))
    bare.YEAR_OF_BOXES = await plain(ofBins(days * DAY_MS, whiskers))
    bare.PEAK = await plain(
      ofBins(SIX_WEEKS, 'sum(arrayCount(one -> one > 20, bin_means)), sum(arrayCount(one -> one < 10, bin_means))'),
    )
    bare.MEAN = await plain(
      `SELECT device_id, toStartOfDay(time, '${ZONE}') AS day, sum(value * bins) / sum(bins), min(minimum), max(maximum), sum(bins), countIf(bins >= 6) FROM (${valued}) GROUP BY device_id, day ORDER BY device_id, day`,
    )
    bare.COUNT = await plain(
      `SELECT device_id, toStartOfDay(time, '${ZONE}') AS day, sum(bins), countIf(bins >= 6) FROM (${hours(days * DAY_MS, 'bins')}) GROUP BY device_id, day ORDER BY device_id, day`,
    )
    // The bins of cause and effect, joined at each lag.
    const binsOf = (key: string) => `SELECT device_id, toUnixTimestamp(time) + 300 * slot AS bin, value
      FROM hour_summaries FINAL ARRAY JOIN bitPositionsToArray(bin_slots) AS slot, bin_means AS value
      WHERE key = '${key}' AND time >= fromUnixTimestamp64Milli(${until - 7 * DAY_MS}, 'UTC') AND time < fromUnixTimestamp64Milli(${until}, 'UTC')`
    bare.CORRELATION = await plain(
      `SELECT device_id, lag, corr(cause.value, effect.value), count()
        FROM (SELECT device_id, bin + 300 * lag AS bin, lag, value FROM (${binsOf('t')}) ARRAY JOIN range(25) AS lag) AS cause
        JOIN (${binsOf('nh3')}) AS effect USING (device_id, bin) GROUP BY device_id, lag`,
    )
  }
  await series.close()
  await db.destroy()
  return result
}

process.stdout.write(JSON.stringify(await run(JSON.parse(process.argv[2] ?? '{}'))))
