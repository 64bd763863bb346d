import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { QUOTAS } from '../../kit/limits/quotas.ts'
import { aDevice, type TestDevice } from '../../testing/a-device.ts'
import { aLocation } from '../../testing/a-location.ts'
import { aPlacement } from '../../testing/a-placement.ts'
import { aRental } from '../../testing/a-rental.ts'
import { aSale } from '../../testing/a-sale.ts'
import { aFirstUser, aUser, PASSWORD, signIn, type TestUser } from '../../testing/a-user.ts'
import { accepted } from '../../testing/accepted.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let admin: TestUser
let owner: TestUser
let device: TestDevice
let origin: string
beforeAll(async () => {
  app = await startTestApp()
  admin = await aFirstUser(app)
  owner = await aUser(app)
  origin = await app.listen()
})
afterAll(() => app.close())
beforeEach(async () => {
  device = await aDevice(app, owner)
})

const params = () => ({ id: device.id })
const send = (body: object, key = device.key) => app.call(api.sendMeasurements, { body }, key)
const sell = async (to: TestUser) => {
  await app.call(api.createTransfer, { params: params(), body: { email: to.email } }, owner.token)
  await accepted(app, to)
  return app.call(api.getSensor, { params: params() }, to.token)
}
const lend = (to: TestUser, period: object = {}) => aRental(app, owner, device, to, period)
const last = (user: TestUser) => app.call(api.getLast, { query: { device_id: device.id } }, user.token)

describe('[decisions §13] when a device changes hands', () => {
  test('the way into the network of the seller is forgotten', async () => {
    const buyer = await aUser(app)
    const settings = { wifi_name: 'Farm', wifi_secret: 'very-secret', modem_pin: '1234', led_brightness: 40 }
    await app.call(api.changeDeviceSettings, { params: params(), body: { version: 0, settings } }, admin.token)
    await sell(buyer)
    const { key } = await app.call(api.createKey, { params: params(), body: {} }, buyer.token)
    const told = await send({ t: 20, state: { settings_version: 0 } }, key)
    expect(told).toMatchObject({ settings: { led_brightness: 40 } })
    expect(JSON.stringify(told)).not.toMatch(/Farm|secret|1234/)
    expect((await app.call(api.getDeviceSettings, { params: params() }, admin.token)).changes).toContainEqual(
      expect.objectContaining({ field: 'wifi_secret', state: 'taken_back' }),
    )
  })

  test('so do lendings and placements, also where the receiver was made an owner of the place', async () => {
    const [buyer, borrower] = [await aUser(app), await aUser(app)]
    const barn = await aLocation(app, owner, { with: [buyer] })
    await aPlacement(app, owner, device, barn)
    await lend(borrower)
    app.clock.forward(HOUR_MS)
    expect(await sell(buyer)).toMatchObject({ active: false, placement: null, needs_key: true })
    const { key } = await app.call(api.createKey, { params: params(), body: {} }, buyer.token)
    await send({ t: 33 }, key)
    await app.app.settle()
    expect([await last(owner), await last(borrower)]).toEqual([{}, {}])
    expect(await app.call(api.listDeviceRentals, { params: params() }, buyer.token)).toEqual([])
  })

  test('by the deletion of an account, too: at places of others the device is seen no more', async () => {
    const [leaving, farmer, finder] = [await aUser(app), await aUser(app), await aUser(app)]
    device = await aDevice(app, leaving)
    const barn = await aLocation(app, leaving, { with: [farmer] })
    await aPlacement(app, leaving, device, barn)
    await send({ t: 11 })
    const { code } = await app.call(api.createClaimCode, { params: params() }, leaving.token)
    app.clock.forward(HOUR_MS)
    await app.call(api.deleteUser, { body: { password: PASSWORD } }, leaving.token)
    await expect(send({ t: 12 })).rejects.toMatchObject({ status: 401 })
    expect(await last(farmer)).toMatchObject({ t: { value: 11 } })
    app.clock.forward(HOUR_MS)
    await app.call(api.claimSensor, { body: { code } }, finder.token)
    const { key } = await app.call(api.createKey, { params: params(), body: {} }, finder.token)
    await send({ t: 33 }, key)
    await app.app.settle()
    expect([await last(farmer), await last(finder)]).toMatchObject([{}, { t: { value: 33 } }])
    expect(await last(farmer)).toEqual({})
    await aPlacement(app, finder, device, await aLocation(app, finder), { start: app.clock.iso() })
    // A person who registers at the same address later does not get what was theirs.
    const named = await app.services.db.selectFrom('rentals').selectAll().where('email', '=', leaving.email).execute()
    expect(named).toEqual([])
  })

  test('whoever gets it is not told when it hung somewhere for others', async () => {
    const [seller, buyer] = [await aUser(app), await aUser(app)]
    const sold = await aDevice(app, seller)
    await aPlacement(app, seller, sold, await aLocation(app, seller))
    app.clock.forward(3_600_000)
    await aSale(app, sold, seller, buyer)
    const [free] = await app.call(api.listAvailability, { query: { start: '2024-01-01T00:00:00Z' } }, buyer.token)
    expect(free).toMatchObject({ device_id: sold.id, uses: [] })
  })

  test('its owner ends what still keeps it at a place that is not theirs any more, and learns nothing of it', async () => {
    const farmer = await aUser(app)
    const barn = await aLocation(app, owner, { name: 'Geheim', with: [farmer] })
    const placement = await aPlacement(app, owner, device, barn)
    const alone = { name: barn.name, owners: [farmer.email] }
    await app.call(api.updateLocation, { params: { id: barn.id }, body: alone }, farmer.token)
    const [free] = (await app.call(api.listAvailability, { query: { start: app.clock.iso() } }, owner.token)).filter(
      one => one.device_id === device.id,
    )
    expect(free?.uses).toMatchObject([{ location_research_id: placement.id, location_name: null, may: ['delete'] }])
    await app.call(api.deleteLocationResearch, { params: { id: placement.id } }, owner.token)
    const [left] = await app.call(api.listLocationResearch, { query: {} }, farmer.token)
    expect(left).toMatchObject({ id: placement.id, end: app.clock.iso(), may: [] })
    await aPlacement(app, owner, device, await aLocation(app, owner), { start: app.clock.iso() })
  })
})

describe('[decisions §13] a live stream', () => {
  const listen = async (user: TestUser) => {
    const headers = { authorization: `Bearer ${user.token}` }
    const asked = get(`${origin}/api/measurements/live?device_ids=${device.id}`, { headers, agent: false })
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    let [text, over] = ['', false]
    answer.setEncoding('utf8')
    answer.on('data', piece => {
      text += piece
    })
    answer.on('error', () => {})
    answer.on('close', () => {
      over = true
    })
    asked.on('error', () => {})
    return { status: answer.statusCode, text: () => text, over: () => over, stop: () => asked.destroy() }
  }
  const heard = (stream: { text: () => string }, value: number) =>
    expect.poll(stream.text, { interval: 10 }).toContain(`"t":${value}`)

  test('says nothing more once the rental is over, whether it was ended or its time came', async () => {
    const [short, ended] = [await aUser(app), await aUser(app)]
    await lend(short, { end: app.clock.iso(HOUR_MS) })
    const rental = await lend(ended)
    const streams = [await listen(short), await listen(ended), await listen(owner)]
    await send({ t: 20 })
    for (const stream of streams) await heard(stream, 20)
    await app.call(api.deleteRental, { params: { id: rental.id } }, owner.token)
    app.clock.forward(1)
    await send({ t: 21 })
    await heard(streams[0] as never, 21)
    app.clock.forward(HOUR_MS)
    await send({ t: 22 })
    await heard(streams[2] as never, 22)
    expect(streams[0]?.text()).not.toContain('"t":22')
    expect(streams[1]?.text()).not.toContain('"t":21')
    for (const stream of streams) stream.stop()
  })

  test('ends at once with its session, however that is ended, and goes on with another one', async () => {
    const kept = await listen(owner)
    const ways = {
      out: (other: TestUser) => app.call(api.logout, {}, other.token),
      one: async () => {
        const newest = Math.max(...(await app.call(api.listSessions, {}, owner.token)).map(({ id }) => id))
        await app.call(api.endSession, { params: { id: newest } }, owner.token)
      },
      others: () => app.call(api.endOtherSessions, {}, owner.token),
    }
    for (const [way, end] of Object.entries(ways)) {
      const elsewhere = await signIn(app, owner.email)
      const stream = await listen(elsewhere)
      await end(elsewhere)
      await expect.poll(stream.over, { message: way }).toBe(true)
    }
    expect(kept.over()).toBe(false)
    kept.stop()
  })

  test('ends with the session, half a minute later at most', async () => {
    const elsewhere = await signIn(app, owner.email)
    const stream = await listen(elsewhere)
    await app.call(api.logout, {}, elsewhere.token)
    app.clock.forward(30_000)
    await send({ t: 23 })
    await expect.poll(stream.over).toBe(true)
    expect(stream.text()).not.toContain('"t":23')
  })

  test('is one of as many as an account may have, and makes room when it ends', async () => {
    const streams = await Promise.all(Array.from({ length: QUOTAS.streams }, () => listen(owner)))
    expect(streams.map(({ status }) => status)).toEqual(Array.from({ length: QUOTAS.streams }, () => 200))
    const refused = await listen(owner)
    expect(refused.status).toBe(409)
    refused.stop()
    for (const stream of streams) stream.stop()
    await expect
      .poll(async () => {
        const one = await listen(owner)
        one.stop()
        return one.status
      })
      .toBe(200)
  })
})
