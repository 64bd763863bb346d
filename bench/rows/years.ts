import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { call, urlOf } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { addDevices, callerAt, signUp } from '../../tests/crash/farm.ts'
import { dataFolder, startServer } from '../../tests/crash/server-process.ts'
import type { BareTask } from '../bare.ts'
import { inChild } from '../child.ts'
import { median, ms, type Row, times } from '../table.ts'
import { cpuMs, timesOf, WARM_UPS } from '../timing.ts'
import type { YearsResult, YearsTask } from '../years.ts'

const DEVICES = 10
const MONTH = 30
/** `BENCH_YEARS=1 npm run bench -- years` is quick, for looking at what is measured. */
const YEARS = Number(process.env.BENCH_YEARS ?? 5)
const INTERVAL_MS = 10 * MINUTE_MS
const RUNS = 25
const CHARTS = 100
const MOST = 1.2
/** Milliseconds that a machine is late with, however little there is to do. */
const LATE_MS = 1

const MEASURED = ['last values, at hand nowhere', 'chart of a day', 'chart of a month', 'alert minute'] as const

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

const after = async (days: number): Promise<number[]> => {
  const folder = dataFolder()
  const server = await startServer(folder)
  const token = await signUp(server.origin)
  const devices = (await addDevices(server.origin, token, DEVICES)).map(({ id }) => id)
  for (const calculation_minutes of [0, 60, 1440] as const) {
    const body = { physical_quantity_id: 1, threshold_value: 1000, calculation_minutes }
    await call(api.createAlertRule, { body }, callerAt(server.origin, token))
  }
  await server.end('SIGTERM')
  const until = Math.floor(Date.now() / INTERVAL_MS) * INTERVAL_MS
  const measurements = join(folder, 'measurements')
  const history = { times: (days * DAY_MS) / INTERVAL_MS, interval: INTERVAL_MS, until }
  await inChild('bare.ts', { do: 'fill', folder: measurements, devices, ...history } satisfies BareTask)
  const catalogue = join(folder, 'catalogue.sqlite')
  await inChild('bare.ts', { do: 'sum', folder: measurements, catalogue } satisfies BareTask)
  const { last, alerts } = await inChild<YearsResult>('years.ts', { folder, devices, runs: RUNS } satisfies YearsTask)
  const again = await startServer(folder)
  const charts: number[] = []
  for (const interval of ['day', 'month'] as const) {
    const query = { device_id: devices[0] as number, interval }
    const url = again.origin + urlOf(api.getSeries, { query })
    await timesOf(url, token, 1)
    const before = cpuMs(again.pid)
    await timesOf(url, token, CHARTS)
    charts.push((cpuMs(again.pid) - before) / (CHARTS + WARM_UPS))
  }
  await again.end('SIGTERM')
  rmSync(folder, { recursive: true })
  return [median(last), ...charts, median(alerts)]
}
