import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { urlOf } from '#shared/contract/call.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { aDevice } from '../../server/testing/a-device.ts'
import { aFirstUser, aUser, type TestUser } from '../../server/testing/a-user.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'
import { anOwnersFarm, type Given } from './owned-calls.ts'

type Name = keyof typeof api
interface Save {
  /** Part of the body that is sent twice. */
  wanted: object
  /** Part of a body that wants something else of the same version: a conflict, of an administrator where said. */
  others: object[]
  otherBy?: 'admin'
  /** Failure of such a one: `changed_meanwhile` unless said. */
  code?: string
  /** Part of the body that names what was read; its version unless said. */
  read?: (start: Record<string, unknown>) => object
}

/** Names the version that was read. */
const versionOf = ({ version }: Record<string, unknown>): object => ({ version })

const arrow = (x: number) => ({ type: 'arrow', from: [0.1, 0.2], to: [x, 0.5] })
const COLLEAGUE = 'colleague@farm.example'

/** Each call that is refused where somebody changed the same meanwhile. */
const SAVES: Partial<Record<Name, Save>> = {
  updateLocation: {
    wanted: { name: 'Erf', details: { floor: 'slats' }, lat: 51.3, lon: 5.7 },
    others: [{ name: 'Yard' }, { lat: 51.4 }, { owners: [COLLEAGUE] }],
  },
  updateArea: { wanted: { width: 12.7, animal_places: 40 }, others: [{ width: 12.8 }, { animal_places: null }] },
  updateRound: { wanted: { animals: 90 }, others: [{ animals: 91 }, { bands: [] }] },
  updateBoard: { wanted: { name: 'Warm' }, others: [{ name: 'Cold' }, { charts: [] }, { interval: 'week' }] },
  updateResearch: { wanted: { name: 'Air' }, others: [{ name: 'Dust' }, { people: [COLLEAGUE] }] },
  updateChecklist: { wanted: { name: 'Tour' }, others: [{ name: 'Walk' }] },
  // The later change of one person wins over their earlier one.
  updateInspection: { wanted: { notes: 'Dry' }, others: [{ notes: 'Wet' }], otherBy: 'admin' },
  saveEmissionSettings: { wanted: { n2o_detection_limit: 0.1 }, others: [{ n2o_detection_limit: 0.2 }] },
  setDeviceMapping: { wanted: { mapping: { rows: [], time_path: null } }, others: [{ mapping: null }] },
  updateMapping: { wanted: { name: 'Ours' }, others: [{ name: 'Theirs' }, { mapping: { rows: [], time_path: 'at' } }] },
  setDeviceCodec: { wanted: { script: 'function Decode() {}' }, others: [{ script: null }] },
  updatePhoto: {
    wanted: { marked: false, annotation: [arrow(0.3)] },
    others: [{ annotation: [arrow(0.9)] }, { marked: true }],
    read: () => ({ annotation_before: [] }),
  },
  saveAlarmPlan: {
    wanted: { minutes: 20 },
    others: [{ minutes: 30 }, { people: [] }],
    read: ({ updated_at }) => ({ updated_at }),
  },
  updateAlertRule: {
    wanted: { threshold_value: 77 },
    others: [{ threshold_value: 78 }, { active: false }, { recipients: [COLLEAGUE] }],
  },
  updateReportSchedule: { wanted: { name: 'Monday' }, others: [{ name: 'Tuesday' }, { frequency: 'month' }] },
  updateResearchNote: { wanted: { title: 'Fans on' }, others: [{ title: 'Fans off' }, { text: 'Two of four' }] },
  changeDeviceSettings: {
    wanted: { settings: { upload_interval: 60 } },
    others: [{ settings: { upload_interval: 120 } }],
    code: 'conflict',
  },
  // These name no version: what was answered already is answered alike, and what they refuse stands beside them.
  answerDiaryCounts: { wanted: {}, others: [], read: () => ({}) },
  createConsent: { wanted: {}, others: [], read: () => ({}) },
}
/** Saves nothing. */
const PREVIEWS: Name[] = ['previewConsent']

let app: TestApp
let admin: TestUser
let owner: TestUser
let farm: Awaited<ReturnType<typeof anOwnersFarm>>
beforeAll(async () => {
  app = await startTestApp()
  admin = await aFirstUser(app)
  owner = await aUser(app)
  farm = await anOwnersFarm(app, owner)
})
afterAll(() => app.close())

const givenOf = (name: Name): Given =>
  name === 'changeDeviceSettings'
    ? { params: { id: farm.device.id }, body: { version: 0, settings: {} } }
    : (farm.owned[name] ?? {})

const send = async (name: Name, body: object, by = name === 'changeDeviceSettings' ? admin : owner) => {
  const endpoint: Endpoint = api[name]
  const answer = await app.inject({
    method: endpoint.method,
    url: urlOf(endpoint, { params: givenOf(name).params }),
    headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
  // Addresses are signed anew for each answer.
  const text = answer.body.replaceAll(/expires=\d+&signature=[^"&]+/g, '')
  return { status: answer.statusCode, body: text === '' ? {} : JSON.parse(text) }
}

/** Rows of each table, among them those of every history. */
const rowCounts = async () => {
  const { db } = app.services
  const tables = await db.introspection.getTables()
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const all = db.selectFrom(name as 'users').select(eb => eb.fn.countAll<number | string>().as('rows'))
    counts[name] = Number((await all.executeTakeFirstOrThrow()).rows)
  }
  return counts
}

/** Tells whether a call says which version of something a change was made from. */
const isVersioned = ({ failures, body }: Endpoint): boolean => {
  const schema = body && z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
  return failures?.includes('changed_meanwhile') || schema?.properties?.version !== undefined
}

describe('a save that is sent again because its answer was lost', () => {
  test('is tried of each call that may be refused because of a change meanwhile', () => {
    const versioned = Object.entries(api).filter(([, endpoint]) => isVersioned(endpoint))
    expect(versioned.map(([name]) => name).toSorted()).toEqual([...Object.keys(SAVES), ...PREVIEWS].toSorted())
  })

  test.each(Object.entries(SAVES) as [Name, Save][])('%s: is done once, and another one is refused', async (...row) => {
    const [name, { wanted, others, otherBy, code = 'changed_meanwhile', read = versionOf }] = row
    const given = givenOf(name).body
    const start = await send(name, given ?? {})
    expect(start.status, JSON.stringify(start.body)).toBeLessThan(300)
    app.clock.forward(MINUTE_MS)
    const body = { ...given, ...wanted, ...read(start.body) }
    const first = await send(name, body)
    expect(first.status, JSON.stringify(first.body)).toBeLessThan(300)
    const rows = await rowCounts()
    app.clock.forward(MINUTE_MS)
    expect(await send(name, body)).toEqual(first)
    for (const other of others) {
      const refused = await send(name, { ...body, ...other }, otherBy && admin)
      expect([refused.status, refused.body.code], JSON.stringify(other)).toEqual([409, code])
    }
    expect(await rowCounts()).toEqual(rows)
    expect(await send(name, body)).toEqual(first)
  })

  test('asks nobody twice to own a location', async () => {
    const made = await app.call(api.createLocation, { body: { name: 'Shared' } }, owner.token)
    const owners = [owner.email, COLLEAGUE]
    const save = (more: object) => {
      const body = { name: 'Shared', version: made.version, owners, ...more }
      return app.call(api.updateLocation, { params: { id: made.id }, body }, owner.token)
    }
    const first = await save({})
    const rows = await rowCounts()
    expect(await save({})).toEqual(first)
    await expect(save({ owners: [...owners, 'another@farm.example'] })).rejects.toMatchObject({ status: 409 })
    expect(await rowCounts()).toEqual(rows)
  })

  test('is done once where both come at the same time', async () => {
    const { id, version } = await app.call(api.createLocation, { body: { name: 'Twice' } }, owner.token)
    const save = () => app.call(api.updateLocation, { params: { id }, body: { name: 'Once', version } }, owner.token)
    const both = await Promise.all([save(), save()])
    expect(both.map(one => one.version)).toEqual([version + 1, version + 1])
  })

  test('is another one to the devices that did not get it', async () => {
    const { id } = await aDevice(app, owner)
    const save = (also: number[]) => {
      const body = { script: 'function Decode() { return {} }', version: 0, also }
      return app.call(api.setDeviceCodec, { params: { id }, body }, owner.token)
    }
    const first = await save([])
    expect(await save([])).toEqual(first)
    await expect(save([farm.device.id])).rejects.toMatchObject({ status: 409 })
  })

  test('keeps the author where somebody else saved the same', async () => {
    const place = { params: { id: farm.location.area.id } }
    const { version } = await app.call(api.getEmissionSettings, place, owner.token)
    const body = { version, n2o_detection_limit: 0.3 }
    const first = await app.call(api.saveEmissionSettings, { ...place, body }, owner.token)
    await app.call(api.saveEmissionSettings, { ...place, body }, admin.token)
    expect(await app.call(api.getEmissionSettings, place, owner.token)).toMatchObject({
      version: first.version,
      changed_by: owner.name,
    })
  })
})
