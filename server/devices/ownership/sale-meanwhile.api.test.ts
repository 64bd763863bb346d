import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { aDevice, type TestDevice } from '../../testing/a-device.ts'
import { aSale } from '../../testing/a-sale.ts'
import { aFirstUser, aUser, type TestUser } from '../../testing/a-user.ts'
import { accepted } from '../../testing/accepted.ts'
import { meanwhile } from '../../testing/meanwhile.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await aFirstUser(app)
})
afterAll(() => app.close())

const byId = ({ id }: TestDevice) => ({ params: { id } })

const CALLS: Record<string, (device: TestDevice, seller: TestUser) => Promise<unknown>> = {
  'offers it to themselves': (device, seller) =>
    app.call(api.createTransfer, { ...byId(device), body: { email: seller.email } }, seller.token),
  'releases it': (device, seller) => app.call(api.releaseSensor, byId(device), seller.token),
  'makes a claim code': (device, seller) => app.call(api.createClaimCode, byId(device), seller.token),
  'lends it': (device, seller) =>
    app.call(api.createRental, { ...byId(device), body: { email: 'friend@farm.example' } }, seller.token),
  'makes a key': (device, seller) => app.call(api.createKey, { ...byId(device), body: {} }, seller.token),
  'deletes a key': ({ id, key_id }, seller) => app.call(api.deleteKey, { params: { id, key_id } }, seller.token),
  'changes it': (device, seller) =>
    app.call(api.updateSensor, { ...byId(device), body: { name: 'Mine' } }, seller.token),
  'renames it among others': (device, seller) =>
    app.call(api.renameSensors, { body: { devices: [{ id: device.id, name: 'Mine' }] } }, seller.token),
  'deletes it': (device, seller) => app.call(api.deleteSensor, byId(device), seller.token),
}

test.each(Object.entries(CALLS))('who sells a device has no say any more, who %s at that moment', async (_, call) => {
  const [seller, buyer] = [await aUser(app), await aUser(app)]
  const device = await aDevice(app, seller)
  app.clock.forward(1000)
  let sold = device
  const sell = async () => {
    sold = await aSale(app, device, seller, buyer)
    app.clock.forward(1000)
  }
  await expect(meanwhile(app, () => call(device, seller), sell)).rejects.toMatchObject({
    status: 403,
    code: 'not_allowed',
  })
  expect(await app.call(api.getSensor, byId(device), buyer.token)).toMatchObject({ name: 'Monitor' })
  await app.call(api.sendMeasurements, { body: { t: 20 } }, sold.key)
  expect(await app.call(api.listDeviceRentals, byId(device), buyer.token)).toEqual([])
  expect(await app.call(api.listOffers, {}, seller.token)).toEqual([])
})

test('a rental that is ended while it is accepted was the renter’s until then', async () => {
  const [owner, renter] = [await aUser(app), await aUser(app)]
  const device = await aDevice(app, owner)
  app.clock.forward(1000)
  const { id } = await app.call(api.createRental, { ...byId(device), body: { email: renter.email } }, owner.token)
  const accept = async () => {
    await accepted(app, renter)
    app.clock.forward(1000)
  }
  await meanwhile(app, () => app.call(api.deleteRental, { params: { id } }, owner.token), accept)
  const [rental] = await app.call(api.listDeviceRentals, byId(device), owner.token)
  expect(rental).toMatchObject({ id, email: renter.email, end: app.clock.iso() })
})
