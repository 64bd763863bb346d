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
