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
import { median, perSecond, type Row, times } from '../table.ts'
import { treeCpuMs } from '../timing.ts'

/** Senders of each process: of half as many it would store half as much at once, which ClickHouse takes as many inserts for. */
const CLIENTS = 256
const TURNS = 5
/** Seconds of one load, and those that its rate does not count. */
const [LOADED_S, WARM_UP_S] = [8, 2]
/** Share of the rate of one process, at the same processor time, that two must reach. */
const LEAST = 0.95

interface Measured {
  rate: number
  /** Messages of a second of the processor: of all processes and stores, and of the processes that answer. */
  perCore: number
  ofProcesses: number
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
  const devices = await addDevices(servers[0].origin, await signUp(servers[0].origin), 2 * CLIENTS)
  const pids = [servers[0].pid, servers[1].pid, postgres.pid(), clickhouse.pid()]
  const measure = (processes: number) =>
    loaded(servers.slice(0, processes), devices.slice(0, processes * CLIENTS), pids)
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
  const ratio = both.perCore / alone.perCore
  const say = ({ rate, perCore, ofProcesses }: Measured) =>
    `${perSecond(rate)}, ${perSecond(perCore)} a core used (${perSecond(ofProcesses)} without the stores)`
  return [
    {
      what: `two processes on one ClickHouse, ${CLIENTS} clients each: messages of 12 values`,
      measured: say(both),
      bare: `${say(alone)} by one`,
      ratio: `${times(ratio)} at the same processor time`,
      target: `≥ ${LEAST} ×`,
      ok: ratio >= LEAST,
    },
  ]
}

const together = (measured: readonly Measured[]): Measured => ({
  rate: median(measured.map(({ rate }) => rate)),
  perCore: median(measured.map(({ perCore }) => perCore)),
  ofProcesses: median(measured.map(({ ofProcesses }) => ofProcesses)),
})

/** Messages that processes take from all clients, parted among them, and what that took of them and of the stores. */
const loaded = async (
  servers: readonly ServerProcess[],
  devices: readonly Device[],
  pids: readonly number[],
): Promise<Measured> => {
  const used = (of: readonly number[]) => of.reduce((sum, pid) => sum + treeCpuMs(pid), 0) / 1000
  const answering = pids.slice(0, 2)
  const [before, answeringBefore] = [used(pids), used(answering)]
  const results = await Promise.all(
    servers.map(({ origin }, index) => {
      const keys = devices.filter((_, nr) => nr % servers.length === index).map(({ key }) => key)
      const task: LoadTask = {
        port: Number(new URL(origin).port),
        keys,
        batch: 1,
        warmUp: WARM_UP_S,
        seconds: LOADED_S - WARM_UP_S,
      }
      return inChild<LoadResult>('load.ts', task)
    }),
  )
  const messages = results.reduce((sum, { requests, seconds }) => sum + (requests / seconds) * LOADED_S, 0)
  return {
    rate: results.reduce((sum, { requests, seconds }) => sum + requests / seconds, 0),
    perCore: messages / (used(pids) - before),
    ofProcesses: messages / (used(answering) - answeringBefore),
  }
}
