import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { aDevice, type TestDevice } from '../../../testing/a-device.ts'
import { aChirpstackUplink, anEui, aTtnUplink, SECRET } from '../../../testing/a-lorawan-uplink.ts'
import { aFirstUser, aUser, type TestUser } from '../../../testing/a-user.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'

let app: TestApp
let beside: TestApp
let admin: TestUser
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp({ environment: { WEBHOOK_SECRET: SECRET } })
  admin = await aFirstUser(app)
  owner = await aUser(app)
})
afterAll(async () => {
  await beside?.close()
  await app.close()
})

/** 21.5 °C in tenths, 800 ppm. */
const BYTES = '00D7 0320'
const SCRIPT = `
function decodeUplink(input) {
  var bytes = input.bytes
  if (bytes.length !== 4) return { errors: ['4 bytes, not ' + bytes.length] }
  return { data: { temperature: ((bytes[0] << 8) | bytes[1]) / 10, co2: (bytes[2] << 8) | bytes[3], valve: 'open' } }
}`
const base64 = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex').toString('base64')

const aSensor = () => aDevice(app, owner, { eui: anEui() })
const codecOf = (device: TestDevice, user = owner) =>
  app.call(api.getDeviceCodec, { params: { id: device.id } }, user.token)
const paste = (device: TestDevice, body: { script: string | null; also?: number[]; version?: number }, user = owner) =>
  app.call(api.setDeviceCodec, { params: { id: device.id }, body }, user.token)
const tryOut = (device: TestDevice, script: string, bytes: string, user = owner) =>
  app.call(api.tryDeviceCodec, { params: { id: device.id }, body: { script, bytes, f_port: 2 } }, user.token)
const hear = (device: TestDevice, bytes: string, changes = {}, at = app) =>
  at.call(
    api.hearTtn,
    {
      body: aTtnUplink(at, device.eui ?? '', {
        frm_payload: base64(bytes),
        version_ids: { brand_id: 'nobody', model_id: 'unknown' },
        ...changes,
      }),
    },
    SECRET,
  )
const last = async (device: TestDevice) => {
  const values = await app.call(api.getLast, { query: { device_id: device.id } }, owner.token)
  return Object.fromEntries(Object.entries(values).map(([key, { value }]) => [key, value]))
}
const sensorOf = async (device: TestDevice) => {
  await app.app.settle()
  return app.call(api.getSensor, { params: { id: device.id } }, owner.token)
}
const messagesOf = (device: TestDevice) => app.call(api.listRawMessages, { params: { id: device.id } }, owner.token)

describe('[decisions §4] a codec that the owner pasted', () => {
  test('reads what nobody else reads, until it is taken away', async () => {
    const device = await aSensor()
    expect(await codecOf(device)).toEqual({ script: null, changed_at: null, version: 0 })
    await hear(device, BYTES)
    expect(await last(device)).toEqual({ rssi: -60, snr: 9 })
    expect(await paste(device, { script: SCRIPT })).toMatchObject({ script: SCRIPT, version: 1 })
    expect(await hear(device, BYTES)).toMatchObject({ device: 'known', accepted: 4, rejected: [] })
    expect(await last(device)).toEqual({ t: 21.5, co2: 800, rssi: -60, snr: 9 })
    const [message] = await messagesOf(device)
    expect(JSON.parse(message?.body ?? '')).toMatchObject({ valve: 'open', frm_payload: base64(BYTES), f_port: 85 })
    expect(await paste(device, { script: null, version: 1 })).toMatchObject({ script: null, version: 2 })
    app.clock.forward(60_000)
    expect(await hear(device, '0001 0320')).toMatchObject({ accepted: 2 })
    expect(await last(device)).toMatchObject({ t: 21.5 })
  })

  test('counts instead of the built-in decoder and of what the network server decoded', async () => {
    const device = await aSensor()
    await paste(device, { script: SCRIPT })
    const body = aChirpstackUplink(app, device.eui ?? '', { data: base64(BYTES), object: { temperature: 3, h: 50 } })
    await app.call(api.hearChirpstack, { body, query: { event: 'up' } }, SECRET)
    expect(await last(device)).toEqual({ t: 21.5, co2: 800, rssi: -60, snr: 9 })
  })

  test('says its fields to the mapping of the device', async () => {
    const device = await aSensor()
    await paste(device, { script: 'function Decode() { return { far: { away: 70.7 } } }' })
    const row = { path: 'far.away', abbreviation: 't', unit: '°F', scale: 1, offset: 0, raw_min: null, raw_max: null }
    const mapping = { rows: [row], time_path: null }
    await app.call(api.setDeviceMapping, { params: { id: device.id }, body: { mapping } }, owner.token)
    await hear(device, BYTES)
    expect((await last(device)).t).toBeCloseTo(21.5)
  })

  test('that cannot read a message is counted with its error; signal and battery still come', async () => {
    const device = await aSensor()
    await paste(device, { script: SCRIPT })
    expect(await hear(device, 'FF')).toMatchObject({
      accepted: 2,
      rejected: [
        { field: 'payload', code: 'codec_failed', message: 'The pasted decoder could not read this message.' },
      ],
    })
    expect(await sensorOf(device)).toMatchObject({
      refused_values: 1,
      main_refusal: { code: 'codec_failed' },
    })
    expect(await app.call(api.listRefusals, { params: { id: device.id } }, owner.token)).toMatchObject([
      { code: 'codec_failed', last_value: '4 bytes, not 1' },
    ])
    const [message] = await messagesOf(device)
    expect(JSON.parse(message?.body ?? '')).toEqual({ frm_payload: base64('FF'), f_port: 85 })
  })

  test('keeps nobody’s notes from being written, whatever it says in its error', async () => {
    const [device, other] = [await aSensor(), await aSensor()]
    await paste(device, { script: 'function Decode() { throw "\\0".repeat(3) + "bad" }' })
    await hear(device, 'FF')
    await hear(other, BYTES)
    expect(await sensorOf(other)).toMatchObject({ online: true })
    expect(await sensorOf(device)).toMatchObject({ main_refusal: { code: 'codec_failed' } })
  })

  test('takes the share of whoever owns the device: one that is too slow is counted, and battery and signal still come', async () => {
    const slow = await aUser(app)
    const device = await aDevice(app, slow, { eui: anEui() })
    await paste(device, { script: 'for (;;);' }, slow)
    const codes = new Set<unknown>()
    for (let run = 0; run < 100 && !codes.has('codec_busy'); run++) {
      app.clock.forward(1000)
      const answer = await hear(device, BYTES)
      expect(answer).toMatchObject({ accepted: 2 })
      codes.add(answer.rejected[0]?.code)
    }
    expect([...codes]).toEqual(['codec_failed', 'codec_busy'])
    const theirs = await aSensor()
    await paste(theirs, { script: SCRIPT })
    expect(await hear(theirs, BYTES)).toMatchObject({ accepted: 4 })
    expect(await tryOut(device, SCRIPT, BYTES, slow)).toMatchObject({ fault: null })
  }, 60_000)

  test('can be given to other devices of one’s own in the same step, all or none', async () => {
    const [one, other, foreign] = [
      await aSensor(),
      await aSensor(),
      await aDevice(app, await aUser(app), { eui: anEui() }),
    ]
    await expect(paste(one, { script: SCRIPT, also: [other.id, foreign.id] })).rejects.toMatchObject({ status: 404 })
    for (const device of [one, other]) expect(await codecOf(device)).toMatchObject({ script: null })
    await paste(one, { script: SCRIPT, also: [other.id, one.id, other.id] })
    for (const device of [one, other]) {
      expect(await codecOf(device)).toMatchObject({ script: SCRIPT, version: 1 })
      await hear(device, BYTES)
      expect(await last(device)).toMatchObject({ t: 21.5 })
    }
    const entries = await app.call(api.listAudit, { query: { action: 'device_codec_changed' } }, owner.token)
    expect(
      entries
        .slice(0, 2)
        .map(({ object }) => object)
        .sort(),
    ).toEqual([`device:${one.id}`, `device:${other.id}`].sort())
  })

  test('of another tab is not overwritten unseen', async () => {
    const device = await aSensor()
    await paste(device, { script: SCRIPT, version: 0 })
    await expect(paste(device, { script: 'function Decode() {}', version: 0 })).rejects.toMatchObject({
      code: 'changed_meanwhile',
    })
    expect(await codecOf(device)).toMatchObject({ script: SCRIPT })
  })

  test.runIf(process.env.TEST_STORES === 'grown')('is known to another process at once', async () => {
    beside = await startTestApp({ beside: app, environment: { WEBHOOK_SECRET: SECRET } })
    const device = await aSensor()
    await hear(device, BYTES, {}, beside)
    await paste(device, { script: SCRIPT })
    await expect
      .poll(async () => {
        app.clock.forward(1000)
        beside.clock.set(app.clock.now())
        await hear(device, BYTES, {}, beside)
        return (await last(device)).t
      })
      .toBe(21.5)
  })

  test('is the owner’s alone, whoever that is at the time', async () => {
    const device = await aSensor()
    const stranger = await aUser(app)
    await paste(device, { script: SCRIPT })
    for (const attempt of [
      () => codecOf(device, stranger),
      () => paste(device, { script: null }, stranger),
      () => tryOut(device, SCRIPT, BYTES, stranger),
    ])
      await expect(attempt()).rejects.toMatchObject({ status: 404 })
    expect(await codecOf(device, admin)).toMatchObject({ script: SCRIPT })
  })

  test.each([
    ['nothing', ' \n'],
    ['far too much', 'x'.repeat(300_001)],
  ])('is refused where it holds %s', async (_, script) => {
    await expect(paste(await aSensor(), { script })).rejects.toMatchObject({
      code: 'no_valid_input',
      errors: { script: [expect.any(String)] },
    })
  })
})

describe('a codec that is tried', () => {
  test.each([BYTES, base64(BYTES), '00:D7:03:20', '0x00d70320'])(
    'reads a payload written as %s, and stores nothing',
    async bytes => {
      const device = await aSensor()
      const { object, ...rest } = await tryOut(device, SCRIPT, bytes)
      expect(JSON.parse(object ?? '')).toEqual({ temperature: 21.5, co2: 800, valve: 'open' })
      expect(rest).toEqual({
        warnings: [],
        fault: null,
        text: '',
        values: [
          { abbreviation: 't', value: 21.5 },
          { abbreviation: 'co2', value: 800 },
        ],
        refused: [],
      })
      expect(await last(device)).toEqual({})
      expect(await messagesOf(device)).toEqual([])
    },
  )

  test('says why it reads nothing, and what would be refused', async () => {
    const device = await aSensor()
    expect(await tryOut(device, SCRIPT, 'FF')).toMatchObject({ object: null, fault: 'failed', text: '4 bytes, not 1' })
    expect(await tryOut(device, 'for (;;);', 'FF')).toMatchObject({ fault: 'too_slow' })
    expect(await tryOut(device, 'function Decode() { return { t: 2000 } }', 'FF')).toMatchObject({
      values: [],
      refused: [{ field: 't', code: 'out_of_range' }],
    })
    expect(await tryOut(device, 'function Decode() { return { valve: "open" } }', 'FF')).toMatchObject({
      refused: [{ field: '', code: 'no_values' }],
    })
  })

  test.each(['xyz!', '', 'F'])('is refused with a payload that is none: "%s"', async bytes => {
    await expect(tryOut(await aSensor(), SCRIPT, bytes)).rejects.toMatchObject({
      code: 'no_valid_input',
      errors: { bytes: [expect.any(String)] },
    })
  })
})
