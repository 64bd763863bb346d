import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { call, urlOf } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { addDevices, callerAt, EMAIL, PASSWORD, signUp } from '../../tests/crash/farm.ts'
import { dataFolder, startServer } from '../../tests/crash/server-process.ts'
import type { BareTask } from '../bare.ts'
import { inChild } from '../child.ts'
import { copyFarm, DEVICES_EACH, FIRST, farmEmail } from '../fleet-copies.ts'
import { makePattern } from '../fleet-pattern.ts'
import { median, ms, type Row, times } from '../table.ts'
import { cpuMs, timesOf, WARM_UPS } from '../timing.ts'
import type { YearsResult, YearsTask } from '../years.ts'

/** `BENCH_DEVICES=10000 BENCH_YEARS=1 BENCH_YEARS_MINUTES=60 npm run bench -- years`: farms of a hundred devices each, with hourly history. */
const DEVICES = Number(process.env.BENCH_DEVICES ?? 10)
const MONTH = 30
/** `BENCH_YEARS=1 npm run bench -- years` is quick, for looking at what is measured. */
const YEARS = Number(process.env.BENCH_YEARS ?? 5)
const INTERVAL_MS = Number(process.env.BENCH_YEARS_MINUTES ?? 10) * MINUTE_MS
/** Measurements of each device, `BENCH_YEARS_MEASUREMENTS`; twelve unless said. */
const MEASUREMENTS = Number(process.env.BENCH_YEARS_MEASUREMENTS ?? 12)
const RUNS = 25
/** Charts of a round, and rounds. */
const CHARTS = 10
const ROUNDS = 9
const MOST = 1.2
/** Milliseconds that a machine is late with, however little there is to do. */
const LATE_MS = 1

/** Values of one insert of a large fleet: more of them make fewer parts to merge. */
const MANY_ROWS = 5_000_000
/** Bytes of an answer that has something in it, compressed. */
const LEAST_BYTES = 50
const HOME = ['locations', 'sensors', 'measurements/last_all']

const MEASURED = [
  'last values, at hand nowhere',
  'chart of a day',
  'chart of a month',
  'home of a farm',
  'alert minute',
]

/** Costs of a long history beside those of a short one: what is asked each minute has to stay the same. */
export const yearsRows = async (): Promise<Row[]> => {
  const [short, long] = [await after(MONTH), await after(YEARS * 365)]
  return MEASURED.map((what, index) => {
    const [month, years] = [short[index] ?? Number.NaN, long[index] ?? Number.NaN]
    return {
      what: `${what}, ${DEVICES} devices with ${YEARS} years of history: processor time`,
      measured: ms(years),
      bare: `${ms(month)} with a month`,
      ratio: times(years / month),
      target: `≤ ${MOST} × + ${LATE_MS} ms`,
      ok: years <= MOST * month + LATE_MS,
    }
  })
}

/** Devices of a folder, those of one farm among them, and the address of who has that. */
interface Made {
  devices: number[]
  farm: number[]
  email: string
}

const after = async (days: number): Promise<number[]> => {
  const folder = dataFolder()
  const { devices, farm, email } = await (DEVICES > DEVICES_EACH ? makeFarms : makeDevices)(folder)
  const until = Math.floor(Date.now() / INTERVAL_MS) * INTERVAL_MS
  const measurements = join(folder, 'measurements')
  const history = {
    measurements: MEASUREMENTS,
    times: Math.round((days * DAY_MS) / INTERVAL_MS),
    interval: INTERVAL_MS,
    until,
  }
  const rowsAtOnce = devices.length > DEVICES_EACH ? { rowsAtOnce: MANY_ROWS } : {}
  await inChild('bare.ts', { do: 'fill', folder: measurements, devices, ...history, ...rowsAtOnce } satisfies BareTask)
  const catalogue = join(folder, 'catalogue.sqlite')
  await inChild('bare.ts', { do: 'sum', folder: measurements, catalogue } satisfies BareTask)
  const task: YearsTask = { folder, devices: farm, runs: RUNS }
  const { last, alerts } = await inChild<YearsResult>('years.ts', task)
  const again = await startServer(folder)
  const body = { email, password: PASSWORD }
  const { api_token: token } = await call(api.login, { body }, callerAt(again.origin))
  const used = async (urls: readonly string[]): Promise<number> => {
    for (const url of urls) await timesOf(url, token, 1, LEAST_BYTES)
    const rounds: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const before = cpuMs(again.pid)
      for (const url of urls) await timesOf(url, token, CHARTS, LEAST_BYTES)
      rounds.push((cpuMs(again.pid) - before) / (CHARTS + WARM_UPS))
    }
    // The server looks at its alert rules meanwhile: of 10,000 devices that is a second of some rounds.
    return median(rounds)
  }
  const charts: number[] = []
  for (const interval of ['day', 'month'] as const) {
    const query = { device_id: farm[0] as number, interval }
    charts.push(await used([again.origin + urlOf(api.getSeries, { query })]))
  }
  const home = await used(HOME.map(path => `${again.origin}/api/${path}`))
  await again.end('SIGTERM')
  rmSync(folder, { recursive: true })
  return [median(last), ...charts, home, median(alerts)]
}

const RULES = [0, 60, 1440].map(calculation_minutes => ({
  physical_quantity_id: 1,
  threshold_value: 1000,
  calculation_minutes: calculation_minutes as 0 | 60 | 1440,
}))

/** A few devices of one account. */
const makeDevices = async (folder: string): Promise<Made> => {
  const server = await startServer(folder)
  const token = await signUp(server.origin)
  const devices = (await addDevices(server.origin, token, DEVICES)).map(({ id }) => id)
  for (const body of RULES) await call(api.createAlertRule, { body }, callerAt(server.origin, token))
  await call(api.createLocation, { body: { name: 'De Linde', lat: 52, lon: 5 } }, callerAt(server.origin, token))
  await server.end('SIGTERM')
  return { devices, farm: devices, email: EMAIL }
}

/** Farms of a hundred devices each, all of them like one that was made by calls. */
const makeFarms = async (folder: string): Promise<Made> => {
  const server = await startServer(folder)
  const { probe, ...pattern } = await makePattern(server.origin, await signUp(server.origin), RULES)
  await server.end('SIGTERM')
  const db = new DatabaseSync(join(folder, 'catalogue.sqlite'))
  const { id: user } = db.prepare('SELECT id FROM users').get() as { id: number }
  const columnsOf = (table: string) =>
    db
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(table)
      .map(({ name }) => String(name))
  await copyFarm({ columnsOf, run: statement => db.exec(statement) }, { user, ...pattern }, DEVICES)
  db.close()
  const devices = Array.from({ length: DEVICES }, (_, nr) => FIRST + nr)
  return { devices, farm: devices.slice(0, DEVICES_EACH), email: farmEmail(0) }
}
