import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { aDevice } from '../testing/a-device.ts'
import { aLocation, BROILER } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { accepted } from '../testing/accepted.ts'
import { someMeasurements } from '../testing/some-measurements.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

let app: TestApp
let admin: TestUser
let owner: TestUser
let researcher: TestUser
let stranger: TestUser
beforeAll(async () => {
  app = await startTestApp()
  admin = await aFirstUser(app)
  owner = await aUser(app)
  researcher = await aUser(app)
  stranger = await aUser(app)
})
afterAll(() => app.close())

const START = '2025-01-10T00:00:00.000Z'
const END = '2025-02-10T00:00:00.000Z'

const aFarm = async () => {
  const areas = ['Room 1', 'Room 2'].map(name => ({ name, area_type_id: BROILER }))
  const location = await aLocation(app, owner, { areas })
  const devices = [await aDevice(app, owner), await aDevice(app, owner)] as const
  return { location, areas: location.areas.map(area => area.id) as [number, number], devices }
}

describe('[specification §3] research projects', () => {
  test('are made, read, changed and deleted by who made them', async () => {
    const body = { name: 'Winter air', start: START, end: END, aim: 'Less NH3', people: ['x@y.example', 'x@y.example'] }
    const made = await app.call(api.createResearch, { body }, owner.token)
    const offers = [{ email: 'x@y.example', state: 'waiting' }]
    expect(made).toMatchObject({ name: 'Winter air', aim: 'Less NH3', purpose: null, people: [], offers })
    expect(made.may).toEqual(['edit', 'delete'])
    const change = { ...body, name: 'Winter', people: [], conclusion: 'Yes' }
    const changed = await app.call(api.updateResearch, { params: { id: made.id }, body: change }, owner.token)
    expect(changed).toMatchObject({ name: 'Winter', conclusion: 'Yes', people: [] })
    expect(await app.call(api.getResearch, { params: { id: made.id } }, owner.token)).toEqual(changed)
    await app.call(api.deleteResearch, { params: { id: made.id } }, owner.token)
    expect(await app.call(api.listResearch, {}, owner.token)).toEqual([])
  })

  test('a project is research without any placement, for who made it and who is asked; others have none', async () => {
    const [maker, asked, none] = [await aUser(app), await aUser(app), await aUser(app)]
    const summary = (user: TestUser) => app.call(api.getResearchSummary, {}, user.token)
    expect(await summary(maker)).toEqual({ research: false, emission: false })
    const body = { name: 'Air', start: START, people: [asked.email] }
    const { id } = await app.call(api.createResearch, { body }, maker.token)
    expect(await summary(maker)).toEqual({ research: true, emission: false })
    expect(await summary(asked)).toEqual({ research: false, emission: false })
    await accepted(app, asked)
    expect(await summary(asked)).toEqual({ research: true, emission: false })
    expect(await summary(none)).toEqual({ research: false, emission: false })
    expect(await summary(admin)).toEqual({ research: true, emission: true })
    await app.call(api.deleteResearch, { params: { id } }, maker.token)
    expect(await summary(maker)).toEqual({ research: false, emission: false })
  })

  test('placements tell of research only where they are of a project, and of emissions by their subject', async () => {
    const user = await aUser(app)
    const location = await aLocation(app, user)
    const [first, second] = [await aDevice(app, user), await aDevice(app, user)]
    const summary = () => app.call(api.getResearchSummary, {}, user.token)
    await aPlacement(app, user, first, location)
    expect(await summary()).toEqual({ research: false, emission: false })
    const [area] = location.areas
    const place = { device_ids: [second.id], location_id: location.id, area_id: area?.id as number, start: START }
    await app.call(api.createLocationResearch, { body: { ...place, research_subject_id: 1382 } }, user.token)
    expect(await summary()).toEqual({ research: false, emission: true })
  })

  test('the one of the demo farm goes with it, others of its owner stay; only an administrator marks it', async () => {
    const [demo, own] = [
      { name: 'Demo', start: START, demo: true },
      { name: 'Own', start: START },
    ]
    await expect(app.call(api.createResearch, { body: demo }, owner.token)).rejects.toMatchObject({ status: 403 })
    for (const body of [demo, own]) await app.call(api.createResearch, { body }, admin.token)
    await app.call(api.removeDemo, {}, admin.token)
    const left = await app.call(api.listResearch, {}, admin.token)
    expect(left.map(({ name }) => name)).toEqual(['Own'])
  })

  test('a purpose is a rich text: markup is cleaned, a plain text stays as it is', async () => {
    const save = async (purpose: string) => {
      const body = { name: 'Winter air', start: START, purpose }
      const { id } = await app.call(api.createResearch, { body }, owner.token)
      const { purpose: kept } = await app.call(api.getResearch, { params: { id } }, owner.token)
      return kept
    }
    expect(await save('<script>x()</script><p onclick="x()">Less NH<sub>3</sub></p>')).toBe(
      '<p>Less NH<sub>3</sub></p>',
    )
    expect(await save('a < b\n\nand c')).toBe('a < b\n\nand c')
    expect(await save('<p> </p>')).toBeNull()
    await expect(save(`<p>${'x'.repeat(10_001)}</p>`)).rejects.toMatchObject({
      status: 422,
      errors: { purpose: [expect.stringMatching('10000')] },
    })
    await expect(save(`<p>${'<b>'.repeat(50_000)}</p>`)).rejects.toMatchObject({ status: 422 })
  })

  test.each([
    ['[specification §5] an end before the start', { end: '2025-01-09T00:00:00Z' }, 'end'],
    ['[specification §5] an end equal to the start', { end: START }, 'end'],
    ['[specification §5] no name', { name: ' ' }, 'name'],
    ['a subject nobody knows', { research_subject_id: 99_999 }, 'research_subject_id'],
  ])('refuses %s', async (_, changes, field) => {
    const body = { name: 'Winter air', start: START, ...changes }
    const refused = {
      status: 422,
      errors: { [field]: [field === 'end' ? 'The end must be after the start.' : expect.any(String)] },
    }
    await expect(app.call(api.createResearch, { body }, owner.token)).rejects.toMatchObject(refused)
    const { id } = await app.call(api.createResearch, { body: { name: 'Winter air', start: START } }, owner.token)
    await expect(app.call(api.updateResearch, { params: { id }, body }, owner.token)).rejects.toMatchObject(refused)
  })

  test('[decisions §3] somebody added sees that project, its devices in its period, and nothing else of the farm', async () => {
    const { location, areas, devices } = await aFarm()
    await aPlacement(app, owner, devices[1], location)
    for (const device of devices)
      await someMeasurements(app, device, {
        from: '2025-01-01T00:00:00Z',
        until: '2025-01-15T12:00:00Z',
        everySeconds: 3600,
      })
    const { research, location_research } = await app.call(
      api.quickStart,
      {
        body: {
          location_id: location.id,
          start: START,
          end: END,
          research: { name: 'Winter air', people: [researcher.email.toUpperCase()] },
          devices: [{ device_id: devices[0].id, area_id: areas[0] }],
        },
      },
      owner.token,
    )
    const [placement] = location_research
    expect(await app.call(api.listResearch, {}, researcher.token)).toEqual([])
    expect(await app.call(api.listSensors, { query: {} }, researcher.token)).toEqual([])
    await accepted(app, researcher)
    const seen = await app.call(api.listResearch, {}, researcher.token)
    expect(seen).toMatchObject([{ id: research?.id, name: 'Winter air', people: [], may: [] }])
    expect(await app.call(api.listLocations, {}, researcher.token)).toEqual([])
    expect(await app.call(api.listLocationResearch, { query: {} }, researcher.token)).toMatchObject([
      {
        id: placement?.id,
        location_name: location.name,
        area_name: 'Room 1',
        research_name: 'Winter air',
        rentals: [],
        may: [],
      },
    ])
    expect((await app.call(api.listSensors, { query: {} }, researcher.token)).map(({ id }) => id)).toEqual([
      devices[0].id,
    ])
    const query = {
      device_id: devices[0].id,
      interval: 'selection' as const,
      date_start: '2025-01-05',
      date_end: '2025-01-15',
    }
    const frame = await app.call(api.getSeries, { query }, researcher.token)
    const first = frame.time.find((_, index) => (frame.series.t?.count[index] ?? 0) > 0)
    expect(new Date(first ?? 0).toISOString()).toBe(START)
    const manage = { params: { id: research?.id ?? 0 } }
    await expect(app.call(api.deleteResearch, manage, researcher.token)).rejects.toMatchObject({ status: 403 })
    await expect(app.call(api.getResearch, manage, stranger.token)).rejects.toMatchObject({ status: 404 })
    await app.call(api.updateResearch, { ...manage, body: { name: 'Winter air', start: START } }, owner.token)
    expect(await app.call(api.listSensors, { query: {} }, researcher.token)).toEqual([])
  })

  test('[specification §6] a location owner accesses all research projects at the location, and manages none of others', async () => {
    const { location, areas, devices } = await aFarm()
    const partner = await aUser(app)
    const made = await app.call(
      api.quickStart,
      {
        body: {
          location_id: location.id,
          start: START,
          research: { name: 'Heat lamps' },
          devices: [{ device_id: devices[0].id, area_id: areas[0] }],
        },
      },
      owner.token,
    )
    expect(await app.call(api.listResearch, {}, partner.token)).toEqual([])
    await app.call(
      api.updateLocation,
      { params: { id: location.id }, body: { name: location.name, owners: [owner.email, partner.email] } },
      owner.token,
    )
    await accepted(app, partner)
    expect(await app.call(api.listResearch, {}, partner.token)).toMatchObject([{ id: made.research?.id, may: [] }])
  })

  test('a change of a version that is not the present one is refused, and changes nothing', async () => {
    const made = await app.call(api.createResearch, { body: { name: 'Two tabs', start: START } }, owner.token)
    const params = { id: made.id }
    const change = (name: string, version?: number) =>
      app.call(api.updateResearch, { params, body: { name, start: START, version } }, owner.token)
    const first = await change('First', made.version)
    await expect(change('Second', made.version)).rejects.toMatchObject({ status: 409, code: 'changed_meanwhile' })
    expect(await app.call(api.getResearch, { params }, owner.token)).toMatchObject({ name: 'First' })
    expect(await change('Second', first.version)).toMatchObject({ name: 'Second' })
    expect(await change('Program')).toMatchObject({ name: 'Program' })
  })

  test('a change whose answer was lost is made once more and is the same; another one is refused', async () => {
    const made = await app.call(api.createResearch, { body: { name: 'Lost', start: START } }, owner.token)
    const params = { id: made.id }
    const [colleague, admin] = [await aUser(app), await aUser(app)]
    await app.services.db.updateTable('users').set({ admin: 1 }).where('id', '=', admin.id).execute()
    const body = { name: 'Found', start: START, target_measurements: ['t', 'h'], people: [colleague.email] }
    const change = (more: object, by = owner) =>
      app.call(api.updateResearch, { params, body: { ...body, version: made.version, ...more } }, by.token)
    const changed = await change({})
    expect(await change({})).toEqual(changed)
    const overtaken = { status: 409, code: 'changed_meanwhile' }
    for (const more of [{ name: 'Lost again' }, { people: [] }, { target_measurements: ['t'] }])
      await expect(change(more)).rejects.toMatchObject(overtaken)
    await expect(change({}, admin)).rejects.toMatchObject(overtaken)
    expect((await change({ version: changed.version })).version).toBe(changed.version + 1)
    await expect(change({})).rejects.toMatchObject(overtaken)
  })
})
