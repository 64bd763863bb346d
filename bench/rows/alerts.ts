import { rmSync } from 'node:fs'
import { call } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { addDevices, callerAt, type Device, signUp } from '../../tests/crash/farm.ts'
import { dataFolder, startServer } from '../../tests/crash/server-process.ts'
import { inChild } from '../child.ts'
import type { LoadResult, LoadTask } from '../load.ts'
import { median, ms, percentile, perSecond, type Row } from '../table.ts'
import type { WatchResult, WatchTask } from '../watch.ts'

const DEVICES = 1000
const TRIED = 50
const CLIENTS = 64
const PROBES = 100
const NH3 = 4
const TEMPERATURE = 1

/** Ten rules: three look at each message, seven back over six lengths of time. */
const RULES = [
  { calculation_minutes: 0, threshold_value: 22.5 },
  { calculation_minutes: 0, threshold_value: 6 },
  { calculation_minutes: 0, threshold_value: 4, comparison: 'absolute_change' },
  { calculation_minutes: 15, threshold_value: 22 },
  { calculation_minutes: 15, threshold_value: 23, calculation: 'maximum', physical_quantity_id: TEMPERATURE },
  { calculation_minutes: 30, threshold_value: 21.5, physical_quantity_id: TEMPERATURE },
  { calculation_minutes: 60, threshold_value: 22, times: 10 },
  { calculation_minutes: 180, threshold_value: 8, calculation: 'derivative' },
  { calculation_minutes: 360, threshold_value: 12, comparison: 'difference' },
  { calculation_minutes: 1440, threshold_value: 20 },
].map((rule, index) => (index === 1 ? { ...rule, comparator: 'less' } : rule)) as Parameters<typeof addRules>[2]

/** Costs of watching: a minute of everything, a message, a month that is tried. */
export const alertRows = async (): Promise<Row[]> => [...(await watchRows()), ...(await messageRows())]

const watchRows = async (): Promise<Row[]> => {
  const folder = dataFolder()
  const server = await startServer(folder)
  const token = await signUp(server.origin)
  const devices = await addDevices(server.origin, token, DEVICES)
  await addRules(server.origin, token, RULES)
  await server.end('SIGTERM')
  const task: WatchTask = {
    folder,
    devices: devices.map(({ id }) => id),
    tried: TRIED,
    days: 30,
    quantity: NH3,
    minutes: 6,
  }
  const result = await inChild<WatchResult>('watch.ts', task)
  rmSync(folder, { recursive: true })
  // The first one opens everything at once; every other is a minute like any.
  const [first = Number.NaN, ...others] = result.cpu
  const tried = median(result.backtests)
  return [
    {
      what: 'alerts: a minute of 1,000 devices × 10 rules, processor time',
      measured: `${ms(median(others))} (${ms(median(result.took.slice(1)))} on the clock, ${result.open} open)`,
      target: '≤ 5 s',
      ok: median(others) <= 5000,
    },
    { what: '  the minute in which they all open', measured: ms(first), target: '≤ 20 s', ok: first <= 20_000 },
    {
      what: 'alerts: a rule tried on 50 devices × 30 days of minutes',
      measured: `${ms(tried)} (${result.firings} firings)`,
      target: '< 1 s',
      ok: tried < 1000,
    },
  ]
}

type NewRule = Omit<Parameters<typeof call<typeof api.createAlertRule>>[1]['body'], 'physical_quantity_id'> & {
  physical_quantity_id?: number
}

const addRules = async (origin: string, token: string, rules: readonly NewRule[]): Promise<void> => {
  for (const rule of rules)
    await call(api.createAlertRule, { body: { physical_quantity_id: NH3, ...rule } }, callerAt(origin, token))
}

const deleteRules = async (origin: string, token: string): Promise<void> => {
  const caller = callerAt(origin, token)
  for (const { id } of await call(api.listAlertRules, {}, caller))
    await call(api.deleteAlertRule, { params: { id } }, caller)
}

const unreachable = (threshold_value: number) => ({ calculation_minutes: 0 as const, threshold_value })
const meanOf = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

const messageRows = async (): Promise<Row[]> => {
  const folder = dataFolder()
  const server = await startServer(folder)
  const token = await signUp(server.origin)
  const devices = await addDevices(server.origin, token, CLIENTS)
  const [probe] = await addDevices(server.origin, token, 1)
  const port = Number(new URL(server.origin).port)
  const task: LoadTask = { port, keys: devices.map(({ key }) => key), batch: 1, warmUp: 3, seconds: 8 }
  const rates = { without: [] as number[], having: [] as number[] }
  const load = async (into: number[]) => {
    const { requests, seconds } = await inChild<LoadResult>('load.ts', task)
    into.push(requests / seconds)
  }
  await load(rates.without)
  // Looked at with every message, and never true.
  await addRules(server.origin, token, [1000, 1001, 1002].map(unreachable))
  await load(rates.having)
  await deleteRules(server.origin, token)
  await load(rates.without)
  await addRules(server.origin, token, [1000, 1001, 1002].map(unreachable))
  await load(rates.having)
  const told = await probesOf(server.origin, token, probe as Device)
  await server.end('SIGTERM')
  rmSync(folder, { recursive: true })
  const [rate, bare] = [meanOf(rates.having), meanOf(rates.without)]
  return [
    {
      what: 'alerts: 64 clients, each message looked at by 3 rules',
      measured: perSecond(rate),
      bare: `${perSecond(bare)} without rules`,
      ratio: `${Math.round((100 * rate) / bare)} %`,
      target: '≥ 80 %',
      ok: rate >= 0.8 * bare,
    },
    {
      what: 'alerts: from a message to the alert that can be read',
      measured: `p50 ${ms(percentile(told, 0.5))}, p99 ${ms(percentile(told, 0.99))}`,
      target: 'p99 < 2 s',
      ok: percentile(told, 0.99) < 2000,
    },
  ]
}

/** Milliseconds from sending what is beyond a limit until its alert is answered. */
const probesOf = async (origin: string, token: string, device: Device): Promise<number[]> => {
  const caller = callerAt(origin, token)
  await addRules(origin, token, [{ calculation_minutes: 0, threshold_value: 500 }])
  const send = (nh3: number) =>
    call(api.sendMeasurements, { body: { time: Date.now(), nh3 } }, callerAt(origin, device.key))
  const until = async (open: number): Promise<void> => {
    while ((await call(api.getAlertSummary, {}, caller)).open !== open) await new Promise(done => setTimeout(done, 5))
  }
  const took: number[] = []
  for (let probe = 0; probe < PROBES; probe++) {
    const began = performance.now()
    await send(600)
    await until(1)
    took.push(performance.now() - began)
    await send(5)
    await until(0)
  }
  return took
}
