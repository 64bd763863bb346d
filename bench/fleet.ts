import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { call } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { MINUTE_MS, SECOND_MS } from '#shared/rules/time/units.ts'
import { callerAt, type Device, signUp } from '../tests/crash/farm.ts'
import { type ServerProcess, startServer } from '../tests/crash/server-process.ts'
import { CLUSTER, type Clickhouse, startCluster } from '../tests/servers/clickhouse.ts'
import { startNats } from '../tests/servers/nats.ts'
import { DURABLE, startPostgres } from '../tests/servers/postgres.ts'
import { inChild } from './child.ts'
import { copyFarm, FIRST } from './fleet-copies.ts'
import type { FleetResult, FleetTask } from './fleet-load.ts'
import { makePattern } from './fleet-pattern.ts'
import { machineCpuMs, treeCpuMs, treeMemory } from './timing.ts'

const SHARDS = 2
const VALUES = 12
const WARM_UP = 1
/** ms between two messages that are followed to the last values of another process, and between two looks there. */
const PROBE_MS = 3 * SECOND_MS
const LOOK_MS = 10

/** Rules of each farm: what costs is that they are looked at. */
const RULES = [
  { calculation_minutes: 0, threshold_value: 900 },
  { calculation_minutes: 15, threshold_value: 900 },
  { calculation_minutes: 60, threshold_value: 900 },
] as const

export interface Fleet {
  sent: FleetResult
  seconds: number
  /** By the name of a process: processor seconds of the counted minutes, and bytes at their end. */
  processes: Record<string, { cpu: number; memory: number }>
  /** Processor seconds of the sender, and of all that is none of this. */
  sender: number
  others: number
  /** ms that each minute took of alerts, and those that were not evaluated to their end. */
  minutes: number[]
  unfinished: number
  /** ms from a message to the last value that another process answers. */
  lags: number[]
  stored: number
  /** Devices with fewer values stored than were acknowledged. */
  lost: number
  /** Bytes on the disk: measurements, once merged, and the database. */
  measurements: number
  database: number
}

/** Runs a set-up of several processes with a fleet of devices that send each minute, and tells what it took. */
export const fleet = async (
  {
    devices,
    minutes,
    connections,
    gatherMs,
    clocks,
  }: {
    devices: number
    minutes: number
    connections: number
    gatherMs: number
    /** Processes that do the clock's work. */
    clocks: number
  },
  say: (line: string) => void,
): Promise<Fleet> => {
  const folder = mkdtempSync(join(tmpdir(), 'barnometer-fleet-'))
  const files = join(folder, 'files')
  mkdirSync(files)
  const [postgres, shards, nats] = await Promise.all([startPostgres(DURABLE), startCluster(SHARDS), startNats()])
  const shared = {
    DATABASE_URL: postgres.url,
    CLICKHOUSE_URL: shards.map(({ url }) => url).join(','),
    CLICKHOUSE_CLUSTER: CLUSTER,
    NATS_URL: nats.url,
    FILES_URL: pathToFileURL(files).href,
    LOG_LEVEL: 'error',
    INGEST_GATHER_MS: String(gatherMs),
  }
  const start = (name: string, ROLE: string): Promise<ServerProcess> => {
    const own = join(folder, name.replace(' ', '-'))
    mkdirSync(own)
    return startServer(own, { ...shared, ROLE, ...(ROLE === 'jobs' ? { HEALTH_PORT: '0' } : {}) })
  }
  const first = await start('api 1', 'api')
  const second = await start('api 2', 'api')
  const jobs = await Promise.all(Array.from({ length: clocks }, (_, nr) => start(`jobs ${nr + 1}`, 'jobs')))
  const servers: Record<string, ServerProcess> = {
    'api 1': first,
    'api 2': second,
    ...Object.fromEntries(jobs.map((server, nr) => [`jobs ${nr + 1}`, server])),
  }
  const db = new pg.Pool({ connectionString: postgres.url, max: 2 })
  const { token, probe } = await makeFleet(db, first.origin, devices)
  say(`made ${devices} devices`)

  const pids: Record<string, number> = {
    ...Object.fromEntries(Object.entries(servers).map(([name, { pid }]) => [name, pid])),
    PostgreSQL: postgres.pid(),
    'ClickHouse 1': shards[0]?.pid() ?? 0,
    'ClickHouse 2': shards[1]?.pid() ?? 0,
    NATS: nats.pid(),
  }
  const used = () => ({
    each: Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, treeCpuMs(pid)])),
    all: treeCpuMs(process.pid),
    machine: machineCpuMs(),
  })
  const ports = [first, second].map(({ origin }) => Number(new URL(origin).port))
  const task: FleetTask = { ports, devices, connections, warmUp: WARM_UP, minutes }
  let isOver = false
  const sending = inChild<FleetResult>('fleet-load.ts', task).finally(() => {
    isOver = true
  })
  await pause(WARM_UP * MINUTE_MS)
  const before = used()
  const began = performance.now()
  const until = Date.now() + minutes * MINUTE_MS
  const isRunning = () => !isOver && Date.now() < until
  const looking = Promise.all([probed(first.origin, second.origin, token, probe, isRunning), watched(db, until)])
  await pause(minutes * MINUTE_MS)
  const after = used()
  const seconds = (performance.now() - began) / 1000
  const memory = Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, treeMemory(pid)]))
  const [lags, watch] = await looking
  const sent = await sending
  for (const [name, server] of Object.entries(servers)) {
    const errors = server
      .said()
      .split('\n')
      .filter(line => line.includes('"level":50'))
    if (errors.length > 0) say(`${name} logged ${errors.length} errors, the first: ${errors[0]?.slice(0, 600)}`)
  }
  const stored = await storedBy(shards)
  let [values, lost] = [0, 0]
  for (const [device, messages] of sent.acknowledged.entries()) {
    const found = stored.get(FIRST + device) ?? 0
    values += found
    if (found < messages * VALUES) lost++
  }
  for (const { url } of shards) await ask(url, 'OPTIMIZE TABLE measurements FINAL')
  const { rows } = await db.query('SELECT pg_database_size(current_database()) AS size')
  const result: Fleet = {
    sent,
    seconds,
    processes: Object.fromEntries(
      Object.keys(pids).map(name => [
        name,
        { cpu: ((after.each[name] ?? 0) - (before.each[name] ?? 0)) / 1000, memory: memory[name] ?? 0 },
      ]),
    ),
    sender: 0,
    others: 0,
    ...watch,
    lags,
    stored: values,
    lost,
    measurements: await bytesOf(shards),
    database: Number(rows[0]?.size),
  }
  const own = Object.values(result.processes).reduce((sum, { cpu }) => sum + cpu, 0)
  const all = (after.all - before.all) / 1000
  result.sender = all - own
  result.others = (after.machine - before.machine) / 1000 - all
  await db.end()
  await Promise.all(Object.values(servers).map(server => server.end('SIGTERM')))
  await Promise.all([postgres.stop(), ...shards.map(shard => shard.stop()), nats.stop()])
  rmSync(folder, { recursive: true, force: true })
  return result
}

/** Makes one farm as a person does, and all others like it. */
const makeFleet = async (db: pg.Pool, origin: string, devices: number): Promise<{ token: string; probe: Device }> => {
  const token = await signUp(origin)
  const rules = RULES.map(rule => ({ physical_quantity_id: 4, ...rule }))
  const { probe, ...pattern } = await makePattern(origin, token, rules)
  const { rows } = await db.query('SELECT id FROM users')
  const columnsOf = async (table: string): Promise<string[]> => {
    const query = `SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 AND table_schema = 'public'`
    return (await db.query(query, [table])).rows.map(({ name }) => name)
  }
  const copying = {
    columnsOf,
    run: (statement: string) => db.query(statement),
    keyHash: (key: string) => `encode(sha256(${key}::bytea), 'hex')`,
  }
  await copyFarm(copying, { user: Number(rows[0]?.id), ...pattern }, devices)
  return { token, probe }
}

/** Sends at one process and looks at another, again and again. */
const probed = async (
  at: string,
  elsewhere: string,
  token: string,
  probe: Device,
  isRunning: () => boolean,
): Promise<number[]> => {
  const lags: number[] = []
  for (let value = 1; isRunning(); value++) {
    const began = performance.now()
    const sent = await call(api.sendMeasurements, { body: { t: value % 40 } }, callerAt(at, probe.key)).catch(
      () => null,
    )
    const isThere = async () => {
      const last = await call(api.getLast, { query: { device_id: probe.id } }, callerAt(elsewhere, token)).catch(
        () => null,
      )
      return last?.t?.value === value % 40
    }
    if (sent) {
      while (isRunning() && !(await isThere())) await pause(LOOK_MS)
      if (isRunning()) lags.push(performance.now() - began)
    }
    await pause(PROBE_MS)
  }
  return lags
}

/** Looks late in each minute at how long its alerts took. */
const watched = async (db: pg.Pool, until: number): Promise<Pick<Fleet, 'minutes' | 'unfinished'>> => {
  const result = { minutes: [] as number[], unfinished: 0 }
  for (;;) {
    const next = MINUTE_MS - ((Date.now() + 2 * SECOND_MS) % MINUTE_MS)
    if (Date.now() + next > until) return result
    await pause(next)
    const minute = new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS).toISOString()
    const { rows } = await db.query('SELECT max(took_ms) AS took, min(finished) AS finished FROM alert_parts')
    if (rows[0]?.finished >= minute) result.minutes.push(Number(rows[0]?.took))
    else result.unfinished++
    await pause(5 * SECOND_MS)
  }
}

const ask = async (url: string, query: string): Promise<string> => {
  const answer = await fetch(url, { method: 'POST', body: query })
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return text
}

/** Values of each device that lie in the store, what was sent twice once. */
const storedBy = async (shards: readonly Clickhouse[]): Promise<Map<number, number>> => {
  const stored = new Map<number, number>()
  const query = `SELECT device_id, count() FROM measurements FINAL WHERE device_id >= ${FIRST} GROUP BY device_id FORMAT TSV`
  for (const { url } of shards)
    for (const line of (await ask(url, query)).split('\n').filter(Boolean)) {
      const [device = 0, values = 0] = line.split('\t').map(Number)
      stored.set(device, values)
    }
  return stored
}

const bytesOf = async (shards: readonly Clickhouse[]): Promise<number> => {
  let bytes = 0
  for (const { url } of shards)
    bytes += Number(
      await ask(url, `SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND table = 'measurements'`),
    )
  return bytes
}
