import type { Correction } from '../../shared/rules/calibration.ts'
import type { Series } from '../kit/series.ts'
import { correctedValue } from './corrected.ts'
import type { Doubted } from './fault-store.ts'
import { leftOut } from './left-out.ts'
import { type Source, sourceCondition } from './store.ts'

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

/** Count, minimum, mean and maximum, raw and corrected, of all readings that count, and how many there are in all. */
export const summaryOfReadings = async (series: Series, asked: Asked) => {
  const { expression, params } = correctedValue(asked.corrections)
  const left = leftOut(asked.without)
  const counts = left.condition === '' ? '1' : left.condition.replace(/^AND /, '')
  const figures = [expression, 'value'].flatMap(value => ['min', 'avg', 'max'].map(of => `${of}OrNullIf(${value}, ok)`))
  const result = await series.query({
    query: `
      SELECT countIf(ok), count(), ${figures.join(', ')}
      FROM (SELECT *, ${counts} AS ok FROM measurements FINAL
        WHERE key = {measurement: String} AND ${sourceCondition(asked.sources)})`,
    query_params: { measurement: asked.measurement, ...params, ...left.params },
    format: 'JSONCompactEachRow',
  })
  const [row] = await result.json<[number, number, ...(number | null)[]]>()
  const [count = 0, all = 0, ...found] = row ?? []
  const summary = ([min, mean, max]: (number | null | undefined)[]) =>
    typeof min === 'number' ? { min, mean: mean as number, max: max as number } : null
  return { count, all, value: summary(found.slice(0, 3)), raw: summary(found.slice(3)) }
}

/** The newest readings, those that do not count among them. */
export const newestReadings = async (series: Series, asked: Asked, most: number): Promise<Reading[]> => {
  const { expression, params } = correctedValue(asked.corrections)
  const result = await series.query({
    query: `
      SELECT device_id, toUnixTimestamp64Milli(time) AS at, value, ${expression}, import_id
      FROM measurements FINAL
      WHERE key = {measurement: String} AND ${sourceCondition(asked.sources)}
      ORDER BY at DESC, device_id LIMIT ${most}`,
    query_params: { measurement: asked.measurement, ...params },
    format: 'JSONCompactEachRow',
  })
  const rows = await result.json<[number, number, number, number, number]>()
  return rows.map(([device_id, time, raw, value, import_id]) => ({ device_id, time, raw, value, import_id }))
}

/** The newest value of each of these keys. */
export const newestOf = async (series: Series, sources: Source[], keys: readonly string[]) => {
  const result = await series.query({
    query: `
      SELECT device_id, key, toUnixTimestamp64Milli(max(time)), argMax(value, time)
      FROM measurements FINAL WHERE key IN {keys: Array(String)} AND ${sourceCondition(sources)}
      GROUP BY device_id, key ORDER BY device_id, key`,
    query_params: { keys: [...keys] },
    format: 'JSONCompactEachRow',
  })
  const rows = await result.json<[number, string, number, number]>()
  return rows.map(([device_id, measurement, time, value]) => ({ device_id, measurement, time, value }))
}
