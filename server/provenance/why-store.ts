import type { Correction } from '#shared/rules/data-quality/calibration.ts'
import type { Series } from '../kit/database/series.ts'
import type { Doubted } from '../series/faults.ts'
import { meanOfKey } from '../series/means.ts'
import { readingsIn, type Source } from '../series/readings.ts'

interface Asked {
  sources: Source[]
  measurement: string
  corrections: readonly Correction[]
  /** Readings that do not count. */
  without: readonly Doubted[]
}

export interface Reading {
  device_id: number
  /** Epoch ms. */
  time: number
  raw: number
  value: number
  import_id: number
}

const askedFor = ({ sources, measurement, ...asked }: Asked) =>
  readingsIn({ ...asked, parts: [sources], keys: [measurement], withDoubted: true })

/**
 * Count, minimum, mean and maximum, raw and corrected, of all readings that count, and how many there are in all. The mean
 * of several devices is that of their means.
 */
export const summaryOfReadings = async (series: Series, asked: Asked) => {
  const readings = askedFor(asked)
  if (!readings) return { count: 0, all: 0, value: null, raw: null }
  const mean = (value: string, average: string) =>
    meanOfKey(asked.measurement, value, part => `${average.replace('?', part)}`)
  const figures = ['x', 'value'].flatMap(column => [
    `minOrNullIf(${column}, doubted = 0) AS ${column}_least`,
    `${mean(column, 'avgOrNullIf(?, doubted = 0)')} AS ${column}_mean`,
    `maxOrNullIf(${column}, doubted = 0) AS ${column}_most`,
  ])
  const result = await series.query({
    query: `
      SELECT sum(counted), sum(readings), ${['x', 'value'].map(column => `min(${column}_least), ${mean(`${column}_mean`, 'avg(?)')}, max(${column}_most)`).join(', ')}
      FROM (
        SELECT countIf(doubted = 0) AS counted, count() AS readings, ${figures.join(', ')}
        FROM (${readings.query}) GROUP BY device_id)`,
    query_params: readings.params,
    format: 'JSONCompactEachRow',
  })
  const [row] = await result.json<[number, number, ...(number | null)[]]>()
  const [count = 0, all = 0, ...found] = row ?? []
  const summary = ([min, mean, max]: (number | null | undefined)[]) =>
    typeof min === 'number' && typeof mean === 'number' && typeof max === 'number' ? { min, mean, max } : null
  return { count, all, value: summary(found.slice(0, 3)), raw: summary(found.slice(3)) }
}

/** The newest readings, those that do not count among them. */
export const newestReadings = async (series: Series, asked: Asked, most: number): Promise<Reading[]> => {
  const readings = askedFor(asked)
  if (!readings) return []
  const result = await series.query({
    query: `
      SELECT device_id, toUnixTimestamp64Milli(time) AS at, value, x, import_id
      FROM (${readings.query}) ORDER BY at DESC, device_id LIMIT ${most}`,
    query_params: readings.params,
    format: 'JSONCompactEachRow',
  })
  const rows = await result.json<[number, number, number, number, number]>()
  return rows.map(([device_id, time, raw, value, import_id]) => ({ device_id, time, raw, value, import_id }))
}

/** The newest value of each of these keys. */
export const newestOf = async (series: Series, sources: Source[], keys: readonly string[]) => {
  const readings = readingsIn({ parts: [sources], keys })
  if (!readings) return []
  const result = await series.query({
    query: `
      SELECT device_id, key, toUnixTimestamp64Milli(max(time)), argMax(value, time)
      FROM (${readings.query}) GROUP BY device_id, key ORDER BY device_id, key`,
    query_params: readings.params,
    format: 'JSONCompactEachRow',
  })
  const rows = await result.json<[number, string, number, number]>()
  return rows.map(([device_id, measurement, time, value]) => ({ device_id, measurement, time, value }))
}
