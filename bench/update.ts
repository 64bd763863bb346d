import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import pg from 'pg'
import { API_BASE, call } from '#shared/contract/call.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import { MINUTE_MS, SECOND_MS } from '#shared/rules/time/units.ts'
import { addDevices, addReportSchedule, callerAt, type Device, EMAIL, signIn, signUp } from '../tests/crash/farm.ts'
import { messageAt, missingOf } from '../tests/crash/sender.ts'
import { type ServerProcess, startServer } from '../tests/crash/server-process.ts'
import { startClickhouse } from '../tests/servers/clickhouse.ts'
import { startMailServer } from '../tests/servers/mail-server.ts'
import { startPostgres } from '../tests/servers/postgres.ts'
import { loadDemo } from './demo.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SENDERS = 6
const RECIPIENT = 'vet@farm.example'
/** Devices that measure too much, one after the other. */
const ALERTS_EACH = 4
/** Reads between two rounds of writes, which are limited for each account. */
const WRITES_EACH = 500
/** ms that the last mails may take once it is quiet: one under way at the end of a process is tried again after a minute. */
const SETTLED = 4 * MINUTE_MS

/** A release that runs beside this one, and its commit. */
export interface Update {
  from: string
  acknowledged: number
  lost: string[]
  /** Messages and calls that a process refused or did not answer with anything but a failure of its own. */
  failed: string[]
  /** Calls that the old release answered while this one ran, and kinds of them. */
  answered: number
  kinds: number
  alerts: { expected: number; told: number; toldTwice: number }
  reports: { expected: number; mailed: number }
  /** Minutes of alerts that were not whole, by phase: of the old release alone, of both, of this one alone. */
  unfinished: number[]
  /** Lines that processes logged as errors. */
  errors: string[]
}

/**
 * Updates a set-up of several processes from another commit to this tree while devices send and people read and write: the old
 * processes go on beside the new ones for some minutes, on tables that these have changed.
 */
export const update = async (ref: string, minutes: number, say: (line: string) => void): Promise<Update> => {
  const folder = mkdtempSync(join(tmpdir(), 'barnometer-update-'))
  const old = treeOf(ref, join(folder, 'old'))
  const files = join(folder, 'files')
  mkdirSync(files)
  const [postgres, clickhouse, mail] = await Promise.all([startPostgres(), startClickhouse(), startMailServer()])
  const shared = {
    DATABASE_URL: postgres.url,
    CLICKHOUSE_URL: clickhouse.url,
    FILES_URL: pathToFileURL(files).href,
    SMTP_URL: mail.url,
    // Each release understands an address; nothing is there.
    MAP_STYLE_URL: 'http://127.0.0.1:9/style.json',
  }
  const start = (name: string, main?: string): Promise<ServerProcess> => {
    const own = join(folder, name.replaceAll(' ', '-'))
    mkdirSync(own)
    const ROLE = name.includes('jobs') ? 'jobs' : 'api'
    return startServer(own, { ...shared, ROLE, HEALTH_PORT: '0' }, main)
  }
  const before = { 'old api': await start('old api', old), 'old jobs': await start('old jobs', old) }
  let doors = [before['old api'].origin]
  const [first = ''] = doors
  await signUp(first)
  const token = await signIn(first)
  await loadDemo(first, token)
  const devices = await addDevices(first, token, SENDERS)
  const watched = await addDevices(first, token, 3 * ALERTS_EACH)
  const rule = { physical_quantity_id: 4, threshold_value: 20, calculation_minutes: 0, urgency: 'act_now' } as const
  await call(api.createAlertRule, { body: rule }, callerAt(first, token))
  await addReportSchedule(first, token, [RECIPIENT])
  const kinds = await answeredBy(first, token)
  say(`${ref}: ${kinds.length} kinds of reads are answered`)

  const db = new pg.Pool({ connectionString: postgres.url, max: 1 })
  const result: Update = {
    from: commitOf(ref),
    acknowledged: 0,
    lost: [],
    failed: [],
    answered: 0,
    kinds: kinds.length,
    alerts: { expected: watched.length, told: 0, toldTwice: 0 },
    reports: { expected: 0, mailed: 0 },
    unfinished: [],
    errors: [],
  }
  let isOver = false
  const acknowledged = devices.map(() => new Map<number, number>())
  const sending = devices.map(async (device, index) => {
    for (let sent = 0; !isOver; sent++) {
      const message = messageAt(sent)
      const origin = doors[sent % doors.length] ?? first
      const failure = await failureOf(`${origin}/api/measurements`, device.key, message)
      // A process that is being stopped takes nothing any more: devices send again.
      if (failure === null) acknowledged[index]?.set(message.time, message.t)
      else if (doors.includes(origin)) result.failed.push(`message: ${failure}`)
      if (failure !== null) sent--
      await pause(50)
    }
  })
  const phase = async (name: string, its: readonly Device[], reads: string): Promise<void> => {
    say(name)
    const until = Date.now() + minutes * MINUTE_MS
    const alerting = (async () => {
      for (const [index, device] of its.entries()) {
        await pause((minutes * MINUTE_MS) / (its.length + 1))
        const failure = await failureOf(`${doors[index % doors.length]}/api/measurements`, device.key, { nh3: 25 })
        if (failure !== null) result.failed.push(`alert: ${failure}`)
      }
    })()
    const reading = (async () => {
      for (let turn = 0; Date.now() < until; turn++) {
        const path = kinds[turn % kinds.length] ?? ''
        const failure = await failureOf(reads + path, token)
        if (failure === null) result.answered++
        else result.failed.push(`${path}: ${failure}`)
        if (turn % WRITES_EACH === 0) result.failed.push(...(await writtenAt(reads, token, turn)))
        await pause(20)
      }
    })()
    await db.query('UPDATE report_schedules SET next_run_at = $1', [new Date().toISOString()])
    await Promise.all([alerting, reading])
    const { rows } = await db.query('SELECT minute FROM alert_clock')
    const newest = Math.floor(Date.now() / MINUTE_MS - 1) * MINUTE_MS
    result.unfinished.push(Math.max(0, (newest - Date.parse(rows[0]?.minute)) / MINUTE_MS))
  }
  const partOf = (index: number) => watched.slice(index * ALERTS_EACH, (index + 1) * ALERTS_EACH)
  await phase('the old release alone', partOf(0), first)
  const after = { 'new api': await start('new api'), 'new jobs': await start('new jobs') }
  doors = [first, after['new api'].origin]
  await phase('both', partOf(1), first)
  doors = [after['new api'].origin]
  // Messages of a moment ago are answered before it is stopped, as a proxy sees to.
  await pause(SECOND_MS)
  for (const server of Object.values(before)) await server.end('SIGTERM')
  await phase('this release alone', partOf(2), after['new api'].origin)
  isOver = true
  await Promise.all(sending)

  const { origin } = after['new api']
  const mailsAbout = (name: string) => mail.mailsTo(EMAIL).filter(({ text = '' }) => text.includes(name)).length
  const names = await Promise.all(
    watched.map(async ({ id }) => (await call(api.readSensor, { params: { id } }, callerAt(origin, token))).name),
  )
  const mailed = () => mail.mailsTo(RECIPIENT).length
  const settled = Date.now() + SETTLED
  while (Date.now() < settled && (names.some(name => mailsAbout(name) === 0) || mailed() < result.unfinished.length))
    await pause(SECOND_MS)
  for (const [index, device] of devices.entries())
    result.lost.push(...(await missingOf(origin, token, device, acknowledged[index] ?? new Map())))
  result.acknowledged = acknowledged.reduce((sum, { size }) => sum + size, 0)
  result.alerts.told = names.filter(name => mailsAbout(name) === 1).length
  result.alerts.toldTwice = names.filter(name => mailsAbout(name) > 1).length
  // One in each phase.
  result.reports = { expected: result.unfinished.length, mailed: mailed() }
  for (const [name, server] of Object.entries({ ...before, ...after }))
    for (const line of server.said().split('\n'))
      if (line.includes('"level":50') || line.includes('"level":60'))
        result.errors.push(`${name}: ${line.slice(0, 400)}`)
  await db.end()
  for (const server of Object.values(after)) await server.end('SIGTERM')
  await Promise.all([postgres.stop(), clickhouse.stop(), mail.stop()])
  rmSync(folder, { recursive: true, force: true })
  return result
}

const git = (...args: string[]): Buffer => execFileSync('git', args, { cwd: ROOT, maxBuffer: 2 ** 30 })
const commitOf = (ref: string): string => git('rev-parse', '--short', ref).toString().trim()

/** Writes the tree of a commit into a folder, with the packages that it asks for. Returns its program. */
const treeOf = (ref: string, folder: string): string => {
  mkdirSync(folder)
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', ref) })
  const isAlike =
    readFileSync(join(ROOT, 'package-lock.json'), 'utf8') === git('show', `${ref}:package-lock.json`).toString()
  if (isAlike) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' })
  return join(folder, 'server/main.ts')
}

/** Why a call was not answered as it should be; null when it was. */
const failureOf = async (url: string, secret: string, body?: object): Promise<string | null> => {
  try {
    const answer = await fetch(url, {
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      headers: { authorization: `Bearer ${secret}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      signal: AbortSignal.timeout(20 * SECOND_MS),
    })
    const text = await answer.text()
    return answer.ok ? null : `${answer.status} ${text.slice(0, 200)}`
  } catch (error) {
    return String(error)
  }
}

/** Reads without parameters that a process answers: what the person of a farm sees. */
const answeredBy = async (origin: string, token: string): Promise<string[]> => {
  const paths: string[] = []
  for (const endpoint of Object.values(api)) {
    const { method, path, root, file, access } = endpoint as Endpoint
    if (method !== 'GET' || path.includes(':') || root || file || access === 'device' || access === 'metrics') continue
    if ((await failureOf(origin + API_BASE + path, token)) === null) paths.push(API_BASE + path)
  }
  return paths
}

/** Writes what people do each day, and returns what failed. */
const writtenAt = async (origin: string, token: string, turn: number): Promise<string[]> => {
  const caller = callerAt(origin, token)
  const areas = [{ name: `Barn ${turn}`, area_type_id: 25 }]
  const work: Record<string, () => Promise<unknown>> = {
    'a location': () => call(api.createLocation, { body: { name: `Farm ${turn}`, areas } }, caller),
    'a device': () => addDevices(origin, token, 1),
    'a rule': () =>
      call(
        api.createAlertRule,
        { body: { physical_quantity_id: 1, threshold_value: 90, calculation_minutes: 15 } },
        caller,
      ),
    'the profile': () => call(api.updateUser, { body: { name: `Anna ${turn}` } }, caller),
    ...(turn === 0 ? { 'sign-in': () => signIn(origin) } : {}),
  }
  const failed: string[] = []
  for (const [name, write] of Object.entries(work))
    await write().catch(error => failed.push(`${name}: ${String(error).slice(0, 300)}`))
  return failed
}
