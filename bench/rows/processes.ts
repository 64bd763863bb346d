import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { addDevices, type Device, signUp } from '../../tests/crash/farm.ts'
import { type ServerProcess, startServer } from '../../tests/crash/server-process.ts'
import { startClickhouse } from '../../tests/servers/clickhouse.ts'
import { DURABLE, startPostgres } from '../../tests/servers/postgres.ts'
import { inChild } from '../child.ts'
import type { LoadResult, LoadTask } from '../load.ts'
import { perSecond, type Row, times } from '../table.ts'
import { treeCpuMs } from '../timing.ts'

const CLIENTS = 128
const TURNS = 3
/** Share of the rate of one process, at the same processor time, that two must reach. */
const LEAST = 0.95

interface Measured {
  rate: number
  /** Processor seconds a second. */
  cores: number
}

/** Two processes on one ClickHouse and one PostgreSQL beside one: what they share must not make them slower. */
export const processRows = async (): Promise<Row[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'barnometer-processes-'))
  mkdirSync(join(folder, 'files'))
  const [postgres, clickhouse] = await Promise.all([startPostgres(DURABLE), startClickhouse()])
  const settings = {
    DATABASE_URL: postgres.url,
    CLICKHOUSE_URL: clickhouse.url,
    FILES_URL: pathToFileURL(join(folder, 'files')).href,
    ROLE: 'api',
  }
  const start = (name: string): Promise<ServerProcess> => {
    mkdirSync(join(folder, name))
    return startServer(join(folder, name), settings)
  }
  const servers = [await start('1'), await start('2')] as const
  const devices = await addDevices(servers[0].origin, await signUp(servers[0].origin), CLIENTS)
  const pids = [servers[0].pid, servers[1].pid, postgres.pid(), clickhouse.pid()]
  const measure = (processes: number) => loaded(servers.slice(0, processes), devices, pids)
  const [one, two]: [Measured[], Measured[]] = [[], []]
  await measure(2)
  for (let turn = 0; turn < TURNS; turn++) {
    one.push(await measure(1))
    two.push(await measure(2))
  }
  await Promise.all(servers.map(server => server.end('SIGTERM')))
  await Promise.all([postgres.stop(), clickhouse.stop()])
  rmSync(folder, { recursive: true, force: true })
  const [alone, both] = [together(one), together(two)]
  const ratio = both.rate / both.cores / (alone.rate / alone.cores)
  const say = ({ rate, cores }: Measured) => `${perSecond(rate)}, ${perSecond(rate / cores)} a core used`
  return [
    {
      what: `two processes on one ClickHouse, ${CLIENTS} clients: messages of 12 values`,
      measured: say(both),
      bare: `${say(alone)} by one`,
      ratio: `${times(ratio)} at the same processor time`,
      target: `≥ ${LEAST} ×`,
      ok: ratio >= LEAST,
    },
  ]
}

const together = (measured: readonly Measured[]): Measured => ({
  rate: measured.reduce((sum, { rate }) => sum + rate, 0) / measured.length,
  cores: measured.reduce((sum, { cores }) => sum + cores, 0) / measured.length,
})

/** Messages that processes take from all clients, parted among them, and what that took of them and of the stores. */
const loaded = async (
  servers: readonly ServerProcess[],
  devices: readonly Device[],
  pids: readonly number[],
): Promise<Measured> => {
  const used = () => pids.reduce((sum, pid) => sum + treeCpuMs(pid), 0)
  const [began, before] = [performance.now(), used()]
  const results = await Promise.all(
    servers.map(({ origin }, index) => {
      const keys = devices.filter((_, nr) => nr % servers.length === index).map(({ key }) => key)
      const task: LoadTask = { port: Number(new URL(origin).port), keys, batch: 1, warmUp: 2, seconds: 6 }
      return inChild<LoadResult>('load.ts', task)
    }),
  )
  return {
    rate: results.reduce((sum, { requests, seconds }) => sum + requests / seconds, 0),
    cores: (used() - before) / (performance.now() - began),
  }
}
