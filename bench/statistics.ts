import { join } from 'node:path'
import { segmentsOf } from '#shared/rules/time/period.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { openCatalogue } from '../server/kit/database/database.ts'
import { migrate } from '../server/kit/database/migrate.ts'
import { openSeries, type Series } from '../server/kit/database/series.ts'
import { measurementSteps, mergePastMonths } from '../server/series/measurement-rows.ts'
import { sameRange } from '../server/series/readings.ts'
import { createMeasurementTable } from '../server/series/schema.ts'
import { summedHoursOf } from '../server/series/summaries/clean-hours.ts'
import { sumHours } from '../server/series/summaries/summing.ts'
import type { ChosenArea } from '../server/statistics/areas.ts'
import { countedIn, measured, type Zone } from '../server/statistics/measure.ts'
import { loadMessage } from '../simulator/sending/load.ts'
import { median } from './table.ts'

/** Statistics as the server works them out, and the plainest query of the engine for the same, in one process. */
export interface StatisticsTask {
  folder: string
  devices: number
  days: number
  /** End of the data, epoch ms. */
  until: number
  runs: number
  /** Sums up the last hour alone, and nothing else. */
  hourOnly?: boolean
}

export interface StatisticsResult {
  /** ms */
  yearSummed: number
  yearRead: number
  charts: Record<string, { took: number; bare: number }>
  /** CPU ms of summing up one hour, and what it took of the clock. */
  hour: { cpu: number; took: number }
}

const KEYS = Object.keys(loadMessage(0, 0)).filter(key => key !== 'time')
const INTERVAL = 300_000
const ZONE = 'Europe/Amsterdam'

/** Devices one after the other, as they lie in a table that was merged. */
const fill = async (series: Series, { devices, days, until }: StatisticsTask): Promise<void> => {
  const times = (days * DAY_MS) / INTERVAL
  const keys = `[${KEYS.map(key => `'${key}'`).join(', ')}]`
  for (let first = 1; first <= devices; first += 5) {
    const some = Math.min(5, devices - first + 1)
    await series.command({
      query: `
        INSERT INTO measurements (device_id, key, time, value)
        SELECT ${first} + number % ${some} AS device_id, ${keys}[intDiv(number, ${some}) % ${KEYS.length} + 1] AS key,
          fromUnixTimestamp64Milli(toInt64(${until - days * DAY_MS} + intDiv(number, ${some * KEYS.length}) * ${INTERVAL}), 'UTC') AS time,
          round(20 + 5 * sin(number / 9999) + (cityHash64(number, ${first}) % 1000) / 200, 2) AS value
        FROM numbers(${times * some * KEYS.length})`,
    })
  }
  await mergePastMonths(series, until + 40 * DAY_MS)
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
  const { devices, days, until, runs } = task
  const series = openSeries({ path: join(task.folder, 'measurements') })
  await createMeasurementTable(series)
  const db = openCatalogue({ path: join(task.folder, 'catalogue.sqlite'), url: undefined })
  await migrate(db)
  await fill(series, task)
  let now = until + HOUR_MS
  const sum = () => sumHours({ db, series, now: () => now })
  const horizon = async () => (await summedHoursOf(db, [], { from: 0, until }))?.until ?? 0
  do await sum()
  while ((await horizon()) < until - HOUR_MS)
  // Merged as it is after a night.
  await mergePastMonths(series, until + 40 * DAY_MS)
  const before = process.cpuUsage()
  const began = performance.now()
  now += HOUR_MS
  await sum()
  const { user, system } = process.cpuUsage(before)
  const hour = { cpu: (user + system) / 1000, took: performance.now() - began }
  const result: StatisticsResult = { yearSummed: 0, yearRead: 0, charts: {}, hour }
  if (!task.hourOnly) {
    now += 2 * HOUR_MS
    await sum()
    const from = until - days * DAY_MS
    const ids = Array.from({ length: devices }, (_, index) => index + 1)
    const summed = await summedHoursOf(db, ids, { from, until })
    const segments = segmentsOf(from - 31 * DAY_MS, until, ZONE)
    const year = {
      parts: [sameRange([7], { from, until })],
      keys: undefined,
      step: 86_400,
      segments,
      corrections: [],
      without: [],
    }
    result.yearSummed = await timed(runs, () => measurementSteps(series, { ...year, summed }))
    result.yearRead = await timed(runs, () => measurementSteps(series, { ...year, summed: null }))
    const zoneOf = (length: number): Zone => ({
      areas: ids.map(id => areaOf(id, { from: until - length, until })),
      corrections: [],
      without: [],
      segments,
      summed,
      hour: undefined,
      minCoverage: null,
      empty: null,
    })
    const plain = (query: string, format: 'JSONCompactEachRow' = 'JSONCompactEachRow') =>
      timed(runs, async () => (await series.query({ query, format })).json())
    const statistic = (calculation: 'WEEKMAP' | 'BOXPLOT' | 'MEAN' | 'PEAK' | 'COUNT', length: number) =>
      timed(runs, async () => {
        const zone = zoneOf(length)
        return measured(
          { series, zone, query: { calculation, step: 'day' }, range: null },
          await countedIn(series, zone, ['nh3']),
        )
      })
    const since = (length: number) =>
      `time >= fromUnixTimestamp64Milli(${until - length}) AND time < fromUnixTimestamp64Milli(${until})`
    const hours = `SELECT device_id, time, bin_first / bins AS value, bins FROM hour_summaries FINAL WHERE key = 'nh3' AND ${since(days * DAY_MS)}`
    const bins = (length: number) =>
      `SELECT device_id, toStartOfFiveMinutes(time) AS bin, avg(value) AS value FROM measurements FINAL WHERE key = 'nh3' AND device_id <= ${devices} AND ${since(length)} GROUP BY device_id, bin`
    const quantiles = 'quantilesExactInclusive(0.05, 0.25, 0.5, 0.75, 0.95)(value)'
    const SIX_WEEKS = 42 * DAY_MS
    result.charts = {
      'weekday-hour map of a year': {
        took: await statistic('WEEKMAP', days * DAY_MS),
        bare: await plain(
          `SELECT device_id, toDayOfWeek(time, 0, '${ZONE}') AS day, toHour(time, '${ZONE}') AS hour, avg(value), count(), stddevSamp(value) FROM (${hours}) WHERE bins >= 6 GROUP BY device_id, day, hour`,
        ),
      },
      'box plots of six weeks': {
        took: await statistic('BOXPLOT', SIX_WEEKS),
        bare: await plain(
          `SELECT device_id, count(), min(value), max(value), avg(value), ${quantiles} FROM (${bins(SIX_WEEKS)}) GROUP BY device_id`,
        ),
      },
      'peaks of six weeks': {
        took: await statistic('PEAK', SIX_WEEKS),
        bare: await plain(
          `SELECT device_id, avg(value), ${quantiles}, countIf(value > 20), countIf(value < 10) FROM (${bins(SIX_WEEKS)}) GROUP BY device_id`,
        ),
      },
      'days of a year': {
        took: await statistic('MEAN', days * DAY_MS),
        bare: await plain(
          `SELECT device_id, toStartOfDay(time, '${ZONE}') AS day, sum(value * bins) / sum(bins), sum(bins) FROM (${hours}) GROUP BY device_id, day ORDER BY device_id, day`,
        ),
      },
      'counts of a year': {
        took: await statistic('COUNT', days * DAY_MS),
        bare: await plain(
          `SELECT device_id, toStartOfDay(time, '${ZONE}') AS day, sum(bins) FROM (${hours}) GROUP BY device_id, day ORDER BY device_id, day`,
        ),
      },
    }
  }
  await series.close()
  await db.destroy()
  return result
}

const areaOf = (id: number, range: { from: number; until: number }): ChosenArea => ({
  area_id: id,
  area_name: `Barn ${id}`,
  area_type_id: 25,
  location_id: id,
  location_name: 'Farm',
  time_zone: ZONE,
  location_research_ids: [id],
  device_ids: [id],
  sources: [
    {
      deviceId: id,
      ranges: [range],
      uploadInterval: INTERVAL / 1000,
      consent: null,
      readable: [{ from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY, consent: null }],
    },
  ],
  outdoors: [],
})

process.stdout.write(JSON.stringify(await run(JSON.parse(process.argv[2] ?? '{}'))))
