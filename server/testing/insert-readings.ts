import { MINUTE_MS } from '#shared/rules/time/units.ts'
import type { TestApp } from './start-test-app.ts'

/** device_id, key, time (epoch ms), value */
export type ReadingRow = [number, string, number, number]

/** Puts readings into the store past every door: nobody hears of them. */
export const insertReadings = ({ services }: Pick<TestApp, 'services'>, values: ReadingRow[]) =>
  services.series.insert({
    table: 'measurements',
    columns: ['device_id', 'key', 'time', 'value'],
    values,
    format: 'JSONCompactEachRow',
  })

/** Readings of a device every five minutes of a stretch (ms, from ≤ t < until) after a moment. */
export const everyFiveMinutes =
  (after: number) =>
  (
    device: number,
    key: string,
    [from, until]: readonly [number, number],
    value: (index: number) => number,
  ): ReadingRow[] =>
    Array.from({ length: (until - from) / (5 * MINUTE_MS) }, (_, index) => [
      device,
      key,
      after + from + index * 5 * MINUTE_MS,
      value(index),
    ])
