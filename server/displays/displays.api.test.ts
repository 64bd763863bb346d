import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { JOBS } from '../app.ts'
import { aDevice } from '../testing/a-device.ts'
import { aLocation, BROILER } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aFirstUser, aUser, signIn, type TestUser } from '../testing/a-user.ts'
import { accepted } from '../testing/accepted.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await startTestApp()
  admin = await aFirstUser(app)
})
afterAll(() => app.close())

const aFarm = async () => {
  const owner = await aUser(app)
  const areas = [{ name: 'Barn 1', area_type_id: BROILER }]
  const location = await aLocation(app, owner, { name: 'Zonneveld', areas })
  const device = await aDevice(app, owner)
  await aPlacement(app, owner, device, location)
  await app.call(api.sendMeasurements, { body: { t: 21, nh3: 35 } }, device.key)
  await app.app.settle()
  return { owner, location, device }
}
const make = (owner: TestUser, location: { id: number }, changes: { expires_at?: string } = {}) =>
  app.call(api.createDisplay, { params: { id: location.id }, body: { name: 'Office', ...changes } }, owner.token)
const show = (secret: string) => app.call(api.showDisplay, {}, secret)
const isOver = { status: 404, code: 'not_found' }

describe('a wall display', () => {
  test('shows areas, grades and last values of its location, and nothing else', async () => {
    const { owner, location } = await aFarm()
    await aLocation(app, owner, { name: 'Another farm', areas: [{ name: 'Elsewhere', area_type_id: BROILER }] })
    const { secret } = await make(owner, location)
    expect(secret).toMatch(/^bmd_[\w-]{43}$/)
    const shown = await show(secret)
    expect(shown).toMatchObject({ location_name: 'Zonneveld', look: 'auto' })
    expect(shown.areas).toHaveLength(1)
    expect(shown.areas[0]).toMatchObject({ area_name: 'Barn 1', status: 'act_now', stale: false })
    expect(shown.areas[0]?.values).toContainEqual(
      expect.objectContaining({ key: 'nh3', value: 35, unit: 'ppm', status: 'act_now' }),
    )
    const text = JSON.stringify(shown)
    for (const hidden of [owner.email, owner.name, 'Another farm', 'Elsewhere', 'device'])
      expect(text).not.toContain(hidden)
    const rows = await app.services.db.selectFrom('wall_displays').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret.slice(4))
  })

  test('shows what is heard of an area, whatever else hangs there new', async () => {
    const owner = await aUser(app)
    const location = await aLocation(app, owner, { areas: [{ name: 'Barn 1', area_type_id: BROILER }] })
    const [heard, fresh] = [await aDevice(app, owner), await aDevice(app, owner)]
    for (const device of [heard, fresh]) await aPlacement(app, owner, device, location)
    await app.call(api.sendMeasurements, { body: { t: 21 } }, heard.key)
    await app.app.settle()
    const [area] = (await show((await make(owner, location)).secret)).areas
    expect(area).toMatchObject({ status: 'good', values: [expect.objectContaining({ key: 't', value: 21 })] })
  })

  test('its secret opens nothing but that', async () => {
    const { owner, location } = await aFarm()
    const { secret } = await make(owner, location)
    await expect(app.call(api.listLocations, {}, secret)).rejects.toMatchObject({ status: 401 })
    await expect(app.call(api.authenticate, {}, secret)).rejects.toMatchObject({ status: 401 })
    await expect(app.call(api.sendMeasurements, { body: { t: 1 } }, secret)).rejects.toMatchObject({ status: 401 })
    for (const other of ['', 'rubbish', owner.token, `bmd_${'x'.repeat(43)}`])
      await expect(show(other)).rejects.toMatchObject(isOver)
  })

  test('notes when it was last seen, at most every ten minutes', async () => {
    const { owner, location } = await aFarm()
    const { secret } = await make(owner, location)
    const seen = async () =>
      (await app.call(api.listDisplays, { params: { id: location.id } }, owner.token))[0]?.last_seen_at
    expect(await seen()).toBe(null)
    await show(secret)
    const first = app.clock.iso()
    app.clock.forward(9 * MINUTE_MS)
    await show(secret)
    expect(await seen()).toBe(first)
    app.clock.forward(2 * MINUTE_MS)
    await show(secret)
    expect(await seen()).toBe(app.clock.iso())
  })

  test('always ends, after at most 365 days', async () => {
    const { owner, location } = await aFarm()
    const { secret, expires_at } = await make(owner, location, { expires_at: app.clock.iso(DAY_MS) })
    expect(expires_at).toBe(app.clock.iso(DAY_MS))
    for (const wrong of [app.clock.iso(0), app.clock.iso(367 * DAY_MS)])
      await expect(make(owner, location, { expires_at: wrong })).rejects.toMatchObject({ status: 422 })
    app.clock.forward(DAY_MS)
    await expect(show(secret)).rejects.toMatchObject(isOver)
  })
})

describe('a wall display ends', () => {
  test('when any owner revokes it; nobody else does', async () => {
    const { owner, location } = await aFarm()
    const stranger = await aUser(app)
    const { secret, id } = await make(owner, location)
    for (const other of [stranger, admin])
      await expect(app.call(api.deleteDisplay, { params: { id } }, other.token)).rejects.toMatchObject({ status: 404 })
    await show(secret)
    await app.call(api.deleteDisplay, { params: { id } }, owner.token)
    await expect(show(secret)).rejects.toMatchObject(isOver)
    const entries = await app.call(api.listAudit, { query: {} }, owner.token)
    expect(entries.slice(0, 2)).toMatchObject([
      { action: 'display_revoked', object_name: 'Zonneveld' },
      { action: 'display_created', object_name: 'Zonneveld' },
    ])
  })

  test('when its maker hands the location over, is suspended or deletes it', async () => {
    const [handed, suspended, deleted] = [await aFarm(), await aFarm(), await aFarm()]
    const links = []
    for (const { owner, location } of [handed, suspended, deleted]) links.push((await make(owner, location)).secret)
    await app.services.db
      .updateTable('location_owners')
      .set({ email: 'buyer@farm.example' })
      .where('location_id', '=', handed.location.id)
      .execute()
    await app.call(api.changeAccount, { params: { id: suspended.owner.id }, body: { suspended: true } }, admin.token)
    await app.call(api.deleteLocation, { params: { id: deleted.location.id } }, deleted.owner.token)
    for (const secret of links) await expect(show(secret)).rejects.toMatchObject(isOver)
  })

  test('for good when its maker is no owner any more, and counts for them no longer', async () => {
    const { owner, location } = await aFarm()
    const buyer = await aUser(app)
    const leaveTo = (by: TestUser, ...owners: TestUser[]) => {
      const body = { name: 'Zonneveld', owners: owners.map(({ email }) => email) }
      return app.call(api.updateLocation, { params: { id: location.id }, body }, by.token)
    }
    const { secret } = await make(owner, location)
    await leaveTo(owner, owner, buyer)
    await accepted(app, buyer)
    const kept = await make(buyer, location)
    await leaveTo(buyer, buyer)
    await expect(show(secret)).rejects.toMatchObject(isOver)
    expect(await app.call(api.listDisplays, { params: { id: location.id } }, buyer.token)).toMatchObject([
      { id: kept.id },
    ])
    expect(await app.call(api.getOwnLoss, {}, owner.token)).toMatchObject({ displays: 0 })
    await leaveTo(buyer, buyer, owner)
    await accepted(app, owner)
    await expect(show(secret)).rejects.toMatchObject(isOver)
    await show(kept.secret)
  })

  test('and stays in the list for 90 days, yet is no loss when the account goes', async () => {
    const { owner, location } = await aFarm()
    await make(owner, location, { expires_at: app.clock.iso(DAY_MS) })
    const lit = await make(owner, location)
    const listed = async () => (await app.call(api.listDisplays, { params: { id: location.id } }, owner.token)).length
    const forget = () => JOBS.find(({ name }) => name === 'forget-ended-displays')?.run(app.services)
    app.clock.forward(80 * DAY_MS)
    await forget()
    expect(await listed()).toBe(2)
    const back = await signIn(app, owner.email)
    expect(await app.call(api.getOwnLoss, {}, back.token)).toMatchObject({ displays: 1 })
    app.clock.forward(12 * DAY_MS)
    await forget()
    expect(await app.call(api.listDisplays, { params: { id: location.id } }, back.token)).toMatchObject([
      { id: lit.id },
    ])
    // The job also deletes what the release before left of a former owner.
    await app.services.db.deleteFrom('location_owners').where('location_id', '=', location.id).execute()
    await forget()
    const rows = app.services.db.selectFrom('wall_displays').selectAll().where('location_id', '=', location.id)
    expect(await rows.execute()).toEqual([])
  })

  test('shows no value of a device that went to somebody else', async () => {
    const { owner, location, device } = await aFarm()
    const { secret } = await make(owner, location)
    const buyer = await aUser(app)
    const body = { email: buyer.email }
    const offer = await app.call(api.createTransfer, { params: { id: device.id }, body }, owner.token)
    await app.call(api.acceptOffer, { params: { id: offer.id } }, buyer.token)
    app.clock.forward(MINUTE_MS)
    await app.call(api.sendMeasurements, { body: { t: 38.7 } }, device.key).catch(() => undefined)
    await app.app.settle()
    expect(JSON.stringify(await show(secret))).not.toContain('38.7')
  })
})
