import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { EXPORT_FORMATS, type ExportFormat } from '#shared/contract/measurements/exports.ts'
import { addDevices, signUp } from '../../tests/crash/farm.ts'
import { dataFolder, startServer } from '../../tests/crash/server-process.ts'
import type { BareTask } from '../bare.ts'
import { inChild } from '../child.ts'
import { perSecond, type Row } from '../table.ts'
import { residentMegabytes } from './start.ts'

const DEVICES = 52
/** Devices with twelve keys each: 20 million values within the 7 days of which every value is kept. */
const TIMES = 32_000
const INTERVAL = 18_500
/** Names that the engine gives the formats it writes itself. */
const BARE: Partial<Record<ExportFormat, string>> = { csv: 'CSV', parquet: 'Parquet' }
const MAX_MB = 150
const LEAST_RATIO = 0.4

/** Files of 20 million values: how fast, and what they cost in memory. */
export const exportRows = async (): Promise<Row[]> => {
  const folder = dataFolder()
  const { devices, token, values } = await prepare(folder)
  const measured = await overHttp(folder, devices, token)
  const rows: Row[] = []
  for (const { format, ms, peak, rest } of measured) {
    const file = BARE[format]
    const task = (name: string): BareTask => ({ do: 'file', folder: join(folder, 'measurements'), format: name })
    const bare = file ? values / ((await inChild<{ took: number }>('bare.ts', task(file))).took / 1000) : null
    const rate = values / (ms / 1000)
    rows.push({
      what: `export of ${(values / 1e6).toFixed(1)} million values, ${format}`,
      measured: `${perSecond(rate)}, ${Math.round(peak - rest)} MB over rest`,
      ...(bare && { bare: perSecond(bare), ratio: `${(rate / bare).toFixed(2)} ×` }),
      target: `< ${MAX_MB} MB more${bare ? `, ≥ ${LEAST_RATIO} ×` : ''}`,
      ok: peak - rest < MAX_MB && (bare === null || rate >= LEAST_RATIO * bare),
    })
  }
  rmSync(folder, { recursive: true })
  return rows
}

const prepare = async (folder: string) => {
  const server = await startServer(folder)
  const token = await signUp(server.origin)
  const devices = (await addDevices(server.origin, token, DEVICES)).map(device => device.id)
  await server.end('SIGTERM')
  const span = { times: TIMES, interval: INTERVAL, until: Date.now() - 60_000 }
  const task: BareTask = { do: 'fill', folder: join(folder, 'measurements'), devices, ...span }
  const { values } = await inChild<{ values: number }>('bare.ts', task)
  return { devices, token, values }
}

const overHttp = async (folder: string, devices: number[], token: string) => {
  const measured: { format: ExportFormat; ms: number; peak: number; rest: number }[] = []
  for (const format of EXPORT_FORMATS) {
    const server = await startServer(folder)
    const ask = (query: object) =>
      fetch(`${server.origin}/api/export?${new URLSearchParams({ interval: 'week', format, ...query })}`, {
        headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
      })
    // Costs of a file leave out what a process loads once.
    await (await ask({ device_ids: String(devices[0]), measurements: 't' })).arrayBuffer()
    const rest = residentMegabytes(server.pid)
    let peak = rest
    const look = setInterval(() => {
      peak = Math.max(peak, residentMegabytes(server.pid))
    }, 100)
    const began = performance.now()
    const answer = await ask({ device_ids: devices.join() })
    if (answer.status !== 200 || !answer.body) throw new Error(`${format}: ${answer.status} ${await answer.text()}`)
    for await (const _ of answer.body);
    measured.push({ format, ms: performance.now() - began, peak, rest })
    clearInterval(look)
    await server.end('SIGTERM')
  }
  return measured
}
