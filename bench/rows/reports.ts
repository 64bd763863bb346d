import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { call, urlOf } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { entriesOf } from '#shared/rules/collections/keys.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { loadBatch, loadMessage } from '../../simulator/sending/load.ts'
import { addDevices, callerAt, type Device, signUp } from '../../tests/crash/farm.ts'
import { dataFolder, type ServerProcess, startServer } from '../../tests/crash/server-process.ts'
import { startMailServer } from '../../tests/servers/mail-server.ts'
import { ms, percentile, type Row, times } from '../table.ts'
import { cpuMs } from '../timing.ts'

/** `BENCH_SCHEDULES=1000 npm run bench -- reports` measures the morning that is promised. */
const SCHEDULES = Number(process.env.BENCH_SCHEDULES ?? 100)
/** 1,000 within 10 minutes; fewer have the minute that the start and the clock's looks take. */
const MOST_MS = Math.max(MINUTE_MS, (SCHEDULES * 10 * MINUTE_MS) / 1000)
/** Half of what two processors have in the time of the target; messages and charts have the rest. */
const MOST_CPU_MS = 600
const AREAS = 20
const DAYS = 9
/** Schedules about a year each, due at once, and the days of data that each reads: fewer try the bench. */
const YEARS = 10
const YEAR_DAYS = Number(process.env.BENCH_YEAR_DAYS ?? 365)
/** Times as long as on a quiet server that questions asked meanwhile may take. */
const MOST_SLOWER = 2
const STEP_MS = 5 * MINUTE_MS
const RECIPIENT = 'vet@farm.example'
/** Time in which the quiet server is asked, and pause between two questions. */
const QUIET_MS = 20_000
const PAUSE_MS = 50

interface Farm {
  token: string
  devices: Device[]
  areaIds: number[]
}

/** Two mornings: many small reports due at once, and ten of a year's data. */
export const reportRows = async (): Promise<Row[]> => [...(await manyRows()), ...(await yearRows())]

/** Morning on which many schedules are due at once, and how quick messages and charts are meanwhile. */
const manyRows = async (): Promise<Row[]> => {
  const task = { areas: AREAS, days: DAYS, frequency: 'week', schedules: SCHEDULES, mostMs: MOST_MS } as const
  const { quiet, busy, took, sent, spent } = await morningOf(task)
  return [
    {
      what: `reports: ${SCHEDULES} schedules due at once, all mailed`,
      measured: `${(took / 1000).toFixed(0)} s (${sent} mails)`,
      target: `≤ ${MOST_MS / 1000} s, each once`,
      ok: sent === SCHEDULES && took <= MOST_MS,
    },
    {
      what: 'reports: processor time of the server for each',
      measured: ms(spent / Math.max(1, sent)),
      target: `≤ ${MOST_CPU_MS} ms`,
      ok: spent <= MOST_CPU_MS * sent,
    },
    ...comparedRows('reports', quiet, busy),
  ]
}

/** Morning of ten reports of a year's data at once, which must not starve the server. */
const yearRows = async (): Promise<Row[]> => {
  const mostMs = 5 * MINUTE_MS
  const task = { areas: YEARS, days: YEAR_DAYS, frequency: 'year', schedules: YEARS, mostMs } as const
  const { quiet, busy, took, sent } = await morningOf(task)
  const what = `reports: ${YEARS} of ${YEAR_DAYS} days of data at once`
  return [
    {
      what: `${what}, all mailed`,
      measured: `${(took / 1000).toFixed(0)} s (${sent} mails)`,
      target: `≤ ${mostMs / 1000} s, each once`,
      ok: sent === YEARS && took <= mostMs,
    },
    ...comparedRows(what, quiet, busy),
  ]
}

/** Questions that a server is asked while it makes reports. */
const PROBES = { ingest: 'ingest', chart: 'a chart of a week', call: 'a small call' } as const
/** Milliseconds that each took. */
type Probes = Record<keyof typeof PROBES, number[]>

const comparedRows = (of: string, quiet: Probes, busy: Probes): Row[] =>
  entriesOf(PROBES).map(([what, name]) => {
    const [before, during] = [percentile(quiet[what], 0.99), percentile(busy[what], 0.99)]
    return {
      what: `${of}: ${name} meanwhile, p99`,
      measured: ms(during),
      bare: `${ms(before)} quiet`,
      ratio: times(during / before),
      target: `< ${MOST_SLOWER} × quiet`,
      ok: during < MOST_SLOWER * before,
    }
  })

interface Morning {
  areas: number
  days: number
  frequency: 'week' | 'year'
  schedules: number
  mostMs: number
}

/** Fills a farm, asks the quiet server, makes the schedules due and asks until their mails are sent or it is far too late. */
const morningOf = async ({ schedules, mostMs, ...size }: Morning) => {
  const folder = dataFolder()
  const mail = await startMailServer()
  const settings = { SMTP_URL: mail.url }
  const prepared = await startServer(folder, settings)
  const farm = await prepare(prepared.origin, size)
  const beforeQuiet = cpuMs(prepared.pid)
  const quiet = await probesUntil(prepared, farm, within(QUIET_MS))
  const costOfTurn = (cpuMs(prepared.pid) - beforeQuiet) / quiet.ingest.length
  await prepared.end('SIGTERM')
  makeDue(folder, farm, schedules)
  const server = await startServer(folder, settings)
  const began = performance.now()
  const spentBefore = cpuMs(server.pid)
  const isSent = () => mail.mailsTo(RECIPIENT).length >= schedules
  const isLate = within(3 * mostMs)
  const busy = await probesUntil(server, farm, () => isSent() || isLate())
  const took = performance.now() - began
  const sent = mail.mailsTo(RECIPIENT).length
  // Questions asked meanwhile cost what they cost while nothing else is done.
  const spent = cpuMs(server.pid) - spentBefore - busy.ingest.length * costOfTurn
  await server.end('SIGTERM')
  await mail.stop()
  rmSync(folder, { recursive: true })
  return { quiet, busy, took, sent, spent }
}

const within = (length: number): (() => boolean) => {
  const end = performance.now() + length
  return () => performance.now() > end
}

/** A farm of areas with one device each, which sent each five minutes for some days, and its first schedule. */
const prepare = async (
  origin: string,
  { areas: many, days, frequency }: Pick<Morning, 'areas' | 'days' | 'frequency'>,
): Promise<Farm> => {
  const token = await signUp(origin)
  const caller = callerAt(origin, token)
  const devices = await addDevices(origin, token, many)
  const areas = devices.map((_, index) => ({ name: `Barn ${index + 1}`, area_type_id: 25 }))
  const location = await call(api.createLocation, { body: { name: 'Farm', areas } }, caller)
  const areaIds = location.areas.map(({ id }) => id)
  const start = Date.now() - days * DAY_MS
  for (const [index, device] of devices.entries()) {
    const placement = {
      location_id: location.id,
      area_id: areaIds[index] ?? 0,
      device_ids: [device.id],
      start: new Date(start).toISOString(),
    }
    await call(api.createLocationResearch, { body: placement }, caller)
    const count = Math.floor((days * DAY_MS) / STEP_MS)
    for (let at = 0; at < count; at += 500)
      await post(origin, device, loadBatch(index, start + at * STEP_MS, STEP_MS, Math.min(500, count - at)))
  }
  const schedule = {
    name: 'Each time',
    area_ids: areaIds.slice(0, 1),
    frequency,
    relative: true,
    language: 'en' as const,
    recipients: [RECIPIENT],
  }
  await call(api.createReportSchedule, { body: schedule }, caller)
  return { token, devices, areaIds }
}

const post = async (origin: string, device: Device, body: object): Promise<void> => {
  const answer = await fetch(`${origin}/api/measurements`, {
    method: 'POST',
    headers: { authorization: `Bearer ${device.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`a message was refused: ${answer.status}`)
}

/** Copies the schedule for as many as are measured, each about one area, and makes them due now, while the server is down. */
const makeDue = (folder: string, { areaIds }: Farm, schedules: number): void => {
  const catalogue = new DatabaseSync(join(folder, 'catalogue.sqlite'))
  const columns = catalogue
    .prepare("SELECT name FROM pragma_table_info('report_schedules') WHERE name <> 'id'")
    .all()
    .map(({ name }) => `"${name}"`)
    .join()
  for (let copy = 1; copy < schedules; copy++)
    catalogue.exec(
      `INSERT INTO report_schedules (${columns}) SELECT ${columns} FROM report_schedules ORDER BY id LIMIT 1`,
    )
  const due = catalogue.prepare('UPDATE report_schedules SET next_run_at = ?, content = ? WHERE id = ?')
  const now = new Date().toISOString()
  for (const [index, { id }] of catalogue.prepare('SELECT id FROM report_schedules').all().entries())
    due.run(
      now,
      JSON.stringify({ area_ids: [areaIds[index % areaIds.length]], measurements: null, rows: 'day' }),
      Number(id),
    )
  catalogue.close()
}

/** Milliseconds of messages, charts and small calls, one after the other, until something is so. */
const probesUntil = async ({ origin }: ServerProcess, { token, devices, areaIds }: Farm, isOver: () => boolean) => {
  const took: Probes = { ingest: [], chart: [], call: [] }
  const timed = async (what: keyof typeof took, work: () => Promise<void>) => {
    const began = performance.now()
    await work()
    took[what].push(performance.now() - began)
  }
  const ask = async (path: string) => {
    const answer = await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${token}` } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path} was refused: ${answer.status}`)
  }
  for (let turn = 0; !isOver(); turn++) {
    const index = turn % areaIds.length
    const device = devices[index]
    const area_id = areaIds[index] ?? 0
    if (!device) throw new Error('each area has a device')
    await timed('ingest', () => post(origin, device, loadMessage(index, Date.now())))
    await timed('chart', () => ask(urlOf(api.getSeries, { query: { area_id, interval: 'week' } })))
    await timed('call', () => ask(urlOf(api.listLocations, {})))
    await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
  }
  return took
}
