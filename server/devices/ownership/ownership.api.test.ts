import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { aDevice, type TestDevice } from '../../testing/a-device.ts'
import { aLocation } from '../../testing/a-location.ts'
import { aPlacement } from '../../testing/a-placement.ts'
import { aFirstUser, aUser, type TestUser } from '../../testing/a-user.ts'
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
const newKey = async (by: TestUser) => {
  device = { ...device, ...(await app.call(api.createKey, { params: params(), body: {} }, by.token)), id: device.id }
}

describe('[specification §6] a device is handed over', () => {
  const offer = (email: string, by = owner) =>
    app.call(api.createTransfer, { params: params(), body: { email } }, by.token)
  const listed = (user: TestUser) => app.call(api.listOffers, {}, user.token)
  const accept = async (id: number, user: TestUser) => {
    await app.call(api.acceptOffer, { params: { id } }, user.token)
    return see(user)
  }

  test('by an offer both see, which the receiver accepts; history stays with who had it', async () => {
    const receiver = await aUser(app)
    const placement = await aPlacement(app, owner, device, await aLocation(app, owner))
    await send(18)
    app.clock.forward(HOUR_MS)
    const made = await offer(receiver.email)
    expect(await listed(owner)).toEqual([made])
    expect(made).toMatchObject({ incoming: false, email: receiver.email, name: 'Monitor', kind: 'device' })
    expect(await listed(receiver)).toEqual([{ ...made, name: null, incoming: true, email: owner.email }])
    await expect(see(receiver)).rejects.toMatchObject(NOT_THERE)
    await expect(accept(made.id, owner)).rejects.toMatchObject(NOT_THERE)
    const keeps = { may: expect.arrayContaining(['own', 'delete']), needs_key: true, placement: null }
    expect(await accept(made.id, receiver)).toMatchObject(keeps)
    app.clock.forward(1)
    await expect(send(22)).rejects.toMatchObject({ status: 401 })
    await newKey(receiver)
    await send(22)
    expect(await see(receiver)).toMatchObject({ needs_key: false })
    expect(await last(receiver)).toMatchObject({ t: { value: 22 } })
    expect([await meansSeen(receiver), await meansSeen(owner)]).toEqual([[22], [18]])
    expect(await see(owner)).toMatchObject({ may: [], online: null })
    const [left] = await app.call(api.listLocationResearch, { query: {} }, owner.token)
    expect(left).toMatchObject({ id: placement.id, end: app.clock.iso(-1) })
    expect([await listed(owner), await listed(receiver)]).toEqual([[], []])
  })

  test('or not: either side ends the offer, a newer one replaces it, a stranger sees nothing', async () => {
    const [receiver, stranger] = [await aUser(app), await aUser(app)]
    const first = await offer(receiver.email)
    await expect(accept(first.id, stranger)).rejects.toMatchObject(NOT_THERE)
    expect(await listed(stranger)).toEqual([])
    await app.call(api.deleteOffer, { params: { id: first.id } }, receiver.token)
    expect([await listed(receiver), await listed(owner)]).toMatchObject([[], [{ id: first.id, state: 'declined' }]])
    const second = await offer(receiver.email)
    await offer('other@farm.example')
    await expect(accept(second.id, receiver)).rejects.toMatchObject(NOT_THERE)
    const [third] = await listed(owner)
    await app.call(api.deleteOffer, { params: { id: third?.id ?? 0 } }, owner.token)
    expect(await listed(owner)).toEqual([])
  })

  test('to nobody who owns it already: accepting would end its placement and its keys', async () => {
    const refused = { status: 422, code: 'no_valid_input', errors: { email: [expect.any(String)] } }
    await expect(offer(owner.email)).rejects.toMatchObject(refused)
    await expect(offer(owner.email, admin)).rejects.toMatchObject(refused)
    expect(await listed(owner)).toEqual([])
  })

  test('to an address that gets its account only later', async () => {
    const email = `new-owner-${device.id}@farm.example`
    const made = await offer(email)
    const receiver = await aUser(app, { email })
    expect(await accept(made.id, receiver)).toMatchObject({ id: device.id })
  })

  test('once, also when it is accepted twice at the same time', async () => {
    const receiver = await aUser(app)
    const made = await offer(receiver.email)
    const answers = await Promise.allSettled([accept(made.id, receiver), accept(made.id, receiver)])
    expect(answers.filter(one => one.status === 'fulfilled')).toHaveLength(1)
    const own = (await app.call(api.listRentals, {}, receiver.token)).filter(one => one.device_id === device.id)
    expect(own).toHaveLength(1)
  })
})

describe('[specification §6] a device is claimed by its printed code', () => {
  const claim = (code: string, user: TestUser) => app.call(api.claimSensor, { body: { code } }, user.token)
  const codeOf = async (by: TestUser) => (await app.call(api.createClaimCode, { params: params() }, by.token)).code
  const WRONG = { status: 422, code: 'invalid_code' }

  test('when an administrator registered it without an owner; the code is kept as a hash only', async () => {
    const person = await aUser(app)
    const body = { name: 'New', device_name: `BM-claim-${device.id}`, ownerless: true }
    await expect(app.call(api.createSensor, { body }, person.token)).rejects.toMatchObject({ status: 403 })
    device = { ...device, ...(await app.call(api.createSensor, { body }, admin.token)) }
    expect(await see(admin)).toMatchObject({ has_owner: false })
    const code = await codeOf(admin)
    expect(code).toMatch(/^[2-9B-Z]{4}-[2-9B-Z]{4}-[2-9B-Z]{4}$/)
    const rows = await app.services.db.selectFrom('devices').selectAll().execute()
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${code}|${code.replaceAll('-', '')}`))
    expect(await claim(` ${code.toLowerCase().replaceAll('-', ' ')}`, person)).toMatchObject({
      id: device.id,
      has_owner: true,
      may: expect.arrayContaining(['own', 'delete']),
    })
    await expect(claim(code, await aUser(app))).rejects.toMatchObject(WRONG)
  })

  test('not while it has an owner, and a wrong code is answered the same', async () => {
    const person = await aUser(app)
    const code = await codeOf(owner)
    const answers = await Promise.allSettled([claim(code, person), claim('2222-2222-2222', person), claim('', person)])
    const told = answers.map(
      one => one.status === 'rejected' && [one.reason.status, one.reason.code, one.reason.message],
    )
    expect(new Set(told.map(one => JSON.stringify(one))).size).toBe(1)
    expect(answers[0]).toMatchObject({ reason: WRONG })
  })

  test('after its owner gave it up: with the printed code, or with a new one where there was none', async () => {
    const person = await aUser(app)
    const release = () => app.call(api.releaseSensor, { params: params() }, owner.token)
    const printed = await codeOf(owner)
    expect(await release()).toEqual({ code: null })
    await expect(
      app.call(api.updateSensor, { params: params(), body: { name: 'x' } }, owner.token),
    ).rejects.toMatchObject({
      status: 403,
    })
    expect(await claim(printed, person)).toMatchObject({ id: device.id })
    device = await aDevice(app, owner)
    const { code } = await release()
    expect(await claim(code ?? '', person)).toMatchObject({ id: device.id })
  })

  test('a new code ends the old one', async () => {
    const person = await aUser(app)
    const [old, fresh] = [await codeOf(owner), await codeOf(owner)]
    await app.call(api.releaseSensor, { params: params() }, owner.token)
    await expect(claim(old, person)).rejects.toMatchObject(WRONG)
    expect(await claim(fresh, person)).toMatchObject({ id: device.id })
  })

  test('by one of two who try at the same time', async () => {
    const people = [await aUser(app), await aUser(app)]
    const code = await codeOf(owner)
    await app.call(api.releaseSensor, { params: params() }, owner.token)
    const answers = await Promise.allSettled(people.map(person => claim(code, person)))
    expect(answers.filter(one => one.status === 'fulfilled')).toHaveLength(1)
  })

  test('with ten tries an hour', async () => {
    const person = await aUser(app)
    for (let tries = 0; tries < 10; tries++) await expect(claim('2222-2222-2223', person)).rejects.toMatchObject(WRONG)
    const code = await codeOf(owner)
    await app.call(api.releaseSensor, { params: params() }, owner.token)
    await expect(claim(code, person)).rejects.toMatchObject({ status: 429, code: 'limit_exceeded', retryAfter: 3600 })
    app.clock.forward(HOUR_MS)
    expect(await claim(code, person)).toMatchObject({ id: device.id })
  })
})
