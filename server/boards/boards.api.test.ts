import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_BOARD_CHARTS } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import { aDevice } from '../testing/a-device.ts'
import { aGroup } from '../testing/a-group.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aSale } from '../testing/a-sale.ts'
import { aSharedProject } from '../testing/a-shared-project.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

let app: TestApp
let owner: TestUser
let other: TestUser
beforeAll(async () => {
  app = await startTestApp()
  await aFirstUser(app)
  owner = await aUser(app)
  other = await aUser(app)
})
afterAll(() => app.close())

interface Line {
  area_id?: number | null
  device_id?: number | null
  measurement: string
}

const body = (lines: Line[], name = 'Barns') => ({ name, charts: [{ title: 'Warmth', lines }] })
const make = (lines: Line[], of = owner) => app.call(api.createBoard, { body: body(lines) }, of.token)
const read = (id: number, of = owner) => app.call(api.getBoard, { params: { id } }, of.token)
const share = (id: number, of = owner) => app.call(api.shareBoard, { params: { id } }, of.token)
const open = (secret: string, of: TestUser) => app.call(api.openBoard, { body: { secret } }, of.token)
const aBarn = async (of = owner, name = 'Barn Noord') => {
  const { id, area } = await aLocation(app, of, { name: 'Zonneveld', areas: [{ name, area_type_id: 25 }] })
  return { id, area }
}
const firstLine = ({ charts }: { charts: { lines: object[] }[] }) => charts[0]?.lines[0]
const refused = { status: 422, code: 'no_valid_input' }

describe('a board', () => {
  test('is made, read, listed, changed and deleted', async () => {
    const { area } = await aBarn()
    const made = await make([
      { area_id: area.id, measurement: 't' },
      { area_id: area.id, measurement: 'h' },
    ])
    expect(made).toMatchObject({ name: 'Barns', interval: 'day', calendar: false, version: 1, link: null })
    expect(firstLine(made)).toEqual({
      ...{ area_id: area.id, device_id: null, measurement: 't', seen: true, name: 'Barn Noord' },
      ...{ location_name: 'Zonneveld', area_type_id: 25, is_past: false },
    })
    expect(await read(made.id)).toEqual(made)
    const listed = await app.call(api.listBoards, {}, owner.token)
    expect(listed).toContainEqual(expect.objectContaining({ id: made.id, charts: 1, link: null }))
    const place = { params: { id: made.id } }
    const change = { name: 'Warm', interval: 'week' as const, calendar: true, charts: [], version: 1 }
    const changed = await app.call(api.updateBoard, { ...place, body: change }, owner.token)
    expect(changed).toMatchObject({ name: 'Warm', interval: 'week', calendar: true, charts: [], version: 2 })
    await app.call(api.deleteBoard, place, owner.token)
    await expect(read(made.id)).rejects.toMatchObject({ status: 404 })
  })

  test('is not overwritten from a tab that did not see the last change', async () => {
    const { id, version } = await app.call(api.createBoard, { body: { name: 'Tabs', charts: [] } }, owner.token)
    const change = (name: string) =>
      app.call(api.updateBoard, { params: { id }, body: { name, charts: [], version } }, owner.token)
    const tabs = await Promise.allSettled([change('One'), change('Two')])
    expect(tabs.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(change('Three')).rejects.toMatchObject({ status: 409, code: 'changed_meanwhile' })
  })

  test('belongs to its account alone', async () => {
    const { area } = await aBarn()
    const { id } = await make([{ area_id: area.id, measurement: 't' }])
    expect((await app.call(api.listBoards, {}, other.token)).map(one => one.id)).not.toContain(id)
    for (const tried of [
      () => read(id, other),
      () => share(id, other),
      () => app.call(api.endBoardLink, { params: { id } }, other.token),
      () => app.call(api.deleteBoard, { params: { id } }, other.token),
      () => app.call(api.updateBoard, { params: { id }, body: { name: 'x', charts: [], version: 1 } }, other.token),
    ])
      await expect(tried()).rejects.toMatchObject({ status: 404 })
  })

  test('takes no line of what its owner does not see', async () => {
    const { area } = await aBarn()
    const device = await aDevice(app, owner)
    await expect(make([{ area_id: area.id, measurement: 't' }], other)).rejects.toMatchObject(refused)
    await expect(make([{ device_id: device.id, measurement: 't' }], other)).rejects.toMatchObject(refused)
    await expect(make([{ area_id: 2_000_000_000, measurement: 't' }])).rejects.toMatchObject(refused)
    expect(firstLine(await make([{ device_id: device.id, measurement: 't' }]))).toMatchObject({ seen: true })
  })

  test('has bounded charts of bounded lines in two units at most', async () => {
    const { area } = await aBarn()
    const line = (measurement: string) => ({ area_id: area.id, measurement })
    await expect(make([line('t'), line('h'), line('co2')])).rejects.toMatchObject(refused)
    await expect(make(Array.from({ length: 9 }, () => line('t')))).rejects.toMatchObject(refused)
    await expect(make([line('weather_t')])).rejects.toMatchObject(refused)
    await expect(make([line('no_such')])).rejects.toMatchObject(refused)
    await expect(make([])).rejects.toMatchObject(refused)
    await expect(make([{ measurement: 't' }])).rejects.toMatchObject(refused)
    await expect(make([{ area_id: area.id, device_id: 1, measurement: 't' }])).rejects.toMatchObject(refused)
    const charts = Array.from({ length: MAX_BOARD_CHARTS + 1 }, () => ({ lines: [line('t')] }))
    await expect(app.call(api.createBoard, { body: { name: 'Many', charts } }, owner.token)).rejects.toMatchObject(
      refused,
    )
  })

  test('keeps a line whose area was deleted, says so, and lets the board be changed', async () => {
    const { id: location_id, area } = await aBarn(owner, 'Old barn')
    const spare = await app.call(api.createArea, { body: { location_id, name: 'x', area_type_id: 25 } }, owner.token)
    const lines = [
      { area_id: area.id, measurement: 't' },
      { area_id: spare.id, measurement: 't' },
    ]
    const { id, version } = await make(lines)
    await app.call(api.deleteArea, { params: { id: area.id } }, owner.token)
    expect(firstLine(await read(id))).toMatchObject({ area_id: area.id, seen: false, name: 'Old barn' })
    const changed = { params: { id }, body: { ...body(lines, 'Renamed'), version } }
    expect(await app.call(api.updateBoard, changed, owner.token)).toMatchObject({ name: 'Renamed' })
    expect(firstLine(await read(id))).toMatchObject({ seen: false, name: 'Old barn' })
  })

  test('shows a location that was passed on to nobody but its new owner', async () => {
    const { id: location, area } = await aBarn(owner, 'Sold barn')
    const device = await aDevice(app, owner)
    await aPlacement(app, owner, device, { id: location, area })
    const { id } = await make([{ area_id: area.id, measurement: 't' }])
    const { secret } = await share(id)
    const buyer = await aUser(app)
    const at = app.clock.iso(0)
    await app.services.db
      .updateTable('location_owners')
      .set({ email: buyer.email, since: at })
      .where('location_id', '=', location)
      .execute()
    const renamed = { params: { id: area.id }, body: { name: 'New name', area_type_id: 25 } }
    await app.call(api.updateArea, renamed, buyer.token)
    expect(firstLine(await read(id))).toMatchObject({ seen: false, name: 'Sold barn' })
    expect(firstLine(await open(secret, buyer))).toMatchObject({ seen: true, name: 'New name' })
  })

  test('never tells a former owner of a device what it is called now', async () => {
    const device = await aDevice(app, owner, { name: 'Corner' })
    const { id } = await make([{ device_id: device.id, measurement: 't' }])
    const buyer = await aUser(app)
    await aSale(app, device, owner, buyer)
    await app.services.db.updateTable('devices').set({ name: 'Theirs' }).where('id', '=', device.id).execute()
    const past = await read(id)
    expect(JSON.stringify(past)).not.toContain('Theirs')
    expect(firstLine(past)).toMatchObject({ seen: true, is_past: true, name: 'Corner' })
    const changed = {
      params: { id },
      body: { ...body([{ device_id: device.id, measurement: 't' }], 'x'), version: past.version },
    }
    await app.call(api.updateBoard, changed, owner.token)
    expect(firstLine(await read(id))).toMatchObject({ is_past: true, name: 'Corner' })
    const { secret } = await share(id)
    expect(JSON.stringify(await open(secret, buyer))).not.toContain('Corner')
  })
})

describe('the link of a board', () => {
  test('shows each line to whom it is shared with, and of others only that they are there', async () => {
    const [shared, hidden] = [await aBarn(owner, 'Shared barn'), await aBarn(owner, 'Hidden barn')]
    const vet = await aUser(app)
    await aGroup(app, owner, { people: [[vet, 'member']], shares: [{ location_id: shared.id, may: 'read' }] })
    const { id } = await make([
      { area_id: shared.area.id, measurement: 't' },
      { area_id: hidden.area.id, measurement: 't' },
    ])
    const { secret, tail } = await share(id)
    expect(secret).toMatch(/^bmb_[\w-]{43}$/)
    expect((await read(id)).link).toMatchObject({ tail })
    const opened = await open(secret, vet)
    expect(opened.charts[0]?.lines).toEqual([
      {
        ...{ area_id: shared.area.id, device_id: null, measurement: 't', seen: true, name: 'Shared barn' },
        ...{ location_name: 'Zonneveld', area_type_id: 25, is_past: false },
      },
      {
        ...{ area_id: null, device_id: null, measurement: null, seen: false, name: null },
        ...{ location_name: null, area_type_id: null, is_past: false },
      },
    ])
    expect(JSON.stringify(await open(secret, other))).not.toMatch(/barn"|Zonneveld/)
    // The link gives no right to values either.
    const series = { query: { area_id: shared.area.id, interval: 'day' as const } }
    await expect(app.call(api.getSeries, series, other.token)).rejects.toMatchObject({ status: 404 })
  })

  test('is made new and revoked', async () => {
    const { area } = await aBarn()
    const { id } = await make([{ area_id: area.id, measurement: 't' }])
    const first = await share(id)
    const second = await share(id)
    await expect(open(first.secret, other)).rejects.toMatchObject({ status: 404 })
    expect(await open(second.secret, other)).toMatchObject({ name: 'Barns' })
    await app.call(api.endBoardLink, { params: { id } }, owner.token)
    await expect(open(second.secret, other)).rejects.toMatchObject({ status: 404 })
    expect((await read(id)).link).toBeNull()
    const rows = await app.services.db.selectFrom('boards').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(second.secret)
  })

  test('opens nothing while its account is suspended', async () => {
    const person = await aUser(app)
    const { area } = await aBarn(person)
    const made = await app.call(api.createBoard, { body: body([{ area_id: area.id, measurement: 't' }]) }, person.token)
    const { secret } = await app.call(api.shareBoard, { params: { id: made.id } }, person.token)
    const suspend = (suspended_at: string | null) =>
      app.services.db.updateTable('users').set({ suspended_at }).where('id', '=', person.id).execute()
    await suspend(app.clock.iso())
    await expect(open(secret, other)).rejects.toMatchObject({ status: 404 })
    await suspend(null)
    expect(await open(secret, other)).toMatchObject({ charts: [{}] })
  })

  test('is for people who are signed in, and not to be guessed', async () => {
    const guesser = await aUser(app)
    await expect(app.call(api.openBoard, { body: { secret: 'bmb_x' } })).rejects.toMatchObject({ status: 401 })
    await expect(open('bmb_wrong', guesser)).rejects.toMatchObject({ status: 404 })
    await expect(open('', guesser)).rejects.toMatchObject({ status: 404 })
  })

  test('shows a researcher what is shared with the project under its pseudonym', async () => {
    const [farmer, researcher] = [await aUser(app), await aUser(app)]
    const { location } = await aSharedProject(app, { owner: farmer, researcher })
    const { id } = await make([{ area_id: location.area.id, measurement: 't' }], farmer)
    const { secret } = await share(id, farmer)
    const [line] = (await open(secret, researcher)).charts[0]?.lines ?? []
    expect(line).toMatchObject({ area_id: location.area.id, seen: true })
    expect(line?.name).toContain(String(location.area.id))
    expect(line?.name).not.toBe(location.area.name)
  })
})

test('boards go with their account', async () => {
  const leaving = await aUser(app)
  const { area } = await aBarn(leaving)
  const { id } = await make([{ area_id: area.id, measurement: 't' }], leaving)
  await app.services.db.deleteFrom('users').where('id', '=', leaving.id).execute()
  expect(await app.services.db.selectFrom('boards').where('id', '=', id).selectAll().execute()).toEqual([])
})
