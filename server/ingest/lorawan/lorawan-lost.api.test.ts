import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { aDevice } from '../../testing/a-device.ts'
import { aChirpstackUplink, anEui, aTtnUplink, SECRET } from '../../testing/a-lorawan-uplink.ts'
import { aUser, type TestUser } from '../../testing/a-user.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp({ environment: { WEBHOOK_SECRET: SECRET } })
  owner = await aUser(app)
})
afterAll(() => app.close())

const aSensor = () => aDevice(app, owner, { eui: anEui() })
const ttnUplink = (eui: string, changes: Record<string, unknown> = {}) => aTtnUplink(app, eui, changes)
const chirpstackUplink = (eui: string, changes: Record<string, unknown> = {}) => aChirpstackUplink(app, eui, changes)
const ttn = (body: unknown) => app.call(api.hearTtn, { body }, SECRET)
const chirpstack = (body: unknown, event = 'up') => app.call(api.hearChirpstack, { body, query: { event } }, SECRET)
const sensorOf = async (id: number) => {
  await app.app.settle()
  return app.call(api.getSensor, { params: { id } }, owner.token)
}

describe('messages that never came', () => {
  test('are counted by the numbers of those that did, over both network servers, joins and resets', async () => {
    const device = await aSensor()
    const eui = device.eui ?? ''
    expect(await sensorOf(device.id)).toMatchObject({ lost_messages: null })
    for (const f_cnt of [4, 5, 5, 8]) await ttn(ttnUplink(eui, { f_cnt }))
    expect(await sensorOf(device.id)).toMatchObject({ lost_messages: { lost: 2, of: 5 } })
    await chirpstack(chirpstackUplink(eui, { fCnt: 10 }))
    await chirpstack({ deviceInfo: { devEui: eui } }, 'join')
    await chirpstack(chirpstackUplink(eui, { fCnt: 700 }))
    await chirpstack(chirpstackUplink(eui, { fCnt: undefined }))
    expect(await sensorOf(device.id)).toMatchObject({ lost_messages: { lost: 3, of: 9 } })
    for (const f_cnt of [-1, 1e12, 2.5, 'x']) await ttn(ttnUplink(eui, { f_cnt }))
    app.clock.forward(9 * 86_400_000)
    expect(await sensorOf(device.id)).toMatchObject({ lost_messages: null })
    app.clock.forward(-9 * 86_400_000)
  })

  test('of a device that was heard before it was added are counted, too', async () => {
    const eui = anEui()
    for (const f_cnt of [1, 2, 6]) await ttn(ttnUplink(eui, { f_cnt }))
    const device = await aDevice(app, owner, { eui })
    await ttn(ttnUplink(eui, { f_cnt: 7 }))
    expect(await sensorOf(device.id)).toMatchObject({ lost_messages: { lost: 3, of: 7 } })
  })
})
