import { join } from 'node:path'
import { AlertRuleInput } from '#shared/contract/alerts/alert-rules.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { backtest } from '../server/alerts/backtest.ts'
import { evaluateMinute } from '../server/alerts/evaluation/minute.ts'
import { readEnvironment } from '../server/environment.ts'
import { openBus } from '../server/kit/bus/bus.ts'
import { openCatalogue } from '../server/kit/database/database.ts'
import { openSeries, type Series } from '../server/kit/database/series.ts'
import { openFiles } from '../server/kit/files/files.ts'
import type { Services } from '../server/kit/services.ts'

/** The watch by itself, over a folder that a server has filled with devices and rules and left. */
export interface WatchTask {
  folder: string
  devices: number[]
  /** Devices that a rule is tried on, and days. */
  tried: number
  days: 7 | 30 | 90
  quantity: number
  minutes: number
}

export interface WatchResult {
  /** Milliseconds of processor time and of the clock, for each evaluated minute. */
  cpu: number[]
  took: number[]
  open: number
  backtests: number[]
  firings: number
}

const fill = (series: Series, devices: readonly number[], from: number, until: number) =>
  series.command({
    query: `
      INSERT INTO measurements (device_id, key, time, value)
      SELECT [${devices}][number % ${devices.length} + 1] AS device_id, arrayJoin(['nh3', 't']) AS key,
        fromUnixTimestamp64Milli(toInt64(${from} + intDiv(number, ${devices.length}) * ${MINUTE_MS}), 'UTC') AS time,
        round(15 + 6 * sin(toUnixTimestamp(time) / 13751 + device_id) + (cityHash64(number) % 1000) / 400, 2) AS value
      FROM numbers(${Math.round((until - from) / MINUTE_MS) * devices.length})`,
  })

const run = async (task: WatchTask): Promise<WatchResult> => {
  const environment = readEnvironment({ DATA_DIR: task.folder })
  const db = openCatalogue({ path: join(task.folder, 'catalogue.sqlite') })
  const series = openSeries({ path: join(task.folder, 'measurements') })
  let now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  const say = () => undefined
  const log = { error: console.error, warn: say, info: say } as unknown as Services['log']
  const files = openFiles({ path: join(environment.DATA_DIR, 'files'), url: undefined, log })
  const services = {
    environment,
    db,
    series,
    files,
    bus: await openBus({}, log),
    now: () => now,
    log,
    publicUrl: () => '',
  }
  const until = now + (task.minutes + 1) * MINUTE_MS
  await fill(series, task.devices, now - 25 * 60 * MINUTE_MS, until)
  await fill(series, task.devices.slice(0, task.tried), now - task.days * DAY_MS, now - 25 * 60 * MINUTE_MS)
  const result: WatchResult = { cpu: [], took: [], open: 0, backtests: [], firings: 0 }
  for (let minute = 0; minute < task.minutes; minute++) {
    now += MINUTE_MS
    const [began, used] = [performance.now(), process.cpuUsage()]
    await evaluateMinute(services)
    const { user, system } = process.cpuUsage(used)
    result.cpu.push((user + system) / 1000)
    result.took.push(performance.now() - began)
  }
  result.open = (await db.selectFrom('alerts').select('id').where('state', '=', 'firing').execute()).length
  const owner = await db.selectFrom('users').select(['id', 'email']).executeTakeFirstOrThrow()
  const rule = AlertRuleInput.parse({
    physical_quantity_id: task.quantity,
    threshold_value: 21,
    clear_value: 18,
    exclude_device_ids: task.devices.slice(task.tried),
  })
  for (let again = 0; again < 5; again++) {
    const began = performance.now()
    const found = await backtest(services, { ...owner, admin: false }, { rule, days: task.days }, new Set())
    JSON.stringify(found)
    result.backtests.push(performance.now() - began)
    result.firings = found.firings.length
  }
  await series.close()
  await db.destroy()
  return result
}

process.stdout.write(JSON.stringify(await run(JSON.parse(process.argv[2] ?? '{}'))))
process.exit()
