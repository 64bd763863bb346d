import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deviceOwnershipEndpoints } from '#shared/contract/devices/device-ownership.ts'
import { lorawanEndpoints } from '#shared/contract/devices/lorawan.ts'
import { mappingEndpoints } from '#shared/contract/measurements/mappings.ts'
import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import { BROKEN_LOOP, type Mapping, plainRow } from '#shared/rules/ingest/mapping.ts'
import { PRESETS } from '#shared/rules/ingest/mapping-presets.ts'
import { aDevice, type TestDevice } from '../../testing/a-device.ts'
import { aChirpstackUplink, anEui, aTtnUplink, SECRET } from '../../testing/a-lorawan-uplink.ts'
import { aUser, type TestUser } from '../../testing/a-user.ts'
import { accepted } from '../../testing/accepted.ts'
import { countQueries } from '../../testing/count-queries.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const { getDeviceMapping, setDeviceMapping, listMappings, createMapping, updateMapping, deleteMapping } =
  mappingEndpoints
let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp({ environment: { WEBHOOK_SECRET: SECRET } })
  owner = await aUser(app)
})
afterAll(() => app.close())

const TEMP: Mapping = { rows: [plainRow('temp.value', 't')], time_path: null }
const setMapping = (device: { id: number }, mapping: Mapping | null, more = {}, token = owner.token) =>
  app.call(setDeviceMapping, { params: { id: device.id }, body: { mapping, ...more } }, token)
const send = (device: TestDevice, body: unknown) =>
  app.call(measurementEndpoints.sendMeasurements, { body }, device.key)
const raw = (device: { id: number }, token = owner.token) =>
  app.call(mappingEndpoints.listRawMessages, { params: { id: device.id } }, token)
const last = async (device: { id: number }) => {
  const values = await app.call(measurementEndpoints.getLast, { query: { device_id: device.id } }, owner.token)
  return Object.fromEntries(Object.entries(values).map(([key, { value }]) => [key, value]))
}
const aMappedDevice = async (mapping: Mapping = TEMP) => {
  const device = await aDevice(app, owner, { eui: anEui() })
  await setMapping(device, mapping)
  return device
}
describe('[decisions §5] a mapping of a device', () => {
  test('many devices that take an own mapping take as many statements as a few, to list and to change it', async () => {
    const person = await aUser(app)
    const { id } = await app.call(createMapping, { body: { name: 'Mine', mapping: TEMP } }, person.token)
    const addOne = async () => {
      const device = await aDevice(app, person)
      await setMapping(device, TEMP, { mapping_id: id }, person.token)
    }
    const change = (version: number) =>
      app.call(updateMapping, { params: { id }, body: { name: 'Mine', mapping: TEMP, version } }, person.token)
    const counts: number[] = []
    for (const [nr, more] of [2, 6].entries()) {
      for (let one = 0; one < more; one++) await addOne()
      counts.push(await countQueries(app, () => app.call(listMappings, {}, person.token)))
      counts.push(await countQueries(app, () => change(nr + 1)))
    }
    expect(counts.slice(2)).toEqual(counts.slice(0, 2))
    const [listed] = await app.call(listMappings, {}, person.token)
    expect(listed).toMatchObject({ devices: 8, version: 3 })
  })

  test('reads bodies of a foreign shape at the JSON endpoint, and holds at once', async () => {
    const device = await aDevice(app, owner)
    await expect(send(device, { temp: { value: '21.5' } })).rejects.toMatchObject({ code: 'nothing_accepted' })
    await setMapping(device, TEMP)
    expect(await send(device, { temp: { value: '21.5' }, h: 60, other: { x: 1 } })).toEqual({
      accepted: 2,
      rejected: [],
    })
    expect(await last(device)).toEqual({ t: 21.5, h: 60 })
    await setMapping(device, null)
    await expect(send(device, { temp: { value: '22' } })).rejects.toMatchObject({ code: 'nothing_accepted' })
  })

  test('reads a plain number, and an array of messages', async () => {
    const device = await aMappedDevice({ rows: [plainRow('', 't')], time_path: null })
    expect(await send(device, 21.5)).toMatchObject({ accepted: 1 })
    expect(await send(device, [20, 'NaN', 'warm'])).toMatchObject({
      accepted: 1,
      rejected: [
        { index: 1, code: 'no_values' },
        { index: 2, field: 't', code: 'not_a_number' },
      ],
    })
  })

  test('refuses with the reasons of the transport, and says when no path is there', async () => {
    const device = await aMappedDevice()
    for (const [body, code] of [
      [{ temp: { value: 'warm' } }, 'not_a_number'],
      [{ temp: { value: 900 } }, 'out_of_range'],
      [{ Temp: 20 }, 'path_not_there'],
    ] as const) {
      const refused = send(device, body).catch(error => Promise.reject(Object.keys(error.errors)))
      await expect(refused, code).rejects.toEqual([code === 'path_not_there' ? '' : 't'])
    }
    expect((await raw(device)).map(one => one.became.map(({ code }) => code))).toEqual([
      ['path_not_there'],
      ['out_of_range'],
      ['not_a_number'],
    ])
  })

  test('names the fields of a decoded payload, before the names in use', async () => {
    const device = await aMappedDevice({
      rows: [
        plainRow('temperature', 't_1'),
        plainRow('messages[measurementId=4100].measurementValue', 'co2'),
        { ...plainRow('ACI1_mA', 'nh3'), scale: 3.125, offset: -12.5, ...BROKEN_LOOP },
      ],
      time_path: null,
    })
    const object = {
      temperature: 19.5,
      humidity: 55,
      ACI1_mA: 7.26,
      messages: [{ measurementId: 4100, measurementValue: 602 }],
    }
    const ttn = aTtnUplink(app, device.eui ?? '', { version_ids: null, decoded_payload: object })
    expect(await app.call(lorawanEndpoints.hearTtn, { body: ttn }, SECRET)).toMatchObject({ accepted: 6, rejected: [] })
    expect(await last(device)).toEqual({ t_1: 19.5, h: 55, nh3: 10.1875, co2: 602, rssi: -60, snr: 9 })
    const chirpstack = aChirpstackUplink(app, device.eui ?? '', {
      deviceInfo: { devEui: device.eui },
      object: { ACI1_mA: 2 },
    })
    await app.call(lorawanEndpoints.hearChirpstack, { body: chirpstack, query: { event: 'up' } }, SECRET)
    const [second, first] = await raw(device)
    expect(first).toMatchObject({ door: 'ttn', accepted: 6, body: JSON.stringify(object) })
    expect(second).toMatchObject({ door: 'chirpstack', accepted: 2, refused: 0 })
  })

  test('also reads what a built-in decoder read', async () => {
    const device = await aMappedDevice({ rows: [plainRow('battery', 'h')], time_path: null })
    await app.call(lorawanEndpoints.hearTtn, { body: aTtnUplink(app, device.eui ?? '') }, SECRET)
    expect(await last(device)).toMatchObject({ t: 21.5, h: 85 })
  })

  test('is checked: paths, measurements, scale, and how many', async () => {
    const device = await aDevice(app, owner)
    const tries: [Mapping, string][] = [
      [{ rows: [plainRow('a..b', 't')], time_path: null }, 'mapping.rows.0.path'],
      [{ rows: [plainRow('a', 'nobody')], time_path: null }, 'mapping.rows.0.abbreviation'],
      [{ rows: [{ ...plainRow('a', 't'), scale: 0 }], time_path: null }, 'mapping.rows.0.scale'],
      [{ rows: Array(51).fill(plainRow('a', 't')), time_path: null }, 'mapping.rows'],
      [{ rows: [], time_path: 'a[' }, 'mapping.time_path'],
    ]
    for (const [mapping, field] of tries) {
      const failed = setMapping(device, mapping).catch(error => Promise.reject(Object.keys(error.errors)))
      await expect(failed, field).rejects.toEqual([field])
    }
    await expect(setMapping(device, TEMP, { preset: 'nobody' })).rejects.toMatchObject({ code: 'no_valid_input' })
  })

  test('may be a built-in one', async () => {
    const device = await aDevice(app, owner)
    const tasmota = PRESETS.find(one => one.id === 'tasmota')
    if (!tasmota) throw new Error('no preset')
    expect(await setMapping(device, tasmota.mapping, { preset: 'tasmota' })).toMatchObject({
      mapping: tasmota.mapping,
      preset: 'tasmota',
      mapping_id: null,
    })
    expect(await send(device, { Time: '2026-01-01T10:31:09', AM2301: { Temperature: 24.6, Humidity: 58 } })).toEqual({
      accepted: 2,
      rejected: [],
    })
  })
})

describe('[decisions §5] a mapping for a model', () => {
  test('changes the devices that take it, and no device that has another owner since', async () => {
    const [mine, sold] = [await aDevice(app, owner), await aDevice(app, owner)]
    const model = await app.call(createMapping, { body: { name: 'My probe', mapping: TEMP } }, owner.token)
    for (const device of [mine, sold]) await setMapping(device, TEMP, { mapping_id: model.id })
    expect(await app.call(listMappings, {}, owner.token)).toEqual([{ ...model, devices: 2 }])
    const buyer = await aUser(app)
    await app.call(
      deviceOwnershipEndpoints.createTransfer,
      { params: { id: sold.id }, body: { email: buyer.email } },
      owner.token,
    )
    await accepted(app, buyer)
    const changed: Mapping = { rows: [plainRow('x', 'h')], time_path: null }
    const body = { name: 'My probe 2', mapping: changed }
    expect(await app.call(updateMapping, { params: { id: model.id }, body }, owner.token)).toMatchObject({ devices: 1 })
    expect(await send(mine, { x: 50 })).toMatchObject({ accepted: 1 })
    const kept = await app.call(getDeviceMapping, { params: { id: sold.id } }, buyer.token)
    expect(kept).toMatchObject({ mapping: TEMP, preset: null, mapping_id: null })
    await app.call(deleteMapping, { params: { id: model.id } }, owner.token)
    expect(await app.call(getDeviceMapping, { params: { id: mine.id } }, owner.token)).toMatchObject({
      mapping: changed,
      preset: null,
      mapping_id: null,
    })
  })

  test('is seen and used by nobody else', async () => {
    const stranger = await aUser(app)
    const model = await app.call(createMapping, { body: { name: 'Mine', mapping: TEMP } }, owner.token)
    expect(await app.call(listMappings, {}, stranger.token)).toEqual([])
    const device = await aDevice(app, stranger)
    const taken = setMapping(device, TEMP, { mapping_id: model.id }, stranger.token)
    await expect(taken).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('[ui] two people change the same mapping', () => {
  const refused = { status: 409, code: 'changed_meanwhile' }
  const HUMIDITY: Mapping = { rows: [plainRow('hum', 'h')], time_path: null }
  const versionOf = async (device: { id: number }) =>
    (await app.call(getDeviceMapping, { params: { id: device.id } }, owner.token)).version

  test('of a device: the second is refused with the version both began from, and may write over it knowingly', async () => {
    const device = await aDevice(app, owner)
    expect(await versionOf(device)).toBe(0)
    expect(await setMapping(device, TEMP, { version: 0 })).toMatchObject({ version: 1 })
    await expect(setMapping(device, HUMIDITY, { version: 0 })).rejects.toMatchObject(refused)
    expect(await setMapping(device, HUMIDITY, { version: 1 })).toMatchObject({ mapping: HUMIDITY, version: 2 })
    expect(await setMapping(device, TEMP)).toMatchObject({ mapping: TEMP, version: 3 })
  })

  test('also where the other one took it away', async () => {
    const device = await aMappedDevice()
    const version = await versionOf(device)
    expect(await setMapping(device, null)).toMatchObject({ mapping: null, version: version + 1 })
    await expect(setMapping(device, HUMIDITY, { version })).rejects.toMatchObject(refused)
    expect(await setMapping(device, HUMIDITY, { version: version + 1 })).toMatchObject({ mapping: HUMIDITY })
  })

  test('of a model: nothing of it reaches its devices', async () => {
    const model = await app.call(createMapping, { body: { name: 'M', mapping: TEMP } }, owner.token)
    const device = await aMappedDevice()
    await setMapping(device, TEMP, { mapping_id: model.id })
    const update = (mapping: Mapping, version?: number) =>
      app.call(updateMapping, { params: { id: model.id }, body: { name: 'M', mapping, version } }, owner.token)
    expect(await update(HUMIDITY, model.version)).toMatchObject({ version: model.version + 1, devices: 1 })
    await expect(update(TEMP, model.version)).rejects.toMatchObject(refused)
    expect(await app.call(getDeviceMapping, { params: { id: device.id } }, owner.token)).toMatchObject({
      mapping: HUMIDITY,
    })
    expect(await update(TEMP)).toMatchObject({ version: model.version + 2 })
  })
})
