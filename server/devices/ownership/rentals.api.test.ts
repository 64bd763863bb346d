import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { insertLending, ownershipAt } from '../../custody/timeline.ts'
import { aDevice, type TestDevice } from '../../testing/a-device.ts'
import { aLocation } from '../../testing/a-location.ts'
import { aPlacement } from '../../testing/a-placement.ts'
import { aRental } from '../../testing/a-rental.ts'
import { aSale } from '../../testing/a-sale.ts'
import { aFirstUser, aUser, type TestUser } from '../../testing/a-user.ts'
import { accepted } from '../../testing/accepted.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let admin: TestUser
let owner: TestUser
let device: TestDevice
beforeAll(async () => {
  app = await startTestApp()
  admin = await aFirstUser(app)
  owner = await aUser(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  device = await aDevice(app, owner)
})

const NOT_THERE = { status: 404, code: 'not_found' }
const params = () => ({ id: device.id })
const see = (user: TestUser) => app.call(api.getSensor, { params: params() }, user.token)
const last = (user: TestUser) => app.call(api.getLast, { query: { device_id: device.id } }, user.token)
const meansSeen = async (user: TestUser) => {
  const query = { device_id: device.id, interval: 'week' as const }
  const { series } = await app.call(api.getSeries, { query }, user.token)
  return series.t?.mean.filter(mean => mean !== null)
}
const send = (value: number) =>
  app.call(api.sendMeasurements, { body: { t: value, state: { battery: value } } }, device.key)
const rent = (email: string, period: { start?: string; end?: string } = {}, by = owner) =>
  app.call(api.createRental, { params: params(), body: { email, ...period } }, by.token)
const lend = (to: TestUser, period: object = {}) => aRental(app, owner, device, to, period)

describe('[decisions §3] a rental', () => {
  test('shows the renter the device and its measurements, only while it runs', async () => {
    const renter = await aUser(app)
    await send(18)
    app.clock.forward(HOUR_MS)
    await expect(see(renter)).rejects.toMatchObject(NOT_THERE)
    await lend(renter, { start: app.clock.iso(HOUR_MS), end: app.clock.iso(3 * HOUR_MS) })
    expect(await see(renter)).toMatchObject({ online: null, battery_percentage: null, rental: null, may: [] })
    expect(await last(renter)).toEqual({})
    app.clock.forward(HOUR_MS)
    await send(20)
    await app.app.settle()
    expect(await see(renter)).toMatchObject({
      online: true,
      battery_percentage: 20,
      may: ['place'],
      rental: { owner: false, email: null, end: app.clock.iso(2 * HOUR_MS) },
    })
    expect(await last(renter)).toMatchObject({ t: { value: 20 } })
    app.clock.forward(2 * HOUR_MS)
    await send(22)
    await app.app.settle()
    expect(await see(renter)).toMatchObject({ online: null, battery_percentage: null, rental: null, may: [] })
    expect([await last(renter), await meansSeen(renter)]).toEqual([{}, [20]])
    expect(await last(owner)).toMatchObject({ t: { value: 22 } })
    expect(await meansSeen(owner)).toEqual([18, 20, 22])
  })

  test('lets the renter place the device, and nothing more', async () => {
    const renter = await aUser(app)
    await lend(renter)
    const tries = [
      app.call(api.updateSensor, { params: params(), body: { name: 'x' } }, renter.token),
      app.call(api.deleteSensor, { params: params() }, renter.token),
      app.call(api.createKey, { params: params(), body: {} }, renter.token),
      app.call(api.listDeviceRentals, { params: params() }, renter.token),
      rent('third@farm.example', {}, renter),
      app.call(api.createTransfer, { params: params(), body: { email: renter.email } }, renter.token),
      app.call(api.createClaimCode, { params: params() }, renter.token),
      app.call(api.releaseSensor, { params: params() }, renter.token),
    ]
    for (const one of await Promise.allSettled(tries))
      expect(one).toMatchObject({ status: 'rejected', reason: { status: 403, code: 'not_allowed' } })
    await aPlacement(app, renter, device, await aLocation(app, renter), { start: app.clock.iso() })
    expect(await see(renter)).toMatchObject({ active: true })
  })

  test('for an address without an account answers the same, and works once it has one', async () => {
    const known = await aUser(app)
    const email = `later-${device.id}@farm.example`
    const [one, two] = [await rent(known.email), await rent(email)]
    expect(Object.keys(one)).toEqual(Object.keys(two))
    const same = { id: 0, email: '', offer: { id: 0, state: 'waiting' } }
    expect({ ...two, ...same, offer: { ...two.offer, id: 0 } }).toEqual({ ...one, ...same })
    const listed = await app.call(api.listDeviceRentals, { params: params() }, owner.token)
    expect(listed.map(rental => rental.email).sort()).toEqual([known.email, email].sort())
    const late = await aUser(app, { email })
    await expect(see(late)).rejects.toMatchObject(NOT_THERE)
    await accepted(app, late)
    expect(await see(late)).toMatchObject({ may: ['place'] })
    const other = await aUser(app)
    await expect(see(other)).rejects.toMatchObject(NOT_THERE)
  })

  test('begins in the minute in which its owner was given the device, and is prolonged later: "now" is a minute', async () => {
    const [buyer, renter] = [await aUser(app), await aUser(app)]
    app.clock.set(Math.ceil(app.clock.now() / MINUTE_MS) * MINUTE_MS)
    const start = app.clock.iso()
    app.clock.forward(20_000)
    const received = app.clock.iso()
    await aSale(app, device, owner, buyer)
    app.clock.forward(10_000)
    const rental = await rent(renter.email, { start, end: app.clock.iso(HOUR_MS) }, buyer)
    expect(rental).toMatchObject({ start: received })
    app.clock.forward(5 * MINUTE_MS)
    const change = (from: string) =>
      app.call(
        api.updateRental,
        { params: { id: rental.id }, body: { start: from, end: app.clock.iso(9 * HOUR_MS) } },
        buyer.token,
      )
    expect(await change(start)).toMatchObject({ start: received })
    await expect(change(app.clock.iso(-HOUR_MS))).rejects.toMatchObject({ code: 'no_valid_input' })
  })

  test('is prolonged, shortened and ended by the owner; what the renter planned beyond ends with it', async () => {
    const renter = await aUser(app)
    const location = await aLocation(app, renter)
    const rental = await lend(renter, { start: app.clock.iso(), end: app.clock.iso(9 * HOUR_MS) })
    const place = { location_id: location.id, area_id: location.area.id, device_ids: [device.id] }
    const period = { start: app.clock.iso(), end: app.clock.iso(9 * HOUR_MS) }
    await app.call(api.createLocationResearch, { body: { ...place, ...period } }, renter.token)
    const change = (end: string | null) =>
      app.call(api.updateRental, { params: { id: rental.id }, body: { end } }, owner.token)
    expect(await change(app.clock.iso(4 * HOUR_MS))).toMatchObject({ end: app.clock.iso(4 * HOUR_MS) })
    const [placed] = await app.call(api.listLocationResearch, { query: {} }, renter.token)
    expect(placed?.end).toBe(app.clock.iso(4 * HOUR_MS))
    await expect(change(app.clock.iso(-HOUR_MS))).rejects.toMatchObject({
      status: 422,
      errors: { end: [expect.any(String)] },
    })
    app.clock.forward(HOUR_MS)
    await app.call(api.deleteRental, { params: { id: rental.id } }, owner.token)
    app.clock.forward(1)
    await send(21)
    expect(await see(renter)).toMatchObject({ online: null, may: [], active: false })
    expect(await last(renter)).toEqual({})
    expect(await app.call(api.listDeviceRentals, { params: params() }, owner.token)).toMatchObject([
      { email: renter.email, end: app.clock.iso(-1) },
    ])
  })

  test('that has not begun is gone when it is ended', async () => {
    const rental = await rent('next@farm.example', { start: app.clock.iso(HOUR_MS) })
    await app.call(api.deleteRental, { params: { id: rental.id } }, owner.token)
    expect(await app.call(api.listDeviceRentals, { params: params() }, owner.token)).toEqual([])
  })

  test('can be made however often the device was lent before', async () => {
    const { db } = app.services
    const now = app.clock.iso()
    const given_from = (await ownershipAt(db, device.id, now))?.id ?? 0
    for (const number of Array(200).keys()) {
      const start = app.clock.iso(-(number + 2) * HOUR_MS)
      const end = app.clock.iso(-(number + 1) * HOUR_MS)
      const email = `week${number}@farm.example`
      await insertLending(db, { device_id: device.id, email, user_id: null, given_from, start, end })
    }
    expect(await rent('next@farm.example')).toMatchObject({ email: 'next@farm.example' })
  })

  test('to the same person twice in a period is a conflict; rubbish is refused by field', async () => {
    await rent('twice@farm.example')
    await expect(rent('Twice@farm.example')).rejects.toMatchObject({
      status: 409,
      errors: { email: [expect.any(String)] },
    })
    await expect(rent('nobody')).rejects.toMatchObject({ status: 422, errors: { email: [expect.any(String)] } })
    const backwards = rent('x@y.example', { start: app.clock.iso(), end: app.clock.iso(-1) })
    await expect(backwards).rejects.toMatchObject({ status: 422, errors: { end: [expect.any(String)] } })
  })

  test('is not there for a stranger, and an owner’s own is no rental to change', async () => {
    const stranger = await aUser(app)
    const rental = await rent('r@farm.example')
    const of = (id: number) => app.call(api.deleteRental, { params: { id } }, stranger.token)
    await expect(of(rental.id)).rejects.toMatchObject(NOT_THERE)
    await expect(rent('x@farm.example', {}, stranger)).rejects.toMatchObject(NOT_THERE)
    const [own] = await app.call(api.listRentals, {}, owner.token)
    expect(own).toMatchObject({ owner: true })
    await expect(app.call(api.deleteRental, { params: { id: own?.id ?? 0 } }, owner.token)).rejects.toMatchObject(
      NOT_THERE,
    )
    expect(await rent('a@farm.example', {}, admin)).toMatchObject({ email: 'a@farm.example' })
  })

  test('hides from a renter what was refused before it', async () => {
    const renter = await aUser(app)
    await app.call(api.sendMeasurements, { body: { t: 20, before: 1 } }, device.key)
    app.clock.forward(HOUR_MS)
    await lend(renter)
    await app.call(api.sendMeasurements, { body: { t: 20, during: 1 } }, device.key)
    await app.app.settle()
    const refused = await app.call(api.listRefusals, { params: params() }, renter.token)
    expect(refused.map(({ field }) => field)).toEqual(['during'])
    expect(await see(renter)).toMatchObject({ refused_values: 1, main_refusal: { field: 'during' } })
  })
})
