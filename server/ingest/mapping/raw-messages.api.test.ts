import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mappingEndpoints } from '#shared/contract/measurements/mappings.ts'
import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import { type Mapping, plainRow } from '#shared/rules/ingest/mapping.ts'
import { aDevice, type TestDevice } from '../../testing/a-device.ts'
import { aRental } from '../../testing/a-rental.ts'
import { aUser, type TestUser } from '../../testing/a-user.ts'
import { meanwhile } from '../../testing/meanwhile.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { createRawMessages } from './raw.ts'

const { getDeviceMapping, setDeviceMapping } = mappingEndpoints
let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aUser(app)
})
afterAll(() => app.close())

const TEMP: Mapping = { rows: [plainRow('temp.value', 't')], time_path: null }
const setMapping = (device: { id: number }, mapping: Mapping | null, token = owner.token) =>
  app.call(setDeviceMapping, { params: { id: device.id }, body: { mapping } }, token)
const send = (device: TestDevice, body: unknown) =>
  app.call(measurementEndpoints.sendMeasurements, { body }, device.key)
const raw = (device: { id: number }, token = owner.token) =>
  app.call(mappingEndpoints.listRawMessages, { params: { id: device.id } }, token)
const aMappedDevice = async () => {
  const device = await aDevice(app, owner)
  await setMapping(device, TEMP)
  return device
}
describe('[decisions §4] raw messages', () => {
  test('are kept with their transport and what became of each value, without secrets', async () => {
    const device = await aMappedDevice()
    await send(device, { temp: { value: 21 }, h: 900, key: device.key })
    await app.inject({
      method: 'POST',
      url: `/api/v2/write?p=${device.key}`,
      headers: { 'content-type': 'text/plain' },
      payload: 'barn h=63',
    })
    const [line, json] = await raw(device)
    expect(line).toMatchObject({ door: 'line_protocol', body: '[{"h":"63"}]', accepted: 1, refused: 0 })
    expect(json).toMatchObject({ door: 'json', accepted: 1, refused: 1, cut: false, at: app.clock.iso() })
    expect(json?.became).toEqual([
      { path: 'temp.value', abbreviation: 't', value: 21, code: null, message: null },
      { path: 'h', abbreviation: null, value: null, code: 'out_of_range', message: 'h must be between 0 and 104 %.' },
    ])
    expect(JSON.stringify([line, json])).not.toContain(device.key)
  })

  test('are seen by who looks while they are being written', async () => {
    const device = await aDevice(app, owner)
    const messages = createRawMessages(app.services)
    messages.note(device.id, 'json', { t: 1 }, { readings: [], rejections: [], states: [] })
    const order: string[] = []
    let looked: Promise<unknown> = Promise.resolve()
    const written = () => messages.flush().then(() => order.push('written'))
    await meanwhile(app, written, async () => {
      looked = messages.flush().then(() => order.push('looked'))
    })
    await looked
    expect(order).toEqual(['written', 'looked'])
    expect(await raw(device)).toHaveLength(1)
  })

  test('are trimmed whichever process wrote them, and whether it was begun anew', async () => {
    const device = await aDevice(app, owner)
    const read = { readings: [], rejections: [], states: [] }
    for (let process = 0; process < 8; process++) {
      const raw = createRawMessages(app.services)
      for (let nr = 0; nr < 20; nr++) {
        raw.note(device.id, 'json', { nr }, read)
        await raw.flush()
      }
    }
    const stored = app.services.db.selectFrom('raw_messages').select('id').where('device_id', '=', device.id)
    expect((await stored.execute()).length).toBeLessThanOrEqual(75)
  })

  test('are the newest fifty of seven days', async () => {
    const device = await aDevice(app, owner)
    await send(device, { t: 1 })
    app.clock.forward(8 * 86_400_000)
    for (let t = 1; t <= 80; t++) {
      await send(device, { t })
      await app.app.settle()
    }
    const messages = await raw(device)
    expect([messages.length, messages[0]?.body, messages.at(-1)?.body]).toEqual([50, '{"t":80}', '{"t":31}'])
    const stored = app.services.db.selectFrom('raw_messages').select('id').where('device_id', '=', device.id)
    expect((await stored.execute()).length).toBeLessThanOrEqual(75)
  })

  test('of a fast device are some of each second, and always the newest', async () => {
    const device = await aDevice(app, owner)
    for (let t = 1; t <= 30; t++) await send(device, { t })
    const messages = await raw(device)
    expect(messages[0]?.body).toBe('{"t":30}')
  })

  test('go with their device', async () => {
    const device = await aDevice(app, owner)
    await send(device, { t: 1 })
    await app.services.db.deleteFrom('devices').where('id', '=', device.id).execute()
    await app.app.settle()
    expect(
      await app.services.db.selectFrom('raw_messages').selectAll().where('device_id', '=', device.id).execute(),
    ).toEqual([])
  })
})

describe('[specification §6] who may', () => {
  test('its owner; a renter looks, and sees no message of before', async () => {
    const device = await aMappedDevice()
    await send(device, { temp: { value: 21 } })
    app.clock.forward(60_000)
    const renter = await aUser(app)
    await aRental(app, owner, device, renter)
    expect(await raw(device, renter.token)).toEqual([])
    app.clock.forward(60_000)
    await send(device, { temp: { value: 22 } })
    expect((await raw(device, renter.token)).map(one => one.body)).toEqual(['{"temp":{"value":22}}'])
    expect(await app.call(getDeviceMapping, { params: { id: device.id } }, renter.token)).toMatchObject({
      mapping: TEMP,
    })
    await expect(setMapping(device, null, renter.token)).rejects.toMatchObject({ code: 'not_allowed' })
  })

  test('a stranger learns nothing', async () => {
    const device = await aMappedDevice()
    const stranger = await aUser(app)
    await expect(raw(device, stranger.token)).rejects.toMatchObject({ code: 'not_found' })
    await expect(setMapping(device, null, stranger.token)).rejects.toMatchObject({ code: 'not_found' })
  })
})
