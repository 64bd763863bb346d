import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { OFFER_DAYS } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { aDevice, type TestDevice } from '../testing/a-device.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aRental } from '../testing/a-rental.ts'
import { aFirstUser, aUser, PASSWORD, type TestUser } from '../testing/a-user.ts'
import { accepted } from '../testing/accepted.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

let app: TestApp
let admin: TestUser
let giver: TestUser
let receiver: TestUser
let device: TestDevice
beforeAll(async () => {
  app = await startTestApp()
  admin = await aFirstUser(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  giver = await aUser(app)
  receiver = await aUser(app)
  device = await aDevice(app, giver, { name: 'Buy my pills' })
})

const NOT_THERE = { status: 404, code: 'not_found' }
const offersOf = (user: TestUser) => app.call(api.listOffers, {}, user.token)
const accept = (id: number, user: TestUser) => app.call(api.acceptOffer, { params: { id } }, user.token)
const remove = (id: number, user: TestUser) => app.call(api.deleteOffer, { params: { id } }, user.token)
const renew = (id: number, user: TestUser) => app.call(api.renewOffer, { params: { id } }, user.token)
const owned = (location: { id: number; name: string }, owners: string[], by = giver) =>
  app.call(api.updateLocation, { params: { id: location.id }, body: { name: location.name, owners } }, by.token)
const places = async (user: TestUser) => (await app.call(api.listLocations, {}, user.token)).map(({ id }) => id)
const devices = async (user: TestUser) =>
  (await app.call(api.listSensors, { query: {} }, user.token)).map(({ id }) => id)
const lend = (email: string, period: object = {}) =>
  app.call(api.createRental, { params: { id: device.id }, body: { email, ...period } }, giver.token)
const project = (people: string[]) =>
  app.call(api.createResearch, { body: { name: 'Buy my pills', start: app.clock.iso(), people } }, giver.token)
const mailsTo = (email: string) =>
  app.services.db.selectFrom('outbox').selectAll().where('recipient', '=', email).where('secret', '=', 0).execute()

/** Each kind of share, offered to an address. */
const GIVING = {
  rental: async (email: string) => (await lend(email)).offer?.id,
  location: async (email: string) =>
    (await aLocation(app, giver, { name: 'Buy my pills', owners: [email] })).offers[0]?.id,
  research: async (email: string) => (await project([email])).offers[0]?.id,
  device: async (email: string) =>
    (await app.call(api.createTransfer, { params: { id: device.id }, body: { email } }, giver.token)).id,
}
const KINDS = Object.keys(GIVING) as (keyof typeof GIVING)[]

/** All that somebody finds in the account. */
const found = async (user: TestUser): Promise<string> =>
  JSON.stringify([
    await app.call(api.listLocations, {}, user.token),
    await app.call(api.listSensors, { query: {} }, user.token),
    await app.call(api.listSensorsWithRentals, {}, user.token),
    await app.call(api.listRentals, {}, user.token),
    await app.call(api.listResearch, {}, user.token),
    await app.call(api.listLocationResearch, { query: {} }, user.token),
    await app.call(api.listLast, { query: {} }, user.token),
    await app.call(api.listAlerts, {}, user.token),
    await app.call(api.listInsights, { query: { from: app.clock.iso(-DAY_MS), until: app.clock.iso() } }, user.token),
    await app.call(api.pageInspections, { query: {} }, user.token),
    await app.call(api.listAvailability, { query: { start: app.clock.iso() } }, user.token),
    await app.call(api.listDeletedLocations, {}, user.token),
  ])

describe.each(KINDS)('[decisions §3] an offer of kind %s', kind => {
  test('gives nothing, and no words of whoever gives, until it is accepted', async () => {
    const before = await found(receiver)
    const id = (await GIVING[kind](receiver.email)) ?? 0
    expect(await found(receiver)).toBe(before)
    const [offer] = await offersOf(receiver)
    expect(offer).toMatchObject({ id, kind, incoming: true, email: giver.email, name: null, state: 'waiting' })
    expect(offer?.expires_at).toBe(app.clock.iso(OFFER_DAYS * DAY_MS))
    expect(JSON.stringify(await offersOf(receiver))).not.toContain('pills')
    expect(await offersOf(giver)).toMatchObject([
      { id, kind, incoming: false, email: receiver.email, name: 'Buy my pills', state: 'waiting' },
    ])
    await expect(accept(id, giver)).rejects.toMatchObject(NOT_THERE)
    expect(await accept(id, receiver)).toMatchObject({ kind, subject_id: offer?.subject_id })
    expect(await found(receiver)).not.toBe(before)
    expect([await offersOf(receiver), await offersOf(giver)]).toEqual([[], []])
    await expect(accept(id, receiver)).rejects.toMatchObject(NOT_THERE)
  })

  test('is declined, which the giver reads and may ask once more; or taken back', async () => {
    const before = await found(receiver)
    const id = (await GIVING[kind](receiver.email)) ?? 0
    await remove(id, receiver)
    expect([await offersOf(receiver), await offersOf(giver)]).toMatchObject([[], [{ id, state: 'declined' }]])
    await expect(accept(id, receiver)).rejects.toMatchObject(NOT_THERE)
    await expect(remove(id, receiver)).rejects.toMatchObject(NOT_THERE)
    expect(await renew(id, giver)).toMatchObject({ id, email: receiver.email, state: 'waiting' })
    expect(await offersOf(receiver)).toMatchObject([{ id }])
    await remove(id, giver)
    expect([await offersOf(receiver), await offersOf(giver)]).toEqual([[], []])
    await expect(accept(id, receiver)).rejects.toMatchObject(NOT_THERE)
    expect(await found(receiver)).toBe(before)
  })

  test(`ends after ${OFFER_DAYS} days, unless it is sent again`, async () => {
    const id = (await GIVING[kind](receiver.email)) ?? 0
    app.clock.forward(OFFER_DAYS * DAY_MS)
    expect([await offersOf(receiver), await offersOf(giver)]).toMatchObject([[], [{ id, state: 'expired' }]])
    await expect(accept(id, receiver)).rejects.toMatchObject(NOT_THERE)
    await renew(id, giver)
    expect(await accept(id, receiver)).toMatchObject({ kind })
  })

  test('is nothing to a stranger', async () => {
    const stranger = await aUser(app)
    const id = (await GIVING[kind](receiver.email)) ?? 0
    for (const attempt of [accept, remove, renew]) await expect(attempt(id, stranger)).rejects.toMatchObject(NOT_THERE)
    await expect(renew(id, receiver)).rejects.toMatchObject(NOT_THERE)
    expect(await offersOf(stranger)).toEqual([])
  })

  test('is told by one mail a day, in the words of the product, with an account or without', async () => {
    const nobody = `nobody-${device.id}@farm.example`
    for (const email of [receiver.email, nobody]) {
      const id = (await GIVING[kind](email)) ?? 0
      await remove(id, giver)
      await GIVING[kind](email)
      const mails = await mailsTo(email)
      expect(mails).toHaveLength(1)
      expect(mails[0]?.subject).toContain(giver.email)
      expect(mails[0]?.text).toContain('/devices')
      expect(JSON.stringify(mails)).not.toMatch(/pills|Anna Bakker/)
    }
  })

  test('goes with whoever gave it', async () => {
    const id = (await GIVING[kind](receiver.email)) ?? 0
    await app.call(api.deleteUser, { body: { password: PASSWORD } }, giver.token)
    expect(await offersOf(receiver)).toEqual([])
    await expect(accept(id, receiver)).rejects.toMatchObject(NOT_THERE)
  })
})

describe('[decisions §3] a long list of offers', () => {
  test('what waits for somebody is there however much they offer others', async () => {
    const id = await GIVING.device(receiver.email)
    const { location_id, ...row } = {
      ...{ kind: 'location' as const, from_user_id: receiver.id, created_at: app.clock.iso(), declined_at: null },
      location_id: (await aLocation(app, receiver)).id,
    }
    for (let nr = 0; nr < 210; nr++) {
      const email = `person-${nr}@example.com`
      await app.services.db
        .insertInto('offers')
        .values({ ...row, location_id, email })
        .execute()
    }
    const listed = await offersOf(receiver)
    expect(listed.filter(({ incoming }) => incoming).map(one => one.id)).toEqual([id])
    expect(listed.filter(({ incoming }) => !incoming)).toHaveLength(200)
    app.clock.forward(OFFER_DAYS * DAY_MS)
    expect((await offersOf(receiver)).every(({ incoming }) => !incoming)).toBe(true)
  })
})

describe('[decisions §3] a shared location', () => {
  test('keeps somebody who has accepted: nobody is made its only owner unasked', async () => {
    const location = await aLocation(app, giver)
    await expect(owned(location, [receiver.email])).rejects.toMatchObject({
      status: 422,
      errors: { owners: [expect.any(String)] },
    })
    expect(await offersOf(receiver)).toEqual([])
    await owned(location, [giver.email, receiver.email])
    await accepted(app, receiver)
    await owned(location, [receiver.email])
    expect([await places(giver), await places(receiver)]).toEqual([[], [location.id]])
  })

  test('is offered once, however often it is saved; the form of before an acceptance leaves nobody out', async () => {
    const location = await aLocation(app, giver, { owners: [receiver.email] })
    const again = await owned(location, [giver.email, receiver.email])
    expect(again).toMatchObject({ owners: [giver.email], offers: location.offers })
    const version = again.version
    await accepted(app, receiver)
    const body = { name: location.name, owners: [giver.email], version }
    await expect(
      app.call(api.updateLocation, { params: { id: location.id }, body }, giver.token),
    ).rejects.toMatchObject({ code: 'changed_meanwhile' })
    expect(await places(receiver)).toEqual([location.id])
  })

  test('is offered no more by who left it, and renewed or taken back by any of its owners', async () => {
    const location = await aLocation(app, giver, { with: [receiver] })
    const [one, two] = [await aUser(app), await aUser(app)]
    const { offers } = await owned(location, [giver.email, receiver.email, one.email, two.email])
    const of = (user: TestUser) => offers.find(({ email }) => email === user.email)?.id ?? 0
    await remove(of(two), receiver)
    expect(await offersOf(two)).toEqual([])
    await renew(of(one), receiver)
    await owned(location, [receiver.email], receiver)
    expect(await offersOf(one)).toEqual([])
    await expect(accept(of(one), one)).rejects.toMatchObject(NOT_THERE)
  })

  test('is offered no more while it is deleted', async () => {
    const location = await aLocation(app, giver, { owners: [receiver.email] })
    await app.call(api.deleteLocation, { params: { id: location.id } }, giver.token)
    expect(await offersOf(receiver)).toEqual([])
    await expect(accept(location.offers[0]?.id ?? 0, receiver)).rejects.toMatchObject(NOT_THERE)
  })

  test('an administrator joins without asking anybody', async () => {
    const location = await aLocation(app, giver)
    await owned(location, [giver.email, admin.email], admin)
    expect((await app.call(api.getLocation, { params: { id: location.id } }, giver.token)).owners.sort()).toEqual(
      [admin.email, giver.email].sort(),
    )
    expect(await offersOf(admin)).toEqual([])
  })
})

describe('[decisions §13] a rental', () => {
  test('waits no more when the administrator who gave it is gone', async () => {
    const owner = await aUser(app, { name: 'Second' })
    await app.services.db.updateTable('users').set({ admin: 1 }).where('id', '=', owner.id).execute()
    const rental = { params: { id: device.id }, body: { email: receiver.email } }
    await app.call(api.createRental, rental, owner.token)
    await app.call(api.deleteUser, { body: { password: PASSWORD } }, owner.token)
    expect(await app.call(api.listDeviceRentals, { params: { id: device.id } }, giver.token)).toEqual([])
  })

  test('accepted late begins then: the time before stays with the owner', async () => {
    const rental = await lend(receiver.email, { end: app.clock.iso(3 * DAY_MS) })
    app.clock.forward(DAY_MS)
    await accept(rental.offer?.id ?? 0, receiver)
    const [lent] = await app.call(api.listDeviceRentals, { params: { id: device.id } }, giver.token)
    expect(lent).toMatchObject({ id: rental.id, start: app.clock.iso(), end: rental.end, offer: null })
  })

  test('accepted before its start begins with that', async () => {
    const start = app.clock.iso(DAY_MS)
    const rental = await lend(receiver.email, { start })
    await accept(rental.offer?.id ?? 0, receiver)
    expect(await app.call(api.listRentals, {}, receiver.token)).toMatchObject([{ device_id: device.id, start }])
  })

  test('that nobody can accept is none: over when it is offered, over since, or of a device that was sold', async () => {
    const past = { start: app.clock.iso(-2 * DAY_MS), end: app.clock.iso(-DAY_MS) }
    await expect(lend(receiver.email, past)).rejects.toMatchObject({
      status: 422,
      errors: { end: [expect.any(String)] },
    })
    const short = await lend(receiver.email, { end: app.clock.iso(HOUR_MS) })
    app.clock.forward(HOUR_MS)
    expect(await offersOf(receiver)).toEqual([])
    await expect(accept(short.offer?.id ?? 0, receiver)).rejects.toMatchObject(NOT_THERE)
    const late = await lend(receiver.email)
    const buyer = await aUser(app)
    await app.call(api.createTransfer, { params: { id: device.id }, body: { email: buyer.email } }, giver.token)
    await accepted(app, buyer)
    expect(await offersOf(receiver)).toEqual([])
    await expect(accept(late.offer?.id ?? 0, receiver)).rejects.toMatchObject(NOT_THERE)
  })

  test('shows the owner the device as not lent while it waits, and the renter no reading of it', async () => {
    const rental = await lend(receiver.email)
    await aPlacement(app, giver, device, await aLocation(app, giver))
    await app.call(api.sendMeasurements, { body: { t: 20 } }, device.key)
    expect(await app.call(api.getSensor, { params: { id: device.id } }, giver.token)).toMatchObject({
      rental: { owner: true, email: null },
    })
    const read = () => app.call(api.getLast, { query: { device_id: device.id } }, receiver.token)
    await expect(read()).rejects.toMatchObject(NOT_THERE)
    await app.call(api.deleteRental, { params: { id: rental.id } }, giver.token)
    expect(await offersOf(receiver)).toEqual([])
    expect(await app.call(api.listDeviceRentals, { params: { id: device.id } }, giver.token)).toEqual([])
  })

  test('accepted once is asked for again the next time', async () => {
    const { id } = await aRental(app, giver, device, receiver)
    await app.call(api.deleteRental, { params: { id } }, giver.token)
    app.clock.forward(HOUR_MS)
    await lend(receiver.email)
    expect(await offersOf(receiver)).toHaveLength(1)
    expect(await devices(receiver)).toEqual([])
  })

  test('to themselves needs nobody’s yes', async () => {
    const own = { params: { id: device.id }, body: { email: admin.email } }
    expect(await app.call(api.createRental, own, admin.token)).toMatchObject({ offer: null })
  })
})
