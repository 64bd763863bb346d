import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { readEnvironment } from '../../server/environment.ts'
import { readRows, textColumn } from '../../server/kit/database/read-rows.ts'
import { openSeries, type Series } from '../../server/kit/database/series.ts'
import { setColdTier } from '../../server/series/cold-tier.ts'
import { createMeasurementTables } from '../../server/series/schema.ts'
import { type Clickhouse, startClickhouse } from '../servers/clickhouse.ts'

/** A second folder stands for a disk of an S3 store, which the policy names in the same way. */
const config = (folder: string): string => `
<clickhouse><storage_configuration>
  <disks><away><type>local</type><path>${folder}/away/</path></away></disks>
  <policies>
    <tiered><volumes>
      <default><disk>default</disk></default>
      <cold><disk>away</disk></cold>
    </volumes></tiered>
    <plain><volumes><default><disk>default</disk></default></volumes></plain>
  </policies>
</storage_configuration></clickhouse>`

let server: Clickhouse
let series: Series
beforeAll(async () => {
  server = await startClickhouse({ config })
  series = openSeries({ path: '', url: server.url })
  await createMeasurementTables(series)
}, 60_000)
afterAll(async () => {
  await series.close()
  await server.stop()
})

const disks = async (): Promise<Record<string, string>> => {
  const rows = await readRows(
    series,
    { partition_id: textColumn, disk_name: textColumn },
    `SELECT partition_id, any(disk_name) AS disk_name FROM system.parts
      WHERE active AND table = 'measurements' AND database = currentDatabase() GROUP BY partition_id`,
  )
  return Object.fromEntries(rows.map(row => [row.partition_id, row.disk_name]))
}

test('readings move to the cold volume once they are old, stay where they are when it is not wanted any more, and can be read', async () => {
  const now = Date.now()
  const month = (time: number) => new Date(time).toISOString().slice(0, 7).replace('-', '')
  const values = [now, now - 400 * DAY_MS].map(time => [1, 't', time, 20, 0])
  await series.insert({ table: 'measurements', values, format: 'JSONCompactEachRow' })
  const tier = { policy: 'tiered', days: 90 }
  // Each process says it at its start.
  await Promise.all([setColdTier(series, tier), setColdTier(series, tier)])
  await setColdTier(series, tier)
  const [young, old] = [month(now), month(now - 400 * DAY_MS)]
  await vi.waitFor(async () => expect(await disks()).toEqual({ [young]: 'default', [old]: 'away' }), 30_000)
  const count = async () =>
    (await readRows(series, { rows: textColumn }, 'SELECT toString(count()) AS rows FROM measurements FINAL'))[0]?.rows
  expect(await count()).toBe('2')
  await setColdTier(series, null)
  await setColdTier(series, null)
  const [later] = [now - 430 * DAY_MS]
  await series.insert({ table: 'measurements', values: [[1, 't', later, 20, 0]], format: 'JSONCompactEachRow' })
  expect((await disks())[old]).toBe('away')
  expect(await count()).toBe('3')
  await series.command({ query: `ALTER TABLE measurements DROP PARTITION ID '${old}'` })
})

test('a policy without a cold volume, and one for the embedded engine, are named at the start', async () => {
  for (const policy of ['plain', 'nowhere'])
    await expect(setColdTier(series, { policy, days: 90 })).rejects.toThrow(`"${policy}" with a volume "cold"`)
  expect(() => readEnvironment({ CLICKHOUSE_STORAGE_POLICY: 'tiered' })).toThrow('needs CLICKHOUSE_URL')
  expect(() => readEnvironment({ READINGS_KEPT: '3 months' })).toThrow('READINGS_KEPT: Must be')
  expect(() => readEnvironment({ READINGS_KEPT: '200 days' })).toThrow('at least a year')
  expect(readEnvironment({ READINGS_KEPT: '2 years' }).READINGS_KEPT).toEqual({ count: 2, unit: 'years' })
})
