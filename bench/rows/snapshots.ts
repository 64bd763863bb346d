import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { call } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import type { Snapshot } from '#shared/contract/measurements/snapshots.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { addDevices, callerAt, signUp } from '../../tests/crash/farm.ts'
import { dataFolder, type ServerProcess, startServer } from '../../tests/crash/server-process.ts'
import type { BareTask } from '../bare.ts'
import { inChild } from '../child.ts'
import { median, ms, type Row } from '../table.ts'
import { addReads, consentPageTime, READS } from './consent-page.ts'
import { residentMegabytes } from './start.ts'

const DEVICES = 50
const KEYS = 12
/** Most values of the version, as many as a file may hold; `BENCH_VALUES` sets fewer for a short run. */
const VALUES = Number(process.env.BENCH_VALUES || 20_000_000)
const TIMES = Math.floor(VALUES / (DEVICES * KEYS))
/** Readings lie within the 7 days of which every value is exported, too. */
const INTERVAL = Math.floor((6.9 * DAY_MS) / TIMES)
const MAX_MB = 150
const MAX_RATIO = 2
const MAX_OPEN_MS = 300
const MAX_READS_RATIO = 1.5
const LOOK_MS = 100
/** Days before that week, of which each device has a reading an hour. */
const DAYS_BEFORE = 357

/** Frozen versions of 20 million values beside the export of the same, and the page of a project of 50 placements over a year. */
export const snapshotRows = async (): Promise<Row[]> => {
  const folder = dataFolder()
  const { devices, token, until, values, project } = await prepare(folder)
  const projectId = project.id
  const server = await startServer(folder)
  const caller = callerAt(server.origin, token)
  const params = { id: projectId }
  const freeze = async (hours: number): Promise<Snapshot> => {
    const from = new Date(until - hours * HOUR_MS).toISOString()
    const about = { title: 'Bench', authors: ['Bench'], licence: 'CC0-1.0' as const }
    const body = { ...about, from, until: new Date(until).toISOString() }
    const { id } = await call(api.createSnapshot, { params, body }, caller)
    for (;;) {
      const made = (await call(api.listSnapshots, { params }, caller)).find(one => one.id === id)
      if (made?.status === 'ready') return made
      if (made?.status !== 'waiting' && made?.status !== 'running') throw new Error(`a version is ${made?.status}`)
      await new Promise(resolve => setTimeout(resolve, LOOK_MS))
    }
  }
  // Costs of a version leave out what a process loads once.
  await freeze(1)
  const exported = await exportTime(server, devices, token)
  const rest = residentMegabytes(server.pid)
  let peak = rest
  const look = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(server.pid))
  }, LOOK_MS)
  const began = performance.now()
  await freeze(24 * 7)
  const took = performance.now() - began
  clearInterval(look)
  const unread = await consentPageTime(server, token, project)
  await server.end('SIGTERM')
  addReads(folder, project)
  const again = await startServer(folder)
  const opened = await openTimes(again, token, projectId)
  const answered = await consentPageTime(again, token, project)
  await again.end('SIGTERM')
  rmSync(folder, { recursive: true })
  const more = peak - rest
  return [
    {
      what: `frozen version of ${(values / 1e6).toFixed(1)} million values`,
      measured: `${ms(took)}, ${Math.round(more)} MB over rest`,
      bare: `export ${ms(exported)}`,
      ratio: `${(took / exported).toFixed(2)} ×`,
      target: `≤ ${MAX_RATIO} × the export, < ${MAX_MB} MB more`,
      ok: took <= MAX_RATIO * exported && more < MAX_MB,
    },
    {
      what: `page of a project of ${DEVICES} placements over a year, ${READS.toLocaleString('en')} reads: all of its calls`,
      measured: ms(opened),
      target: `< ${MAX_OPEN_MS} ms`,
      ok: opened < MAX_OPEN_MS,
    },
    {
      what: `consent page of its owner, ${READS.toLocaleString('en')} reads: all of its calls`,
      measured: ms(answered),
      bare: `without reads ${ms(unread)}`,
      ratio: `${(answered / unread).toFixed(2)} ×`,
      target: `≤ ${MAX_READS_RATIO} ×`,
      ok: answered <= MAX_READS_RATIO * unread,
    },
  ]
}

/** A project of a year whose owner shares all devices; of the last week each has all the values of the version. */
const prepare = async (folder: string) => {
  const server = await startServer(folder)
  const token = await signUp(server.origin)
  const caller = callerAt(server.origin, token)
  const devices = (await addDevices(server.origin, token, DEVICES)).map(device => device.id)
  const until = Date.now() - 60_000
  const start = new Date(until - 365 * DAY_MS).toISOString()
  const areas = devices.map((_, index) => ({ name: `Room ${index}`, area_type_id: 39 }))
  const location = await call(api.createLocation, { body: { name: 'Bench', areas } }, caller)
  const project = await call(api.createResearch, { body: { name: 'Bench', start } }, caller)
  for (const [index, device_id] of devices.entries()) {
    // A device may be placed before it was added only as far as it was somebody's.
    const area_id = location.areas[index]?.id ?? 0
    const body = { location_id: location.id, area_id, device_ids: [device_id], research_id: project.id }
    await call(api.createLocationResearch, { body: { ...body, start: new Date().toISOString() } }, caller)
  }
  await server.end('SIGTERM')
  await backdate(folder, start)
  const again = await startServer(folder)
  const consent = { location_id: location.id, answer: 'yes' as const, from: start }
  await call(api.createConsent, { params: { id: project.id }, body: consent }, callerAt(again.origin, token))
  await again.end('SIGTERM')
  const span = { times: TIMES, interval: INTERVAL, until }
  const task: BareTask = { do: 'fill', folder: join(folder, 'measurements'), devices, ...span }
  const { values } = await inChild<{ values: number }>('bare.ts', task)
  const before = { times: DAYS_BEFORE * 24, interval: HOUR_MS, until: until - 7 * DAY_MS }
  await inChild('bare.ts', { ...task, ...before } satisfies BareTask)
  const catalogue = join(folder, 'catalogue.sqlite')
  await inChild('bare.ts', { do: 'sum', folder: task.folder, catalogue } satisfies BareTask)
  return { devices, token, until, values, project: { id: project.id, locationId: location.id, devices, start } }
}

/** Lets custody and placements begin a year ago, as they do where devices have been in use for so long. */
const backdate = async (folder: string, start: string): Promise<void> => {
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(join(folder, 'catalogue.sqlite'))
  for (const [table, column] of [
    ['rentals', 'start'],
    ['location_research', 'start'],
    ['devices', 'created_at'],
  ])
    database.prepare(`UPDATE ${table} SET "${column}" = ?`).run(start)
  database.close()
}

const exportTime = async (server: ServerProcess, devices: number[], token: string): Promise<number> => {
  const query = new URLSearchParams({ interval: 'week', format: 'csv', device_ids: devices.join() })
  const began = performance.now()
  const answer = await fetch(`${server.origin}/api/export?${query}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
  })
  if (answer.status !== 200 || !answer.body) throw new Error(`${answer.status} ${await answer.text()}`)
  for await (const _ of answer.body);
  return performance.now() - began
}

const RUNS = 15

/** Time (ms) until all that the page of a project reads is there: its calls go out at once, as the page makes them. */
const openTimes = async ({ origin }: ServerProcess, token: string, id: number): Promise<number> => {
  const caller = callerAt(origin, token)
  const by = { params: { id } }
  const took: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const began = performance.now()
    await Promise.all([
      call(api.getResearch, by, caller),
      call(api.listResearchPlaces, by, caller),
      call(api.listConsentReads, { ...by, query: {} }, caller),
      call(api.listSnapshots, by, caller),
      call(api.listResearchNotes, by, caller),
      call(api.listResearch, {}, caller),
    ])
    if (run >= 3) took.push(performance.now() - began)
  }
  return median(took)
}
