import { HOUR_MS } from '#shared/rules/time/units.ts'
import { openCatalogue } from '../server/kit/database/database.ts'
import { openSeries, type Series } from '../server/kit/database/series.ts'
import { createMeasurementTables } from '../server/series/schema.ts'
import { summedHoursOf } from '../server/series/summaries/clean-hours.ts'
import { sumHours } from '../server/series/summaries/summing.ts'
import { loadBatch, loadMessage } from '../simulator/sending/load.ts'

/** The engine by itself, with the table and the settings of the product, and nothing around it. */
export type BareTask = { folder: string } & (
  | { do: 'insert'; clients: number; messages: number; seconds: number }
  | {
      do: 'fill'
      devices: number[]
      times: number
      interval: number
      until: number
      rowsAtOnce?: number
      /** Measurements of each device; all that a message of the load has unless said. */
      measurements?: number
    }
  | { do: 'sum'; catalogue: string }
  | { do: 'chart'; device: number; from: number; until: number; runs: number }
  | { do: 'last'; devices: number[]; runs: number }
  | { do: 'file'; format: string }
)

const insert = async (series: Series, task: Extract<BareTask, { do: 'insert' }>): Promise<{ rate: number }> => {
  const ready: object[][] = []
  let [made, inserted] = [0, 0]
  const make = (): object[] => {
    const begin = Date.UTC(2024, 0, 1) + made++ * task.messages * 1000
    const messages =
      task.messages === 1 ? [loadMessage(made % 64, begin)] : loadBatch(made % 64, begin, 1000, task.messages)
    return messages.flatMap(({ time, ...values }) =>
      Object.entries(values).map(([key, value]) => ({ device_id: made % 64, key, time, value })),
    )
  }
  // Made beforehand: the engine is measured, not the making.
  if (task.messages > 1) for (let index = 0; index < 120; index++) ready.push(make())
  const began = performance.now()
  const end = began + task.seconds * 1000
  const one = async (): Promise<void> => {
    while (performance.now() < end) {
      const values = task.messages > 1 ? ready.pop() : make()
      if (!values) return
      await series.insert({ table: 'measurements', values, format: 'JSONEachRow' })
      inserted++
    }
  }
  await Promise.all(Array.from({ length: task.clients }, one))
  return { rate: (inserted * task.messages * 1000) / (performance.now() - began) }
}

const KEYS = Object.keys(loadMessage(0, 0)).filter(key => key !== 'time')
/** Rows of one insert, all devices' one after the other in time, as they come in over months. */
const ROWS_AT_ONCE = 250_000

const fill = async (series: Series, task: Extract<BareTask, { do: 'fill' }>) => {
  const { devices, times, interval, until, rowsAtOnce = ROWS_AT_ONCE, measurements = KEYS.length } = task
  const perTime = devices.length * measurements
  const step = Math.max(1, Math.floor(rowsAtOnce / perTime))
  const of = KEYS.slice(0, measurements)
  const keys = `[${of.map(key => `'${key}'`).join(', ')}]`
  for (let at = 0; at < times; at += step)
    await series.command({
      query: `
        INSERT INTO measurements (device_id, key, time, value)
        SELECT [${devices}][number % ${devices.length} + 1] AS device_id,
          ${keys}[intDiv(number, ${devices.length}) % ${of.length} + 1] AS key,
          fromUnixTimestamp64Milli(toInt64(${until - times * interval} + (${at} + intDiv(number, ${perTime})) * ${interval}), 'UTC') AS time,
          round(20 + 5 * sin(number / 9999) + (cityHash64(number, ${at}) % 1000) / 200, 2) AS value
        FROM numbers(${Math.min(step, times - at) * perTime})`,
    })
  await untilMerged(series)
  const result = await series.query({ query: 'SELECT count() FROM measurements', format: 'JSONCompactEachRow' })
  const [[values]] = (await result.json<[number]>()) as [[number]]
  return { values }
}

const untilMerged = async (series: Series): Promise<void> => {
  for (let tries = 0; tries < 120; tries++) {
    const result = await series.query({ query: 'SELECT count() FROM system.merges', format: 'JSONCompactEachRow' })
    const [[merges]] = (await result.json<[number]>()) as [[number]]
    if (merges === 0) return
    await new Promise(resolve => setTimeout(resolve, 500))
  }
}

const chart = async (series: Series, { device, from, until, runs }: Extract<BareTask, { do: 'chart' }>) => {
  const took: number[] = []
  for (let run = 0; run < runs + 10; run++) {
    const began = performance.now()
    const result = await series.query({
      query: `
        SELECT key, toStartOfInterval(time, INTERVAL 30 MINUTE) AS start, min(value), avg(value), max(value), count()
        FROM measurements FINAL
        WHERE device_id = ${device} AND time >= fromUnixTimestamp64Milli(${from}) AND time < fromUnixTimestamp64Milli(${until})
        GROUP BY key, start ORDER BY key, start`,
      format: 'JSONCompactEachRow',
    })
    await result.json()
    if (run >= 10) took.push(performance.now() - began)
  }
  return { took }
}

const last = async (series: Series, { devices, runs }: Extract<BareTask, { do: 'last' }>) => {
  const took: number[] = []
  for (let run = 0; run < runs; run++) {
    const began = performance.now()
    const result = await series.query({
      query: `SELECT device_id, key, max(time), argMax(value, time) FROM measurements WHERE device_id IN (${devices}) GROUP BY device_id, key`,
      format: 'JSONCompactEachRow',
    })
    await result.json()
    took.push(performance.now() - began)
  }
  return { took }
}

/** Sums up the hours as the server does every five minutes: it would do so beside what is measured. */
const sum = async (series: Series, { catalogue }: Extract<BareTask, { do: 'sum' }>) => {
  const db = openCatalogue({ path: catalogue })
  const summedUntil = async () => (await summedHoursOf(db, [], { from: 0, until: Date.now() }))?.until ?? 0
  // A run of the server ends after some minutes, and the next one goes on.
  do await sumHours({ db, series, now: Date.now })
  while ((await summedUntil()) < Date.now() - 4 * HOUR_MS)
  await db.destroy()
  await untilMerged(series)
  return {}
}

/** All that is there as one file, a row a time and a column a measurement. */
const file = async (series: Series, { format }: Extract<BareTask, { do: 'file' }>) => {
  const columns = KEYS.map(key => `anyOrNullIf(value, key = '${key}') AS ${key}`)
  const began = performance.now()
  const result = await series.exec({
    query: `
      SELECT time, device_id, ${columns} FROM measurements FINAL
      GROUP BY device_id, time ORDER BY device_id, time FORMAT ${format}`,
  })
  let bytes = 0
  for await (const chunk of result.stream) bytes += (chunk as Buffer).length
  return { took: performance.now() - began, bytes }
}

const task: BareTask = JSON.parse(process.argv[2] ?? '{}')
const series = openSeries({ path: task.folder })
await createMeasurementTables(series)
const result = await (task.do === 'insert'
  ? insert(series, task)
  : task.do === 'fill'
    ? fill(series, task)
    : task.do === 'sum'
      ? sum(series, task)
      : task.do === 'last'
        ? last(series, task)
        : task.do === 'file'
          ? file(series, task)
          : chart(series, task))
await series.close()
process.stdout.write(JSON.stringify(result))
