import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { call } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { MINUTE_MS, SECOND_MS } from '#shared/rules/time/units.ts'
import { addDevices, addReportSchedule, callerAt, type Device, EMAIL, signIn, signUp } from '../tests/crash/farm.ts'
import { messageAt, missingOf } from '../tests/crash/sender.ts'
import { type ServerProcess, startServer } from '../tests/crash/server-process.ts'
import { mountSmallDisk, noSmallDisk } from '../tests/crash/small-disk.ts'
import { CLUSTER, startCluster } from '../tests/servers/clickhouse.ts'
import { startMailServer } from '../tests/servers/mail-server.ts'
import { startNats } from '../tests/servers/nats.ts'
import { startPostgres } from '../tests/servers/postgres.ts'

/** Processes of the set-up by their name, and what each does. */
const PROCESSES = { 'api 1': 'api', 'api 2': 'api', 'ingest 1': 'ingest', 'jobs 1': 'jobs', 'jobs 2': 'jobs' } as const
type Name = keyof typeof PROCESSES

const SHARDS = 2
const SENDERS = 8
/** Room of the first shard; what is there while it is not filled up must do for the run. */
const DISK_MB = 4096
/** ms for which a disk is full, and for which a clock is wrong; and by how much. */
const FULL_MS = 5 * SECOND_MS
const WRONG_MS = 20 * SECOND_MS
const STEP_MS = 5 * MINUTE_MS
const CLOCK = new URL('stepping-clock.mjs', import.meta.url).href
const RECIPIENT = 'vet@farm.example'
/** ms between two disturbances, at least; up to twice as much. */
const EACH = 8 * SECOND_MS
/** ms until a killed process is started again, as a supervisor would. */
const STARTED_AGAIN = SECOND_MS
/** ms that the last mails may take once it is quiet: one under way at a kill is tried again after a minute. */
const SETTLED = 4 * MINUTE_MS

export interface Chaos {
  disturbances: Record<string, number>
  acknowledged: number
  lost: string[]
  /** ms from the kill of a process, or from the moment at which a store is there again, until all are ready and take messages. */
  recovered: number[]
  alerts: { expected: number; opened: number; told: number; toldTwice: number }
  reports: { expected: number; mailed: number }
}

/** Sends, alerts and reports for some minutes, while processes are killed and stores restarted at random, and tells what came of it. */
export const chaos = async (minutes: number, say: (line: string) => void): Promise<Chaos> => {
  const folder = mkdtempSync(join(tmpdir(), 'barnometer-chaos-'))
  const files = join(folder, 'files')
  mkdirSync(files)
  const disk = noSmallDisk() === null ? mountSmallDisk(DISK_MB) : null
  if (disk) mkdirSync(disk.folder)
  const [postgres, shards, nats, mail] = await Promise.all([
    startPostgres(),
    startCluster(SHARDS, disk ? [disk.folder] : []),
    startNats(),
    startMailServer(),
  ])
  const shared = {
    DATABASE_URL: postgres.url,
    CLICKHOUSE_URL: shards.map(({ url }) => url).join(','),
    CLICKHOUSE_CLUSTER: CLUSTER,
    NATS_URL: nats.url,
    FILES_URL: pathToFileURL(files).href,
    SMTP_URL: mail.url,
    LOG_LEVEL: 'fatal',
  }
  const start = async (name: Name): Promise<ServerProcess> => {
    const own = join(folder, name.replace(' ', '-'))
    mkdirSync(own, { recursive: true })
    return startServer(own, {
      ...shared,
      ROLE: PROCESSES[name],
      HEALTH_PORT: '0',
      NODE_OPTIONS: `--import ${CLOCK}`,
      CLOCK_STEP: join(own, 'clock-step'),
    })
  }
  const running = new Map<Name, ServerProcess>()
  for (const name of Object.keys(PROCESSES) as Name[]) running.set(name, await start(name))
  const doors = (): string[] => ['api 1', 'api 2', 'ingest 1'].flatMap(name => running.get(name as Name)?.origin ?? [])
  const [first = ''] = doors()
  await signUp(first)
  const token = await signIn(first)
  const devices = await addDevices(first, token, SENDERS)
  const watched = await addDevices(first, token, minutes * 3)
  const rule = { physical_quantity_id: 4, threshold_value: 20, calculation_minutes: 0, urgency: 'act_now' } as const
  await call(api.createAlertRule, { body: rule }, callerAt(first, token))
  await addReportSchedule(first, token, [RECIPIENT])
  const db = new pg.Pool({ connectionString: postgres.url, max: 1 })
  db.on('error', () => {})

  let isOver = false
  const acknowledged = devices.map(() => new Map<number, number>())
  const sending = devices.map((device, index) => sendOn(device, doors, acknowledged[index] ?? new Map(), () => isOver))
  const alerting = (async () => {
    for (const device of watched) {
      await pause((minutes * MINUTE_MS) / watched.length)
      await untilTaken(doors, device, { nh3: 25 })
    }
  })()
  const reporting = (async () => {
    for (let run = 0; run < minutes; run++) {
      await pause(MINUTE_MS)
      await makeDue(db)
    }
  })()

  const result: Chaos = {
    disturbances: {},
    acknowledged: 0,
    lost: [],
    recovered: [],
    alerts: { expected: watched.length, opened: 0, told: 0, toldTwice: 0 },
    reports: { expected: 0, mailed: 0 },
  }
  /** Kills a process and starts it again. Returns when it was killed. */
  const kill = async (name: Name): Promise<number> => {
    const at = performance.now()
    await running.get(name)?.end('SIGKILL')
    running.delete(name)
    await pause(STARTED_AGAIN)
    running.set(name, await start(name))
    return at
  }
  /** Returns when a store is there again. */
  const outage = async (work: Promise<void>): Promise<number> => {
    await work
    return performance.now()
  }
  const killNats = async () => {
    await nats.end('SIGKILL')
    await pause(Math.random() * 20 * SECOND_MS)
    await nats.begin()
  }
  const fillUp = async ({ fill, free }: NonNullable<typeof disk>) => {
    fill()
    await pause(FULL_MS)
    free()
  }
  /** Sets the clock of any process wrong for a while. */
  const stepClock = async (ms: number) => {
    const all = [...running.keys()]
    const name = all[Math.floor(Math.random() * all.length)] ?? 'api 1'
    const file = join(folder, name.replace(' ', '-'), 'clock-step')
    writeFileSync(file, String(ms))
    await pause(WRONG_MS)
    writeFileSync(file, '0')
  }
  const disturbances: Record<string, () => Promise<number>> = {
    ...Object.fromEntries((Object.keys(PROCESSES) as Name[]).map(name => [`kill ${name}`, () => kill(name)])),
    'restart PostgreSQL': () => outage(postgres.restart()),
    ...Object.fromEntries(
      shards.flatMap((shard, index) => [
        [`restart shard ${index + 1}`, () => outage(shard.restart('SIGTERM'))],
        [`kill shard ${index + 1}`, () => outage(shard.restart('SIGKILL'))],
      ]),
    ),
    ...(disk ? { 'full disk of shard 1': () => outage(fillUp(disk)) } : {}),
    'clock 5 minutes ahead': () => outage(stepClock(STEP_MS)),
    'clock 5 minutes back': () => outage(stepClock(-STEP_MS)),
    'kill NATS': () => outage(killNats()),
  }
  const names = Object.keys(disturbances)
  const until = Date.now() + minutes * MINUTE_MS
  while (Date.now() < until) {
    await pause(EACH + Math.random() * EACH)
    const name = names[Math.floor(Math.random() * names.length)] ?? ''
    result.disturbances[name] = (result.disturbances[name] ?? 0) + 1
    const began = (await disturbances[name]?.()) ?? performance.now()
    // A device at each shard.
    for (const device of devices.slice(0, SHARDS)) await untilTaken(doors, device, null)
    await Promise.all([...running.values()].map(({ origin }) => untilReady(origin)))
    const took = performance.now() - began
    result.recovered.push(took)
    say(`${name}: back after ${Math.round(took)} ms`)
  }
  await Promise.all([alerting, reporting])
  isOver = true
  await Promise.all(sending)

  const [origin = ''] = doors()
  const caller = callerAt(origin, token)
  const nameOf = new Map<number, string>()
  for (const { id } of watched) nameOf.set(id, (await call(api.readSensor, { params: { id } }, caller)).name)
  const mailsAbout = (id: number) =>
    mail.mailsTo(EMAIL).filter(({ text = '' }) => text.includes(nameOf.get(id) ?? '\0')).length
  const reportMails = () => mail.mailsTo(RECIPIENT).length
  // An update that was not answered may have made the schedule due all the same.
  const due = async () =>
    Number((await db.query('SELECT count(*) FROM reports WHERE due_at IS NOT NULL')).rows[0]?.count)
  const settled = Date.now() + SETTLED
  while (Date.now() < settled && (watched.some(({ id }) => mailsAbout(id) === 0) || reportMails() < (await due())))
    await pause(SECOND_MS)
  // Mails that would be sent twice have a little time for it.
  await pause(30 * SECOND_MS)
  for (const { id } of watched)
    result.alerts.opened += (await call(api.listAlerts, { query: { device_id: id } }, caller)).length
  result.acknowledged = acknowledged.reduce((sum, { size }) => sum + size, 0)
  for (const [index, device] of devices.entries())
    result.lost.push(...(await missingOf(origin, token, device, acknowledged[index] ?? new Map())))
  result.alerts.told = watched.filter(({ id }) => mailsAbout(id) === 1).length
  result.alerts.toldTwice = watched.filter(({ id }) => mailsAbout(id) > 1).length
  result.reports = { expected: await due(), mailed: reportMails() }

  await db.end()
  await Promise.all([...running.values()].map(server => server.end('SIGTERM')))
  await Promise.all([postgres.stop(), ...shards.map(shard => shard.stop()), nats.stop(), mail.stop()])
  disk?.unmount()
  rmSync(folder, { recursive: true, force: true })
  return result
}

/** Posts a message to any process that takes it, again and again until one says that it is stored. */
const untilTaken = async (doors: () => string[], device: Device | undefined, message: object | null): Promise<void> => {
  for (;;) {
    const all = doors()
    const origin = all[Math.floor(Math.random() * all.length)]
    const answer = await fetch(`${origin}/api/measurements`, {
      method: 'POST',
      headers: { authorization: `Bearer ${device?.key}`, 'content-type': 'application/json' },
      // The first message of a sender, once more: it is stored already, and counts once.
      body: JSON.stringify(message ?? messageAt(0)),
      signal: AbortSignal.timeout(10 * SECOND_MS),
    }).catch(() => null)
    await answer?.arrayBuffer().catch(() => {})
    if (answer?.status === 201) return
    await pause(100)
  }
}

/** Sends one message after the other, each until it is acknowledged, as devices do. */
const sendOn = async (
  device: Device,
  doors: () => string[],
  acknowledged: Map<number, number>,
  isOver: () => boolean,
): Promise<void> => {
  for (let sent = 0; !isOver(); sent++) {
    const message = messageAt(sent)
    await untilTaken(doors, device, message)
    acknowledged.set(message.time, message.t)
    await pause(20)
  }
}

const untilReady = async (origin: string): Promise<void> => {
  for (;;) {
    const answer = await fetch(`${origin}/api/ready`, { signal: AbortSignal.timeout(10 * SECOND_MS) }).catch(() => null)
    await answer?.arrayBuffer().catch(() => {})
    if (answer?.ok) return
    await pause(100)
  }
}

/** Makes the schedule due now, as a morning does, again and again until the database has answered. */
const makeDue = async (db: pg.Pool): Promise<void> => {
  for (;;) {
    const isMade = await db.query('UPDATE report_schedules SET next_run_at = $1', [new Date().toISOString()]).then(
      () => true,
      () => false,
    )
    if (isMade) return
    await pause(500)
  }
}
