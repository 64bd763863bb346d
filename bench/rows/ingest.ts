import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { addDevices, signUp } from '../../tests/crash/farm.ts'
import { dataFolder, startServer } from '../../tests/crash/server-process.ts'
import type { BareTask } from '../bare.ts'
import { inChild } from '../child.ts'
import type { LoadResult, LoadTask } from '../load.ts'
import { ms, percentile, perSecond, type Row, times } from '../table.ts'
import { cpuMs } from '../timing.ts'

const CLIENTS = 64
const MANY_CLIENTS = 512
const BATCH = 1000
const BATCH_CLIENTS = 4

/** A message a request, many clients: what group commit is for. */
export const ingestRows = async (): Promise<Row[]> => {
  // Whichever the engine does faster: one insert after the other, or all clients' at once.
  const alone = await bareRate({ clients: 1, messages: 1, seconds: 6 })
  const bare = Math.max(alone, await bareRate({ clients: CLIENTS, messages: 1, seconds: 6 }))
  const few = await load(CLIENTS, { batch: 1, warmUp: 3, seconds: 10 })
  const many = await load(MANY_CLIENTS, { batch: 1, warmUp: 3, seconds: 10 })
  return [
    {
      what: `${CLIENTS} clients, one 12-value message a request, durable`,
      measured: perSecond(few.rate),
      bare: `${perSecond(bare)} one insert each`,
      ratio: times(few.rate / bare),
      target: '≥ 10 ×',
      ok: few.rate >= 10 * bare,
    },
    ...answerRows(few, 3000),
    {
      what: `${MANY_CLIENTS} clients, one 12-value message a request, durable`,
      measured: `${perSecond(many.rate)} (${perSecond(many.rate / many.cores)} a core used)`,
      bare: `${perSecond(bare)} one insert each`,
      ratio: times(many.rate / bare),
      target: '≥ 10 ×',
      ok: many.rate >= 10 * bare,
    },
    ...answerRows(many, 4000),
  ]
}

const answerRows = ({ rate, latencies }: Loaded, least: number): Row[] => {
  const [p50, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)]
  return [
    { what: '  messages', measured: perSecond(rate), target: `≥ ${perSecond(least)}`, ok: rate >= least },
    { what: '  time to the answer', measured: `p50 ${ms(p50)}, p99 ${ms(p99)}`, target: 'p99 < 300 ms', ok: p99 < 300 },
  ]
}

/** A file's worth of messages a request. */
export const batchRows = async (): Promise<Row[]> => {
  const bare = await bareRate({ clients: BATCH_CLIENTS, messages: BATCH, seconds: 10 })
  const { rate } = await load(BATCH_CLIENTS, { batch: BATCH, warmUp: 2, seconds: 8 })
  const messages = rate * BATCH
  return [
    {
      what: 'batches of 1,000 messages of 12 values',
      measured: `${perSecond(messages)}`,
      bare: `${perSecond(bare)} JSONEachRow`,
      ratio: times(messages / bare),
      target: '≥ 1.2 ×',
      ok: messages >= 1.2 * bare,
    },
  ]
}

/** Messages a second of the engine alone. */
const bareRate = async (task: { clients: number; messages: number; seconds: number }): Promise<number> => {
  const folder = dataFolder()
  const bare: BareTask = { do: 'insert', folder: join(folder, 'bare'), ...task }
  const { rate } = await inChild<{ rate: number }>('bare.ts', bare)
  rmSync(folder, { recursive: true })
  return rate
}

interface Loaded {
  /** Requests a second. */
  rate: number
  /** Cores that the server used. */
  cores: number
  /** ms */
  latencies: number[]
}

const load = async (clients: number, task: Omit<LoadTask, 'port' | 'keys'>): Promise<Loaded> => {
  const folder = dataFolder()
  const server = await startServer(folder)
  const devices = await addDevices(server.origin, await signUp(server.origin), clients)
  const port = Number(new URL(server.origin).port)
  const keys = devices.map(device => device.key)
  const [began, before] = [performance.now(), cpuMs(server.pid)]
  const result = await inChild<LoadResult>('load.ts', { ...task, port, keys })
  const cores = (cpuMs(server.pid) - before) / (performance.now() - began)
  await server.end('SIGTERM')
  rmSync(folder, { recursive: true })
  return { rate: result.requests / result.seconds, cores, latencies: result.latencies }
}
