import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { call, urlOf } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { loadBatch, loadMessage } from '../../simulator/sending/load.ts'
import { addDevices, callerAt, type Device, signUp } from '../../tests/crash/farm.ts'
import { dataFolder, type ServerProcess, startServer } from '../../tests/crash/server-process.ts'
import { startMailServer } from '../../tests/servers/mail-server.ts'
import { ms, percentile, type Row, times } from '../table.ts'

/** `BENCH_SCHEDULES=1000 npm run bench -- reports` measures the morning that is promised. */
const SCHEDULES = Number(process.env.BENCH_SCHEDULES ?? 100)
/** 1,000 within 10 minutes; fewer have the minute that the start and the clock's looks take. */
const MOST_MS = Math.max(MINUTE_MS, (SCHEDULES * 10 * MINUTE_MS) / 1000)
/** Half of what two processors have in the time of the target; messages and charts have the rest. */
const MOST_CPU_MS = 600
const AREAS = 20
const DAYS = 9
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

/** Morning on which many schedules are due at once, and how quick messages and charts are meanwhile. */
export const reportRows = async (): Promise<Row[]> => {
  const folder = dataFolder()
  const mail = await startMailServer()
  const settings = { SMTP_URL: mail.url }
  const prepared = await startServer(folder, settings)
  const farm = await prepare(prepared.origin)
  const beforeQuiet = cpuMs(prepared.pid)
  const quiet = await probesUntil(prepared, farm, within(QUIET_MS))
  const costOfTurn = (cpuMs(prepared.pid) - beforeQuiet) / quiet.ingest.length
  await prepared.end('SIGTERM')
  makeDue(folder, farm)
  const server = await startServer(folder, settings)
  const began = performance.now()
  const spentBefore = cpuMs(server.pid)
  const isSent = () => mail.mailsTo(RECIPIENT).length >= SCHEDULES
  const isLate = within(3 * MOST_MS)
  const busy = await probesUntil(server, farm, () => isSent() || isLate())
  const took = performance.now() - began
  const sent = mail.mailsTo(RECIPIENT).length
  // Messages and charts cost what they cost while nothing else is done.
  const spent = cpuMs(server.pid) - spentBefore - busy.ingest.length * costOfTurn
  await server.end('SIGTERM')
  await mail.stop()
  rmSync(folder, { recursive: true })
  const compared = (['ingest', 'chart'] as const).map((what): Row => {
    const [before, during] = [percentile(quiet[what], 0.99), percentile(busy[what], 0.99)]
    return {
      what: `reports: ${what} meanwhile, p99`,
      measured: ms(during),
      bare: `${ms(before)} quiet`,
      ratio: times(during / before),
      target: '< 2 × quiet',
      ok: during < 2 * before,
    }
  })
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
    ...compared,
  ]
}

/** Processor time (ms) that a process has taken so far: fields 14 and 15 of its `stat`, in hundredths of a second. */
const cpuMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return 10 * (Number(fields[11]) + Number(fields[12]))
}

const within = (length: number): (() => boolean) => {
  const end = performance.now() + length
  return () => performance.now() > end
}

/** A farm of areas with one device each, which sent each five minutes for nine days, and its first schedule. */
const prepare = async (origin: string): Promise<Farm> => {
  const token = await signUp(origin)
  const caller = callerAt(origin, token)
  const devices = await addDevices(origin, token, AREAS)
  const areas = devices.map((_, index) => ({ name: `Barn ${index + 1}`, area_type_id: 25 }))
  const location = await call(api.createLocation, { body: { name: 'Farm', areas } }, caller)
  const areaIds = location.areas.map(({ id }) => id)
  const start = Date.now() - DAYS * DAY_MS
  for (const [index, device] of devices.entries()) {
    const placement = {
      location_id: location.id,
      area_id: areaIds[index] ?? 0,
      device_ids: [device.id],
      start: new Date(start).toISOString(),
    }
    await call(api.createLocationResearch, { body: placement }, caller)
    const count = Math.floor((DAYS * DAY_MS) / STEP_MS)
    for (let at = 0; at < count; at += 500)
      await post(origin, device, loadBatch(index, start + at * STEP_MS, STEP_MS, Math.min(500, count - at)))
  }
  const schedule = {
    name: 'Each week',
    area_ids: areaIds.slice(0, 1),
    frequency: 'week' as const,
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
const makeDue = (folder: string, { areaIds }: Farm): void => {
  const catalogue = new DatabaseSync(join(folder, 'catalogue.sqlite'))
  const columns = catalogue
    .prepare("SELECT name FROM pragma_table_info('report_schedules') WHERE name <> 'id'")
    .all()
    .map(({ name }) => `"${name}"`)
    .join()
  for (let copy = 1; copy < SCHEDULES; copy++)
    catalogue.exec(
      `INSERT INTO report_schedules (${columns}) SELECT ${columns} FROM report_schedules ORDER BY id LIMIT 1`,
    )
  const due = catalogue.prepare('UPDATE report_schedules SET next_run_at = ?, content = ? WHERE id = ?')
  const now = new Date().toISOString()
  for (const [index, { id }] of catalogue.prepare('SELECT id FROM report_schedules').all().entries())
    due.run(now, JSON.stringify({ area_ids: [areaIds[index % AREAS]], measurements: null, rows: 'day' }), Number(id))
  catalogue.close()
}

/** Milliseconds of messages and charts, one after the other, until something is so. */
const probesUntil = async ({ origin }: ServerProcess, { token, devices, areaIds }: Farm, isOver: () => boolean) => {
  const took = { ingest: [] as number[], chart: [] as number[] }
  const timed = async (what: keyof typeof took, work: () => Promise<void>) => {
    const began = performance.now()
    await work()
    took[what].push(performance.now() - began)
  }
  for (let turn = 0; !isOver(); turn++) {
    const index = turn % AREAS
    const device = devices[index]
    const area_id = areaIds[index] ?? 0
    if (!device) throw new Error('each area has a device')
    await timed('ingest', () => post(origin, device, loadMessage(index, Date.now())))
    const path = urlOf(api.getSeries, { query: { area_id, interval: 'week' } })
    await timed('chart', async () => {
      const answer = await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${token}` } })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`a chart was refused: ${answer.status}`)
    })
    await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
  }
  return took
}
