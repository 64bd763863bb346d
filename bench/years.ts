import { join } from 'node:path'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { evaluateMinute } from '../server/alerts/evaluation/minute.ts'
import { readEnvironment } from '../server/environment.ts'
import { openBus } from '../server/kit/bus/bus.ts'
import { openCatalogue } from '../server/kit/database/database.ts'
import { openSeries } from '../server/kit/database/series.ts'
import { openFiles } from '../server/kit/files/files.ts'
import type { Services } from '../server/kit/services.ts'
import { newestValues } from '../server/series/newest-values.ts'

/** Work of each minute over a folder that a server has filled and left: last values that nobody has at hand, and alerts. */
export interface YearsTask {
  folder: string
  devices: number[]
  runs: number
}

/** Milliseconds of processor time of each run. */
export interface YearsResult {
  last: number[]
  alerts: number[]
}

const run = async ({ folder, devices, runs }: YearsTask): Promise<YearsResult> => {
  const environment = readEnvironment({ DATA_DIR: folder })
  const db = openCatalogue({ path: join(folder, 'catalogue.sqlite') })
  const series = openSeries({ path: join(folder, 'measurements') })
  let now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  const say = () => undefined
  const log = { error: console.error, warn: say, info: say } as unknown as Services['log']
  const files = openFiles({ path: join(environment.DATA_DIR, 'files'), url: undefined, log })
  const bus = await openBus({}, log)
  const services = { environment, db, series, files, bus, now: () => now, log, publicUrl: () => '' }
  const result: YearsResult = { last: [], alerts: [] }
  const used = async (work: () => Promise<unknown>): Promise<number> => {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  for (let at = 0; at < runs; at++) result.last.push(await used(() => newestValues(services, devices)))
  for (let at = 0; at < runs; at++) {
    now += MINUTE_MS
    result.alerts.push(await used(() => evaluateMinute(services)))
  }
  await series.close()
  await db.destroy()
  return result
}

process.stdout.write(JSON.stringify(await run(JSON.parse(process.argv[2] ?? '{}'))))
process.exit()
