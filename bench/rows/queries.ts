import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { addDevices, signUp } from '../../tests/crash/farm.ts'
import { dataFolder, startServer } from '../../tests/crash/server-process.ts'
import type { BareTask } from '../bare.ts'
import { inChild } from '../child.ts'
import { median, ms, type Row } from '../table.ts'
import { timesOf } from '../timing.ts'

const DEVICES = 52
const INTERVAL = 300_000
/** Devices with twelve keys each: 20 million values over 111 days. */
const TIMES = 32_100
const RUNS = 60
const MANY = 50

/** A chart and the last values, out of a store that has been filled for months. */
export const queryRows = async (): Promise<Row[]> => {
  const folder = dataFolder()
  const { devices, token, until } = await prepare(folder)
  const { chart, last } = await overHttp(folder, devices, token)
  const period = { device: devices[20]!, from: until - 7 * 86_400_000, until }
  const query: BareTask = { do: 'chart', folder: join(folder, 'measurements'), runs: RUNS, ...period }
  const bare = await inChild<{ took: number[] }>('bare.ts', query)
  rmSync(folder, { recursive: true })
  const [measured, plain] = [median(chart), median(bare.took)]
  return [
    {
      what: 'chart of one device, a week, 12 keys, in 20 million values',
      measured: ms(measured),
      bare: `${ms(plain)} plain query`,
      ratio: `${(measured / plain).toFixed(2)} ×`,
      target: `≤ × 1.3 + 5 ms = ${ms(1.3 * plain + 5)}`,
      ok: measured <= 1.3 * plain + 5,
    },
    { what: 'last values of 50 devices', measured: ms(median(last)), target: '≤ 10 ms', ok: median(last) <= 10 },
  ]
}

const prepare = async (folder: string) => {
  const server = await startServer(folder)
  const token = await signUp(server.origin)
  const devices = (await addDevices(server.origin, token, DEVICES)).map(device => device.id)
  await server.end('SIGTERM')
  const until = Math.floor(Date.now() / INTERVAL) * INTERVAL
  const span = { times: TIMES, interval: INTERVAL, until }
  const task: BareTask = { do: 'fill', folder: join(folder, 'measurements'), devices, ...span }
  const { values } = await inChild<{ values: number }>('bare.ts', task)
  if (values !== TIMES * DEVICES * 12) throw new Error(`the store holds ${values} values`)
  return { devices, token, until }
}

const overHttp = async (folder: string, devices: number[], token: string) => {
  const server = await startServer(folder)
  const chart = await timesOf(
    `${server.origin}/api/measurements/series?device_id=${devices[20]}&interval=week`,
    token,
    RUNS,
  )
  const ids = devices.slice(0, MANY).join(',')
  const last = await timesOf(`${server.origin}/api/measurements/last_all?device_ids=${ids}`, token, RUNS)
  await server.end('SIGTERM')
  return { chart, last }
}
