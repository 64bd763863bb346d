import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { EXPORT_FORMATS, type ExportFormat } from '#shared/contract/measurements/exports.ts'
import { jsonOf } from '../../server/kit/database/json.ts'
import { Failure } from '../../server/kit/failure.ts'
import { makeCopies } from '../../server/personal-data/make-copies.ts'
import type { StoredContent } from '../../server/reports/content/stored-content.ts'
import { writeReport } from '../../server/reports/content/write-report.ts'
import { insertReport } from '../../server/reports/store.ts'
import { makeSnapshots } from '../../server/snapshots/make-snapshots.ts'
import { aDevice } from '../../server/testing/a-device.ts'
import { aLocation, BROILER } from '../../server/testing/a-location.ts'
import { aFirstUser, aUser, giveRoles, type TestUser } from '../../server/testing/a-user.ts'
import { accepted } from '../../server/testing/accepted.ts'
import { linesOf, parquetRows, textOf } from '../../server/testing/export-file.ts'
import { someMeasurements } from '../../server/testing/some-measurements.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'
import { activeAccount, callerOf } from '../../server/users/accounts.ts'
import { type FileRow, rowsOf, wordsIn } from './consented-files.ts'

const HOUR = 3_600_000
const START = Date.parse('2025-01-04T23:00:00Z')
const DAYS = 8
const HOURS = DAYS * 24
const KEYS = ['t', 'h'] as const
const timeOf = (hour: number): string => new Date(START + hour * HOUR).toISOString()

let app: TestApp
/** People of the project that is tried: others for each run, so that none meets a limit that earlier ones have used up. */
let owner: TestUser
/** Person who owns the location with the owner, or in their place. */
let other: TestUser
let researcher: TestUser
beforeAll(async () => {
  app = await startTestApp({ now: START + HOURS * HOUR })
  await aFirstUser(app)
})
afterAll(() => app.close())

const hour = fc.integer({ min: 0, max: HOURS })
const scope = {
  device: fc.option(fc.nat(1)),
  keys: fc.option(fc.subarray([...KEYS], { minLength: 1 })),
}
/** Person who answers, of the two who may own the location; an answer of who does not is refused. */
const by = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.constant(1) })
const STEP = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('yes' as const), by, at: hour, ...scope }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('no' as const), by, at: hour, ...scope }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('own' as const), people: fc.constantFrom([0], [1], [0, 1]) }),
  },
  fc.record({ does: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ does: fc.constant('move' as const), device: fc.nat(1), at: hour }),
  fc.record({
    does: fc.constant('place' as const),
    device: fc.nat(1),
    at: hour,
    hours: fc.integer({ min: 6, max: 90 }),
  }),
  fc.record({ does: fc.constant('keep' as const), device: fc.nat(1), format: fc.constantFrom(...EXPORT_FORMATS) }),
  fc.record({ does: fc.constant('take' as const) }),
  fc.record({ does: fc.constant('chart' as const), device: fc.nat(1), from: fc.nat(DAYS - 1), days: fc.nat(DAYS - 1) }),
)
type Step = typeof STEP extends fc.Arbitrary<infer Value> ? Value : never

/** Stands for every device that no answer names. */
const ANY_OTHER = 0

interface Said {
  answer: 'yes' | 'no' | 'owner_changed'
  at: number
  devices: number[]
  keys: readonly string[]
  /** Scope of a no: the same one again moves it. */
  about: string
  by: number
}

/** Model of the rules, hour by hour: shared or not for each device and measurement. */
class Told {
  readonly hours = new Map<string, boolean[]>()
  readonly #devices: readonly number[]
  /** The no that ended what is shared of a device and measurement, and what it was about. */
  readonly #ends = new Map<string, { at: number; about: string }>()
  readonly #said: Said[] = []
  #owners: ReadonlySet<number> = new Set([0])
  /** Count of what was said when a person left last: of those who are back, what came before is nobody's answer. */
  readonly #returned = new Map<number, number>()
  constructor(devices: readonly number[]) {
    this.#devices = [...devices, ANY_OTHER]
    for (const { name } of this.#pairs()) this.hours.set(name, new Array(HOURS + 1).fill(false))
  }
  #pairs() {
    return this.#devices.flatMap(device => KEYS.map(key => ({ device, key, name: `${device} ${key}` })))
  }
  /** Hour by which a device and measurement is shared no more. */
  endOf(name: string): number {
    return (this.hours.get(name)?.lastIndexOf(true) ?? -1) + 1
  }
  /** Takes what was said; a no lengthens nothing where `lengthens` is false. */
  say(said: Said, lengthens = true): void {
    this.#said.push(said)
    const { answer, at, devices, keys, about } = said
    for (const { device, key, name } of this.#pairs()) {
      if (!devices.includes(device) || !keys.includes(key)) continue
      const hours = this.hours.get(name) ?? []
      const last = hours.lastIndexOf(true)
      const end = this.#ends.get(name)
      // The hour after all others stands for what is to come.
      if (answer === 'yes') {
        hours.fill(true, at)
        this.#ends.delete(name)
      } else if (answer === 'owner_changed') {
        hours.fill(false, at)
        this.#ends.delete(name)
      } else if (last >= at) {
        hours.fill(false, at)
        this.#ends.set(name, { at, about })
      } else if (lengthens && last >= 0 && at > last + 1 && end?.at === last + 1 && end.about === about) {
        hours.fill(true, last + 1, at)
        this.#ends.set(name, { at, about })
      }
    }
  }
  /** Model of all that was said without what anybody but these people shared: by a yes, or for longer by a later no. */
  onlyBy(owners: ReadonlySet<number>): Told {
    const kept = new Told(this.#devices.slice(0, -1))
    for (const [index, said] of this.#said.entries()) {
      const isOwner = owners.has(said.by) && index >= (this.#returned.get(said.by) ?? 0)
      if (said.answer !== 'yes' || isOwner) kept.say(said, isOwner)
    }
    return kept
  }
  /** The location has these owners from an hour on: what none of them has said yes to ends. */
  changeOwners(at: number, owners: ReadonlySet<number>, isOver: boolean): void {
    const gone = [...this.#owners].filter(one => !owners.has(one))
    this.#owners = owners
    if (!isOver) this.#end(at, owners)
    for (const one of gone) this.#returned.set(one, this.#said.length)
  }
  #end(at: number, owners: ReadonlySet<number>): void {
    const kept = this.onlyBy(owners)
    const ended = this.#pairs().filter(({ name }) => this.endOf(name) > Math.max(at, kept.endOf(name)))
    if (ended.length === 0) return
    const named = ended.map(({ device }) => device)
    const devices = named.includes(ANY_OTHER) ? [...this.#devices] : named
    this.say({ answer: 'owner_changed', at, devices, keys: ended.map(({ key }) => key), about: '', by: -1 })
  }
  /** Tells whether nothing is shared after a no that was not before, unless one of these people has said yes to it. */
  isSharedByOwners(no: Said, owners: ReadonlySet<number>): boolean {
    const [before, after, kept] = [this.#copy(), this.#copy(), this.onlyBy(owners)]
    after.say(no)
    kept.say(no)
    return this.#pairs().every(({ name }) =>
      (after.hours.get(name) ?? []).every(
        (isShared, hour) => !isShared || before.hours.get(name)?.[hour] || kept.hours.get(name)?.[hour],
      ),
    )
  }
  #copy(): Told {
    const copy = new Told(this.#devices.slice(0, -1))
    for (const said of this.#said) copy.say(said)
    return copy
  }
}

/** Hour in which each run begins. */
const FIRST_HOUR = 96

/** Readings of devices for each hour of a time, up to which the clock goes with them. */
const measure = async (devices: readonly TestDevice[], from: number, until: number): Promise<void> => {
  app.clock.set(START + until * HOUR)
  if (from >= until) return
  for (const device of devices)
    for (const [index, measurement] of KEYS.entries())
      await someMeasurements(app, device, {
        from: timeOf(from),
        until: timeOf(until),
        everySeconds: 3600,
        measurement,
        value: n => 10 + ((from + n) % 24) + index * 30,
      })
}
type TestDevice = Awaited<ReturnType<typeof aDevice>>

/** A farm with two devices that measure each hour, and a project that asks for it. */
const aProject = async () => {
  app.clock.set(START + FIRST_HOUR * HOUR)
  owner = await aUser(app, { name: 'Olga Owner' })
  other = await aUser(app, { name: 'Ben Buyer' })
  researcher = await aUser(app)
  await giveRoles(app, researcher.id, ['pro_analyst', 'researcher'])
  const areas = ['A', 'B'].map(name => ({ name, area_type_id: BROILER }))
  const location = await aLocation(app, owner, { areas, street: 'Dorpsstraat' })
  const devices = [await aDevice(app, owner), await aDevice(app, owner)]
  await measure(devices, 0, FIRST_HOUR)
  const body = { name: 'Air', start: timeOf(12), end: timeOf(HOURS - 12) }
  const research = await app.call(api.createResearch, { body }, researcher.token)
  await app.call(api.askForConsent, { params: { id: research.id }, body: { email: owner.email } }, researcher.token)
  return { location, areas: location.areas.map(({ id }) => id), ids: devices.map(({ id }) => id), devices, research }
}

/** Names that are told to nobody who reads by consent. */
const SECRET_NAMES = /De Linde|Dorpsstraat|Olga Owner|Ben Buyer/

const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'status' in error && [403, 404, 422].includes(Number(error.status))
/** False where a step was refused. */
const isTaken = async (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    error => {
      if (isRefusal(error)) return false
      throw error
    },
  )

const local = (day: number): string => new Date(START + HOUR + day * 24 * HOUR).toISOString().slice(0, 10)
const series = (device_id: number, token: string, from = 0, days = DAYS - 1) =>
  app.call(
    api.getSeries,
    {
      query: {
        device_id,
        interval: 'selection',
        date_start: local(from),
        date_end: local(Math.min(DAYS - 1, from + days)),
      },
    },
    token,
  )

/** Hours of a chart that hold a value, as `device key hour`. */
const chartOf = async (device: number, token: string, from = 0, days = DAYS - 1): Promise<string[]> => {
  const frame = await series(device, token, from, days).catch(error => {
    if (isRefusal(error)) return null
    throw error
  })
  if (!frame) return []
  expect(3600 % frame.step_seconds).toBe(0)
  return Object.entries(frame.series).flatMap(([key, { count }]) =>
    count.flatMap((found, index) =>
      found > 0 ? [`${device} ${key} ${Math.floor(((frame.time[index] ?? 0) - START) / HOUR)}`] : [],
    ),
  )
}

/** Hours of the values in a file of a device, each of which says by itself what and when it is. */
const hoursOfFile = (device: number, rows: readonly FileRow[]): string[] =>
  rows.flatMap(({ time, values }) => {
    const at = Math.floor((time - START) / HOUR)
    return values.map(value => {
      const key = value < 40 ? 't' : 'h'
      expect(value).toBe(10 + (at % 24) + (key === 't' ? 0 : 30))
      return `${device} ${key} ${at}`
    })
  })

const fileHours = async (device: number, format: ExportFormat, file: Buffer): Promise<string[]> => {
  expect(await wordsIn(app, format, file)).not.toMatch(SECRET_NAMES)
  return hoursOfFile(device, await rowsOf(app, format, file)).sort()
}

const WHOLE = { date_start: local(0), date_end: local(DAYS - 1), separator: 'comma', decimal: 'point' } as const

/** The same from a file. */
const fileOf = async (device: number, token: string, format: ExportFormat): Promise<string[]> => {
  const query = { ...WHOLE, device_ids: String(device), format }
  const answer = await app.inject({ url: '/api/export', query, headers: { authorization: `Bearer ${token}` } })
  if ([404, 422].includes(answer.statusCode)) return []
  expect(answer.statusCode, answer.body).toBe(200)
  return fileHours(device, format, answer.rawPayload)
}

/** Count of the values that the preview of a file tells of, whose first rows are among these hours. */
const previewCount = async (device: number, token: string, hours: readonly string[]): Promise<number> => {
  const query = { ...WHOLE, device_ids: String(device) }
  const preview = await app.call(api.previewExport, { query }, token).catch(error => {
    if (isRefusal(error)) return null
    throw error
  })
  if (!preview) return 0
  expect(JSON.stringify(preview)).not.toMatch(SECRET_NAMES)
  const rows = preview.head.slice(1).map(([time = '', , , , , ...cells]) => ({
    time: Date.parse(time),
    values: cells.filter(cell => cell !== '').map(Number),
  }))
  for (const one of hoursOfFile(device, rows)) expect(hours).toContain(one)
  return preview.values
}

/** Time for which the address of a kept file opens it. */
const LINK_MS = HOUR / 12
/** Time within which a file is opened with a token: it is kept for twice as long. */
const FILE_MS = 24 * HOUR

interface KeptFile {
  id: number
  device: number
  format: ExportFormat
  /** Address that opens it without a token. */
  path: string
  /** Hours that were shared when it was made. */
  hours: string[]
  made: number
}

/**
 * File of a device that is made now and kept; null where there is nothing to be had. `isToCome` tells of a device that is
 * placed or shared from now on, or later: then there may be a file, which is empty.
 */
const aKeptFile = async (
  device: number,
  format: ExportFormat,
  hours: string[],
  isToCome: boolean,
): Promise<KeptFile | null> => {
  const body = { ...WHOLE, device_ids: [device], format }
  const made = await app.call(api.createExport, { body }, researcher.token).catch(error => {
    if (isRefusal(error)) return null
    throw error
  })
  if (!isToCome || hours.length > 0) expect(made !== null).toBe(hours.length > 0)
  if (!made) return null
  const params = { id: made.id }
  const stateOf = async () => (await app.call(api.readExport, { params }, researcher.token)).status
  await expect.poll(stateOf, { interval: 5 }).toBe('ready')
  const { path } = await app.call(api.createExportLink, { params }, researcher.token)
  if (hours.length > 0) return { id: made.id, device, format, path, hours, made: app.clock.now() }
  expect(await fileHours(device, format, (await app.inject({ url: path })).rawPayload)).toEqual([])
  return null
}

/**
 * Hours taken out of a kept file, which opens as long as all that it holds is shared, and not at all otherwise; by its link for as
 * long as that is good.
 */
const takenHours = async ({ id, device, format, path, hours, made }: KeptFile, shared: ReadonlySet<string>) => {
  const isShared = hours.every(one => shared.has(one))
  const headers = { authorization: `Bearer ${researcher.token}` }
  const [byLink, own] = [await app.inject({ url: path }), await app.inject({ url: `/api/exports/${id}/file`, headers })]
  const opens = [isShared && made + LINK_MS > app.clock.now(), isShared]
  expect([byLink, own].map(({ statusCode }) => statusCode === 200)).toEqual(opens)
  if (isShared) expect(await fileHours(device, format, own.rawPayload)).toEqual(hours)
  return isShared ? hours : []
}

/** Hours that a copy of all that is kept about a person says they have read; it holds nothing of the farm itself. */
const recordedHours = async (token: string): Promise<Set<string>> => {
  const { id } = await app.call(api.createDataCopy, {}, token)
  await makeCopies(app.services)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await app.inject({ url: `/api/user/data_copies/${id}/file`, headers })
  expect(answer.statusCode).toBe(200)
  const files = unzipSync(answer.rawPayload)
  for (const bytes of Object.values(files)) expect(textOf(bytes)).not.toMatch(SECRET_NAMES)
  const reads: { device_id: number; from: string; until: string; measurements: string[] }[] = JSON.parse(
    textOf(files['json/consented-reads.json']),
  )
  return new Set(
    reads.flatMap(({ device_id, from, until, measurements }) => {
      const [first, end] = [Date.parse(from) - START, Date.parse(until) - START] as const
      return KEYS.filter(key => measurements.includes(key)).flatMap(key =>
        Array.from({ length: (end - first) / HOUR }, (_, index) => `${device_id} ${key} ${first / HOUR + index}`),
      )
    }),
  )
}

/** The same from a frozen version of the whole project, in both of its formats. */
const frozenHours = async (id: number, token: string): Promise<string[]> => {
  const params = { id }
  const version = { from: timeOf(-48), until: timeOf(HOURS + 48) }
  const body = { ...version, title: 'Air', authors: ['A'], licence: 'CC0-1.0' as const }
  const made = await app.call(api.createSnapshot, { params, body }, token).catch(error => {
    if (isRefusal(error)) return null
    throw error
  })
  if (!made) return []
  await makeSnapshots(app.services)
  const url = `/api/snapshots/${made.id}/file`
  const answer = await app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200)
  const files = unzipSync(answer.rawPayload)
  for (const bytes of Object.values(files)) expect(textOf(bytes)).not.toMatch(SECRET_NAMES)
  const rows = await parquetRows(app, Buffer.from(files['data/values.parquet'] ?? []))
  const [head = '', ...lines] = linesOf(textOf(files['data/values.csv']))
  const columns = head.split(',')
  expect(rows).toHaveLength(lines.length)
  return lines.flatMap((line, index) => {
    const cells = line.split(',')
    const at = Math.floor((Date.parse(cells[0] ?? '') - START) / HOUR)
    const device = Number(/\d+$/.exec(cells[1] ?? '')?.[0])
    return KEYS.flatMap(key => {
      const column = columns.findIndex(name => name.startsWith(`${key}_`))
      expect(rows[index]?.[columns[column] ?? ''] ?? null).toEqual(cells[column] ? Number(cells[column]) : null)
      return cells[column] ? [`${device} ${key} ${at}`] : []
    })
  })
}

/**
 * The same from a report, of whose hours each area is a row of its file, as `area key hour`. The paper is made of the same facts,
 * and neither may name the farm.
 */
const reportHours = async (
  about: Pick<StoredContent, 'area_ids' | 'device_ids' | 'research_id'>,
): Promise<string[]> => {
  const { db } = app.services
  const now = new Date(app.services.now()).toISOString()
  const content: StoredContent = { ...about, measurements: [...KEYS], rows: 'hour' }
  const row = await insertReport(db, {
    ...{ user_id: researcher.id, title: 'other', content: jsonOf(content), names: jsonOf([]), parts: 1 },
    ...{ from: timeOf(0), until: timeOf(HOURS), time_zone: 'Europe/Amsterdam', language: 'en', created_at: now },
    ...{ schedule_id: null, due_at: null, recipients: null },
  })
  const account = await activeAccount(db, researcher.id)
  if (!account) throw new Error('no account')
  const written = await writeReport({ ...app.services, user: callerOf(account) }, row, async () => {}).catch(error => {
    if (error instanceof Failure && ['not_found', 'outside_subscription'].includes(error.code)) return null
    throw error
  })
  if (!written) return []
  const csv = written.csv()
  expect(JSON.stringify([written.paper, written.numbers, csv])).not.toMatch(SECRET_NAMES)
  const [, ...rows]: string[][] = parse(csv, { bom: true })
  return rows.flatMap(([, area = '', , time = '', ...values]) => {
    const at = Math.floor((Date.parse(time) - START) / HOUR)
    // Each measurement has its lowest value, its mean and its highest one, of which one reading has the same three.
    return values.flatMap((value, index) => {
      if (index % 3 > 0 || value === '') return []
      expect(new Set(values.slice(index, index + 3)).size).toBe(1)
      const key = Number(value) < 40 ? 't' : 'h'
      expect(Number(value)).toBe(10 + (at % 24) + (key === 't' ? 0 : 30))
      return [`${Number(/\d+$/.exec(area)?.[0])} ${key} ${at}`]
    })
  })
}

/** Hours that a device's placements in a project say are shared, as its page lists them, and that all of them were heard. */
const listedHours = async (id: number): Promise<string[]> => {
  const places = await app.call(api.listResearchPlaces, { params: { id } }, researcher.token)
  return places.flatMap(({ device_id, readable, coverage }) => {
    const known = readable.flatMap(({ from, until, measurements }) => {
      const [first, end] = [from, until ?? timeOf(HOURS)].map(time => (Date.parse(time) - START) / HOUR) as [
        number,
        number,
      ]
      const hours = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index)
      return KEYS.filter(key => measurements?.includes(key) ?? true).flatMap(key =>
        hours.map(at => `${device_id} ${key} ${at}`),
      )
    })
    expect(coverage).toBe(known.length > 0 ? 1 : null)
    return known
  })
}

/** Readings that the statistics of a device's placements are made of, by measurement. */
const countsOf = async (placements: number[], token: string): Promise<Record<string, number>> => {
  const counts: Record<string, number> = { t: 0, h: 0 }
  for (const id of placements) {
    const query = {
      calculation: 'COUNT' as const,
      measurements: KEYS.join(','),
      location_research_ids: String(id),
      interval: 'lr' as const,
    }
    const answer = await app.call(api.getStatistics, { query }, token).catch(error => {
      if (isRefusal(error)) return null
      throw error
    })
    for (const area of answer?.areas ?? [])
      for (const [key, { bins }] of Object.entries(area.measurements)) counts[key] = (counts[key] ?? 0) + bins
  }
  return counts
}

/** Readings that each statistic of the project's calls is made of, by device, measurement and calculation. */
const researchCounts = async (id: number, token: string): Promise<Map<string, Record<string, number>>> => {
  const counts = new Map<string, Record<string, number>>()
  const sum = (values: readonly number[] = []): number => values.reduce((total, value) => total + value, 0)
  for (const calculation of ['COUNT', 'BOXPLOT', 'WEEKMAP', 'MEAN', 'PEAK', 'CORRELATION'] as const) {
    const query = { calculation, measurements: KEYS.join(), interval: 'lr' as const, cause: 't', step: 'hour' as const }
    const answer = await app.call(api.getResearchStatistics, { params: { id }, query }, token)
    for (const { device_ids, measurements } of answer.areas)
      for (const [key, of] of Object.entries(measurements)) {
        const { bins, box, weekmap, steps, peak, correlation } = of
        const found = { COUNT: bins, BOXPLOT: box?.n, WEEKMAP: sum(weekmap?.n), MEAN: sum(steps?.bins), PEAK: peak?.n }
        const name = `${device_ids.join()} ${key}`
        const before = counts.get(name) ?? {}
        // A measurement goes with another where both were shared.
        const n = calculation === 'CORRELATION' ? sum(correlation?.x.map(() => 1)) : (found[calculation] ?? 0)
        counts.set(name, { ...before, [calculation]: (before[calculation] ?? 0) + n })
      }
  }
  return counts
}

/** Calls that know no consent, by name: whoever reads by consent gets nothing from them. */
const callsWithoutConsent = (
  { device, area, location }: { device: number; area: number; location: number },
  token: string,
): Record<string, () => Promise<unknown>> => {
  const query = { device_id: device }
  const period = { from: timeOf(0), until: timeOf(HOURS) }
  const days = { date_start: local(0), date_end: local(DAYS - 1) }
  const ofArea = { ...days, area_id: String(area) }
  return {
    last: () => app.call(api.getLast, { query }, token),
    device: () => app.call(api.getSensor, { params: { id: device } }, token),
    photos: () => app.call(api.listPhotos, { query }, token),
    calibrations: () => app.call(api.listCalibrations, { query }, token),
    insights: () => app.call(api.listInsights, { query: { ...query, ...period } }, token),
    faults: () => app.call(api.listFaults, { query: { ...query, ...period } }, token),
    explanation: () => app.call(api.explainValue, { query: { ...query, ...period, measurement: 't' } }, token),
    'by hand': () => app.call(api.listManual, { query }, token),
    unplaced: () => app.call(api.getUnplaced, { query }, token),
    exposure: () => app.call(api.getExposure, { query: ofArea }, token),
    emissions: () => app.call(api.getEmissions, { query: ofArea }, token),
    'emission logbook': () => app.call(api.getEmissionLogbook, { query: ofArea }, token),
    rounds: () => app.call(api.getRoundAxis, { params: { id: area }, query: {} }, token),
    benchmark: () => app.call(api.setBenchmark, { params: { id: location }, body: { agreed: true } }, token),
    display: () => app.call(api.createDisplay, { params: { id: location }, body: { name: 'Wall' } }, token),
  }
}

const expectNothingElsewhere = async (of: Parameters<typeof callsWithoutConsent>[0], token: string) => {
  for (const [name, call] of Object.entries(callsWithoutConsent(of, token)))
    expect([name, await isTaken(call())]).toEqual([name, false])
  const live = await app.inject({
    url: `/api/measurements/live?device_ids=${of.device}`,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(live.statusCode).toBe(404)
  expect(await app.call(api.listLast, { query: {} }, token)).toEqual({})
  expect(await app.call(api.listLocations, {}, token)).toEqual([])
  expect(await app.call(api.listBenchmarks, {}, token)).toEqual([])
}

test('owners are answered by all that tells researchers nothing', async () => {
  const { location, areas, ids, devices } = await aProject()
  await measure(devices, FIRST_HOUR, HOURS)
  const of = { device: ids[0] ?? 0, area: areas[0] ?? 0, location: location.id }
  for (const [name, call] of Object.entries(callsWithoutConsent(of, owner.token)))
    expect([name, await isTaken(call())]).toEqual([name, true])
})

/** Lists of a project that tell of no more than its values do, under pseudonyms. */
const expectSameTimes = async (id: number) => {
  const params = { id }
  const placements = await app.call(api.listResearchPlacements, { params }, researcher.token)
  const lists = [
    placements,
    await app.call(api.listResearchDevices, { params }, researcher.token),
    await app.call(api.listResearchLocations, { params }, researcher.token),
    await app.call(api.getResearchData, { params }, researcher.token),
  ]
  expect(JSON.stringify(lists)).not.toMatch(SECRET_NAMES)
  expect(JSON.stringify(lists)).not.toMatch(/"[AB]"/)
  const query = { calculation: 'COUNT' as const, measurements: KEYS.join(), interval: 'lr' as const }
  const { areas } = await app.call(api.getResearchStatistics, { params, query }, researcher.token)
  const values = new Map(areas.map(area => [area.location_research_id, Object.keys(area.measurements).sort()]))
  for (const { location_research_id, measured } of placements)
    expect(measured.toSorted()).toEqual(values.get(location_research_id) ?? [])
}

/** Tells whether a device hung somewhere as part of the project in an hour of its time. */
const isInProject = (
  id: number,
  placements: readonly { device_id: number; research_id: number | null; start: string; end: string | null }[],
  device: number,
  at: number,
): boolean =>
  at >= 12 &&
  at < HOURS - 12 &&
  placements.some(
    one =>
      one.device_id === device &&
      one.research_id === id &&
      one.start <= timeOf(at) &&
      (one.end === null || timeOf(at) < one.end),
  )

/** Steps by which a measurement of a device is shared where it hung first, and the other once it hangs in another area. */
const SHARED_ELSEWHERE: Step[] = [
  { does: 'yes', by: 0, at: 56, device: 0, keys: ['h'] },
  { does: 'yes', by: 0, at: 168, device: null, keys: ['h'] },
  { does: 'chart', device: 1, from: 7, days: 1 },
  { does: 'no', by: 0, at: 6, device: 1, keys: ['t'] },
  { does: 'yes', by: 0, at: 7, device: null, keys: ['t'] },
  { does: 'move', device: 0, at: 43 },
]

/** Steps by which a file is made while more is shared than when it is opened: it stays shut. */
const KEPT_TOO_LONG: Step[] = [
  { does: 'yes', by: 0, at: 20, device: null, keys: null },
  { does: 'keep', device: 0, format: 'xlsx' },
  { does: 'no', by: 0, at: 30, device: null, keys: ['h'] },
]
/** Steps by which a file is asked for of a device that is placed this very moment: nothing was measured yet. */
const PLACED_NOW: Step[] = [
  { does: 'place', device: 1, at: 96, hours: 6 },
  { does: 'yes', by: 0, at: 0, device: null, keys: null },
  { does: 'keep', device: 1, format: 'csv' },
]

/** Steps by which a file is asked for before the time from which on a device is shared. */
const SHARED_LATER: Step[] = [
  { does: 'place', device: 0, at: 80, hours: 18 },
  { does: 'yes', by: 0, at: 97, device: null, keys: null },
  { does: 'keep', device: 0, format: 'csv' },
]

/** Steps by which a file is opened after its link has ended, with a token. */
const TAKEN_LATER: Step[] = [
  { does: 'yes', by: 0, at: 0, device: null, keys: null },
  { does: 'keep', device: 0, format: 'csv' },
  { does: 'wait', hours: 1 },
  { does: 'take' },
]

/** Steps by which a file is opened in time: what it holds cannot be taken back. */
const TAKEN_IN_TIME: Step[] = [
  { does: 'yes', by: 0, at: 20, device: 0, keys: null },
  { does: 'keep', device: 0, format: 'parquet' },
  { does: 'take' },
  { does: 'no', by: 0, at: 30, device: null, keys: null },
  { does: 'keep', device: 0, format: 'json' },
]

/** Steps by which who sold it shared until a day, and who bought it says no from a later one: nothing in between is shared. */
const NO_OF_THE_BUYER: Step[] = [
  { does: 'yes', by: 0, at: 20, device: null, keys: null },
  { does: 'no', by: 0, at: 50, device: null, keys: null },
  { does: 'own', people: [1] },
  { does: 'no', by: 1, at: 90, device: null, keys: null },
]
/** Steps by which who bought it says yes from a day of the former owner, who had refused, and then from the sale on. */
const YES_OF_THE_BUYER: Step[] = [
  { does: 'yes', by: 0, at: 20, device: null, keys: null },
  { does: 'no', by: 0, at: 50, device: null, keys: null },
  { does: 'own', people: [1] },
  { does: 'yes', by: 1, at: 60, device: null, keys: null },
  { does: 'wait', hours: 5 },
  { does: 'yes', by: 1, at: 96, device: null, keys: null },
]
/** Steps by which who leaves had moved the no of who stays: what they shared by that ends with them. */
const NO_MOVED_BY_WHO_LEAVES: Step[] = [
  { does: 'own', people: [0, 1] },
  { does: 'yes', by: 1, at: 20, device: null, keys: null },
  { does: 'no', by: 1, at: 110, device: null, keys: null },
  { does: 'no', by: 0, at: 150, device: null, keys: null },
  { does: 'own', people: [1] },
]
/** Steps by which who sold it buys it back, and the one who said yes since then leaves: the yes of before carries nothing on. */
const BOUGHT_BACK: Step[] = [
  { does: 'own', people: [0, 1] },
  { does: 'yes', by: 0, at: 20, device: null, keys: null },
  { does: 'yes', by: 1, at: 20, device: null, keys: ['t'] },
  { does: 'yes', by: 1, at: 15, device: null, keys: null },
  { does: 'own', people: [1] },
  { does: 'own', people: [0] },
  { does: 'wait', hours: 5 },
]
/** Steps by which somebody looks, looks on a little later, and once more after the location was sold and shared again. */
const LOOKED_ON: Step[] = [
  { does: 'yes', by: 0, at: 20, device: 0, keys: ['t'] },
  { does: 'own', people: [0, 1] },
  { does: 'chart', device: 0, from: 3, days: 7 },
  { does: 'wait', hours: 3 },
  { does: 'chart', device: 0, from: 3, days: 7 },
  { does: 'own', people: [1] },
  { does: 'wait', hours: 4 },
  { does: 'yes', by: 1, at: 97, device: 0, keys: ['t'] },
  { does: 'chart', device: 0, from: 3, days: 7 },
]

/** Values that were shared in all runs: a property that never had one would prove nothing. */
let shared = 0

test('[decisions §8] of whatever is placed, consented, moved and read, researchers get exactly what is shared', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(STEP, { minLength: 4, maxLength: 14 }),
      fc.constantFrom(...EXPORT_FORMATS),
      async (steps, format) => {
        const { location, areas, ids, devices, research } = await aProject()
        let now = FIRST_HOUR
        const wait = async (until: number) => {
          await measure(devices, now, until)
          now = until
        }
        const people = [owner, other]
        let owners: ReadonlySet<number> = new Set([0])
        /** Hours from which people have owned the location; the first one made it. */
        const since = new Map([[0, Number.NEGATIVE_INFINITY]])
        const anOwner = (): TestUser => (owners.has(0) ? owner : other)
        /** Leaves the location to people who own it, or who accept it now. */
        const setOwners = async (next: readonly number[]): Promise<void> => {
          const emails = next.map(index => people[index]?.email ?? '')
          const body = { name: 'De Linde', owners: emails }
          await app.call(api.updateLocation, { params: { id: location.id }, body }, anOwner().token)
          await accepted(app, ...next.flatMap(index => (owners.has(index) ? [] : (people[index] ?? []))))
          for (const index of next) if (!owners.has(index)) since.set(index, now)
          owners = new Set(next)
          // A project that is over keeps what it has.
          told.changeOwners(now, owners, now >= HOURS - 12)
        }
        const params = { id: research.id }
        const told = new Told(ids)
        const read = new Set<string>()
        const looked = new Set<string>()
        /** Reads that an owner is told; none of a project that nothing at the location is part of. */
        const toldReads = async () =>
          app.call(api.listConsentReads, { params, query: { limit: 200 } }, anOwner().token).catch(error => {
            if (isRefusal(error)) return []
            throw error
          })
        /** Hours that owners are told were opened, each once. */
        const openedHours = async (): Promise<string[]> => {
          const hours = (await toldReads())
            .filter(({ kind }) => kind === 'opened')
            .flatMap(({ device_id, from, until, measurements }) => {
              const [first, end] = [from, until].map(time => (Date.parse(time) - START) / HOUR) as [number, number]
              return measurements.flatMap(key =>
                Array.from({ length: end - first }, (_, index) => `${device_id} ${key} ${first + index}`),
              )
            })
          return [...new Set(hours)].sort()
        }
        const placed = async () =>
          (await app.call(api.listLocationResearch, { query: {} }, anOwner().token)).filter(one =>
            ids.includes(one.device_id),
          )
        /** Hours of a device that its placements and all that was answered share. */
        const sharedAt = (device: number, placements: Awaited<ReturnType<typeof placed>>): string[] =>
          KEYS.flatMap(key =>
            Array.from({ length: now }, (_, at) => at)
              .filter(
                at => told.hours.get(`${device} ${key}`)?.[at] && isInProject(research.id, placements, device, at),
              )
              .map(at => `${device} ${key} ${at}`),
          ).sort()
        const sharedNow = async (device: number): Promise<string[]> => sharedAt(device, await placed())
        const place = (device: number, start: string, end: string | null, research_id: number | null = null) => {
          const where = { location_id: location.id, area_id: areas[0] ?? 0 }
          return app.call(
            api.createLocationResearch,
            { body: { ...where, device_ids: [device], start, end, research_id } },
            anOwner().token,
          )
        }
        await place(ids[0] ?? 0, timeOf(0), timeOf(80))
        const kept: KeptFile[] = []
        const takeKept = async () => {
          const shared = new Set((await Promise.all(ids.map(sharedNow))).flat())
          for (const file of kept.filter(({ made }) => made + FILE_MS > app.clock.now()))
            for (const one of await takenHours(file, shared)) read.add(one)
        }
        const take = async (step: Step): Promise<void> => {
          if (step.does === 'place') {
            await isTaken(place(ids[step.device] ?? 0, timeOf(step.at), timeOf(step.at + step.hours)))
          } else if (step.does === 'move') {
            const at = timeOf(step.at)
            const running = (await placed()).find(
              one => one.device_id === ids[step.device] && one.start < at && (one.end ?? '~') > at,
            )
            if (!running) return
            const area_id = areas.find(id => id !== running.area_id) ?? 0
            await isTaken(
              app.call(
                api.continueLocationResearch,
                { params: { id: running.id }, body: { at, area_id } },
                anOwner().token,
              ),
            )
          } else if (step.does === 'keep') {
            const device = ids[step.device] ?? 0
            const isPlaced = (await placed()).some(one => one.device_id === device && one.start >= timeOf(now))
            const isToCome = isPlaced || KEYS.some(key => told.hours.get(`${device} ${key}`)?.slice(now).includes(true))
            const file = await aKeptFile(device, step.format, await sharedNow(device), isToCome)
            if (file) kept.push(file)
          } else if (step.does === 'take') {
            await takeKept()
          } else if (step.does === 'chart') {
            for (const one of await chartOf(ids[step.device] ?? 0, researcher.token, step.from, step.days)) {
              read.add(one)
              looked.add(one)
            }
            expect(await openedHours()).toEqual([...looked].sort())
          } else if (step.does === 'wait') {
            await wait(Math.min(HOURS, now + step.hours))
          } else if (step.does === 'own') {
            const joint = [...new Set([...owners, ...step.people])].sort()
            if (joint.length > owners.size) await setOwners(joint)
            if (step.people.length < owners.size) await setOwners(step.people)
          } else {
            const device_ids = step.device === null ? undefined : [ids[step.device] ?? 0]
            const body = {
              ...{ location_id: location.id, answer: step.does, from: timeOf(step.at), device_ids },
              measurements: step.keys ?? undefined,
            }
            const said: Said = {
              ...{ answer: step.does, at: step.at, by: step.by, keys: step.keys ?? KEYS },
              devices: device_ids ?? [...ids, ANY_OTHER],
              about: JSON.stringify([step.device, step.keys]),
            }
            const isSaid = await isTaken(app.call(api.createConsent, { params, body }, people[step.by]?.token))
            const ownedFrom = Math.min(...[...owners].map(index => since.get(index) ?? now))
            if (isSaid && step.does === 'yes') expect(step.at).toBeGreaterThanOrEqual(ownedFrom)
            if (isSaid) expect([step.does, told.isSharedByOwners(said, owners)]).toEqual([step.does, true])
            if (isSaid) told.say(said)
          }
        }
        for (const step of steps) await take(step)
        await takeKept()
        await wait(HOURS)
        const frozen = await frozenHours(research.id, researcher.token)
        const placements = await placed()
        for (const device of ids) {
          const expected = sharedAt(device, placements)
          shared += expected.length
          expect((await chartOf(device, researcher.token)).sort()).toEqual(expected)
          const formats = [...EXPORT_FORMATS, ...EXPORT_FORMATS]
          const of = formats[formats.indexOf(format) + ids.indexOf(device)] ?? format
          expect(await fileOf(device, researcher.token, of)).toEqual(expected)
          expect(await previewCount(device, researcher.token, expected)).toBe(expected.length)
          expect(frozen.filter(one => one.startsWith(`${device} `)).sort()).toEqual(expected)
          const own = placements.filter(one => one.device_id === device).map(({ id }) => id)
          const counts = await countsOf(own, researcher.token)
          for (const key of KEYS)
            expect([key, counts[key]]).toEqual([
              key,
              expected.filter(one => one.startsWith(`${device} ${key} `)).length,
            ])
          // Values that were read once stay shared, while the placement is as it was.
          for (const one of read) if (one.startsWith(`${device} `)) expect(expected).toContain(one)
          const ofProject = await researchCounts(research.id, researcher.token)
          const shareds = (key: string) => expected.filter(one => one.startsWith(`${device} ${key} `))
          for (const key of KEYS) {
            const n = shareds(key).length
            const both = shareds('t').filter(one => expected.includes(one.replace(' t ', ` ${key} `))).length
            const { CORRELATION = 0, ...others } = ofProject.get(`${device} ${key}`) ?? {}
            expect([key, new Set(Object.values(others))]).toEqual([
              key,
              new Set(n > 0 ? [n] : Object.values(others).map(() => 0)),
            ])
            expect([key, CORRELATION]).toEqual([key, both])
          }
          await expectNothingElsewhere({ device, area: areas[0] ?? 0, location: location.id }, researcher.token)
        }
        await expectSameTimes(research.id)
        const isShared = (device: number, key: string, at: number): boolean =>
          isInProject(research.id, placements, device, at) && told.hours.get(`${device} ${key}`)?.[at] === true
        const hoursOf = (areaId: number, devices: readonly number[]): string[] =>
          KEYS.flatMap(key =>
            Array.from({ length: HOURS }, (_, at) => at)
              .filter(at =>
                placements.some(
                  ({ device_id, area_id, start, end }) =>
                    area_id === areaId &&
                    devices.includes(device_id) &&
                    start <= timeOf(at) &&
                    (end === null || timeOf(at) < end) &&
                    isShared(device_id, key, at),
                ),
              )
              .map(at => `${areaId} ${key} ${at}`),
          )
        const everywhere = (devices: readonly number[]) => areas.flatMap(id => hoursOf(id, devices)).sort()
        for (const id of areas) expect((await reportHours({ area_ids: [id] })).sort()).toEqual(hoursOf(id, ids).sort())
        for (const id of ids)
          expect((await reportHours({ area_ids: [], device_ids: [id] })).sort()).toEqual(everywhere([id]))
        expect((await reportHours({ area_ids: [], research_id: research.id })).sort()).toEqual(everywhere(ids))
        const listed = ids.flatMap(device =>
          KEYS.flatMap(key =>
            Array.from({ length: HOURS }, (_, at) => at)
              .filter(at => isShared(device, key, at))
              .map(at => `${device} ${key} ${at}`),
          ),
        )
        expect((await listedHours(research.id)).sort()).toEqual(listed.sort())
        // All of it was taken by now, so exactly this is on record.
        expect([...(await recordedHours(researcher.token))].sort()).toEqual(listed)
        if (read.size > 0) expect((await toldReads()).length).toBeGreaterThan(0)
      },
    ),
    {
      numRuns: 16,
      examples: [
        [SHARED_ELSEWHERE, 'csv'],
        [KEPT_TOO_LONG, 'json'],
        [TAKEN_IN_TIME, 'xlsx'],
        [TAKEN_LATER, 'csv'],
        [PLACED_NOW, 'csv'],
        [SHARED_LATER, 'csv'],
        [NO_OF_THE_BUYER, 'csv'],
        [YES_OF_THE_BUYER, 'csv'],
        [NO_MOVED_BY_WHO_LEAVES, 'json'],
        [LOOKED_ON, 'json'],
        [BOUGHT_BACK, 'csv'],
      ],
    },
  )
  expect(shared).toBeGreaterThan(50)
}, 600_000)
