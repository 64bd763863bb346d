import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { CalibrationInput, SideBySide } from '#shared/contract/devices/calibrations.ts'
import { api } from '#shared/contract/index.ts'
import { aDevice, type TestDevice } from '../testing/a-device.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { someMeasurements } from '../testing/some-measurements.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  await aFirstUser(app)
  owner = await aUser(app)
})
afterAll(() => app.close())

/** A day of one value, every five minutes up to now (noon). */
const aMeasuredDay = async (value: number, from = '2025-01-14T12:00:00Z', measurement = 'nh3') => {
  const device = await aDevice(app, owner)
  await someMeasurements(app, device, { from, until: '2025-01-15T12:00:01Z', measurement, value: () => value })
  return device
}

type Input = Partial<z.input<typeof CalibrationInput>>
const body = (device: TestDevice, changes: Input): z.input<typeof CalibrationInput> => ({
  device_id: device.id,
  measurement: 'nh3',
  method: 'manual',
  valid_from: '2025-01-15T00:00:00Z',
  ...(changes.method && changes.method !== 'manual' ? {} : { offset: -2 }),
  ...changes,
})
const calibrate = (device: TestDevice, changes: Input = {}, user = owner) =>
  app.call(api.createCalibration, { body: body(device, changes) }, user.token)

const dayOf = async (device: TestDevice, raw?: boolean) => {
  const query = {
    device_id: device.id,
    interval: 'day' as const,
    measurements: 'nh3',
    ...(raw ? { raw: '1' as const } : {}),
  }
  const frame = await app.call(api.getSeries, { query }, owner.token)
  const at = (time: string) => frame.series.nh3?.mean[frame.time.indexOf(Date.parse(time))]
  return { before: at('2025-01-14T23:55:00Z'), after: at('2025-01-15T00:00:00Z'), frame }
}

describe('a calibration', () => {
  test('[decisions §5] shifts what is read from its date only; raw values stay as they are', async () => {
    const device = await aMeasuredDay(14)
    await calibrate(device)
    expect(await dayOf(device)).toMatchObject({ before: 14, after: 12 })
    expect(await dayOf(device, true)).toMatchObject({ before: 14, after: 14 })
  })

  test('[decisions §5] holds until the next one, and taking that back lets it hold on', async () => {
    const device = await aMeasuredDay(14)
    const first = await calibrate(device, { offset: -1, valid_from: '2025-01-14T00:00:00Z' })
    const second = await calibrate(device, { offset: -3 })
    expect(await dayOf(device)).toMatchObject({ before: 13, after: 11 })
    const list = () => app.call(api.listCalibrations, { query: { device_id: device.id } }, owner.token)
    expect((await list()).map(({ id, valid_until }) => [id, valid_until])).toEqual([
      [second.id, null],
      [first.id, '2025-01-15T00:00:00.000Z'],
    ])
    await app.call(api.undoCalibration, { params: { id: second.id } }, owner.token)
    expect(await dayOf(device)).toMatchObject({ before: 13, after: 13 })
    expect(await list()).toMatchObject([
      { id: second.id, undone_at: app.clock.iso(), may: [] },
      { id: first.id, valid_until: null, undone_at: null, may: ['delete'], created_by: owner.name },
    ])
    // A browser repeats what it heard no answer to: it was taken back once.
    await app.call(api.undoCalibration, { params: { id: second.id } }, owner.token)
    const log = await app.call(
      api.listAudit,
      { query: { action: 'calibration_undone', object: `device:${device.id}` } },
      owner.token,
    )
    expect(log).toHaveLength(1)
  })

  test('[decisions §5] is applied on every way of reading: last values, their grade, and live', async () => {
    const device = await aMeasuredDay(14)
    await aPlacement(app, owner, device, await aLocation(app, owner))
    const last = () => app.call(api.getLast, { query: { device_id: device.id } }, owner.token)
    const before = (await last()).nh3
    await calibrate(device, { offset: 11 })
    const after = (await last()).nh3
    expect([before?.value, after?.value]).toEqual([14, 25])
    expect(after?.grade).toBeLessThan(before?.grade ?? 0)
    const all = await app.call(api.listLast, { query: {} }, owner.token)
    expect(all[device.id]?.nh3?.value).toBe(25)
    const origin = await app.listen()
    const stop = new AbortController()
    const stream = await fetch(`${origin}/api/measurements/live?device_ids=${device.id}`, {
      headers: { authorization: `Bearer ${owner.token}` },
      signal: stop.signal,
    })
    const said = (async () => {
      for await (const chunk of stream.body ?? []) {
        const [, data] = /data: (.*)\n/.exec(Buffer.from(chunk).toString()) ?? []
        if (data) return JSON.parse(data)
      }
    })()
    await app.call(api.sendMeasurements, { body: { nh3: 5, t: 20 } }, device.key)
    expect(await said).toMatchObject({ values: { nh3: 16, t: 20 } })
    stop.abort()
  })

  test('minimum and maximum of a step are corrected reading by reading', async () => {
    const device = await aDevice(app, owner)
    const at = (time: string, nh3: number) => ({ time: `2025-01-15T${time}Z`, nh3 })
    await app.call(api.sendMeasurements, { body: [at('10:00:00', 10), at('10:04:00', 20)] }, device.key)
    await calibrate(device, { offset: 100, valid_from: '2025-01-15T10:02:00Z' })
    const { frame } = await dayOf(device)
    const index = frame.time.indexOf(Date.parse('2025-01-15T10:00:00Z'))
    const { nh3 } = frame.series
    expect([nh3?.min[index], nh3?.mean[index], nh3?.max[index]]).toEqual([10, 65, 120])
  })
})

describe('[specification §3] methods', () => {
  const reference = (time: string, value?: number) => ({
    time: `2025-01-15T${time}Z`,
    ...(value === undefined ? {} : { reference: value }),
  })

  test('[decisions §4] to values: the mean of at most two differences', async () => {
    const device = await aMeasuredDay(8.7)
    const made = await calibrate(device, {
      method: 'one_value',
      references: [reference('10:20:00', 8), reference('11:05:00', 7.8)],
    })
    expect(made.offset).toBeCloseTo(-0.8, 9)
    expect(made.references.map(({ reference: value, measured }) => [value, measured])).toEqual([
      [8, 8.7],
      [7.8, 8.7],
    ])
    const three = [reference('09:00:00', 8), reference('10:00:00', 8), reference('11:00:00', 8)]
    await expect(calibrate(device, { method: 'one_value', references: three })).rejects.toMatchObject({ status: 422 })
  })

  test('an earlier calibration does not count twice: the offset is to what the device measured', async () => {
    const device = await aMeasuredDay(10)
    await calibrate(device, { offset: -3 })
    const made = await calibrate(device, { method: 'one_value', references: [reference('11:00:00', 9)] })
    expect(made.offset).toBeCloseTo(-1, 9)
  })

  test('to one device: its calibrated value is the reference', async () => {
    const [device, trusted] = [await aMeasuredDay(10), await aMeasuredDay(12)]
    await calibrate(trusted, { offset: 0.5, valid_from: '2025-01-14T00:00:00Z' })
    const made = await calibrate(device, {
      method: 'one_sensor',
      reference_device_id: trusted.id,
      references: [reference('11:00:00')],
    })
    expect(made).toMatchObject({ offset: 2.5, reference_device_id: trusted.id, reference_device_name: trusted.name })
  })

  test('to the mean of all devices that hung in the same area then', async () => {
    const location = await aLocation(app, owner)
    const devices = [await aMeasuredDay(10), await aMeasuredDay(12), await aMeasuredDay(17)] as const
    for (const device of devices) await aPlacement(app, owner, device, location)
    const preview = await app.call(
      api.previewCalibration,
      { body: body(devices[0], { method: 'global_mean', references: [reference('11:00:00')] }) },
      owner.token,
    )
    expect(preview).toMatchObject({ offset: 3, compared_devices: 3, references: [{ reference: 13, measured: 10 }] })
    expect(await app.call(api.listCalibrations, { query: { device_id: devices[0].id } }, owner.token)).toEqual([])
  })

  test.each([
    ['a device that hangs alone', { method: 'global_mean' as const, references: [reference('11:00:00')] }, 'method'],
    ['no offset by hand', { method: 'manual' as const, offset: null }, 'offset'],
    ['no reference at all', { method: 'one_value' as const, references: [] }, 'references'],
    [
      'a reference without its value',
      { method: 'one_value' as const, references: [reference('11:00:00')] },
      'references.0.reference',
    ],
    ['a time to come', { method: 'one_value' as const, references: [reference('12:30:00', 1)] }, 'references.0.time'],
    [
      'a time without measurements',
      { method: 'one_value' as const, references: [{ time: '2025-01-10T00:00:00Z', reference: 1 }] },
      'references.0.time',
    ],
    ['a measurement nobody knows', { measurement: 'xyz' }, 'measurement'],
    ['the charge of its battery', { measurement: 'battery' }, 'measurement'],
    ['what somebody wants of it', { measurement: 't_low' }, 'measurement'],
  ])('refuses %s at its field', async (_, changes, field) => {
    const device = await aMeasuredDay(10)
    await expect(calibrate(device, changes)).rejects.toMatchObject({
      status: 422,
      errors: { [field]: [expect.stringMatching(/\.$/)] },
    })
  })

  test('[specification §5] a reference counts only when the device was on for more than 10 minutes', async () => {
    const device = await aMeasuredDay(10, '2025-01-15T11:00:00Z')
    const at = (time: string) => calibrate(device, { method: 'one_value', references: [reference(time, 9)] })
    await expect(at('11:10:00')).rejects.toMatchObject({
      errors: { 'references.0.time': [expect.stringContaining('11:00')] },
    })
    expect((await at('11:10:01')).offset).toBe(-1)
  })

  test('[specification §5] a pause of more than three intervals counts as switched off', async () => {
    const device = await aMeasuredDay(10, '2025-01-15T11:30:00Z')
    await someMeasurements(app, device, {
      from: '2025-01-15T08:00:00Z',
      until: '2025-01-15T11:00:00Z',
      measurement: 'nh3',
    })
    const at = (time: string) => calibrate(device, { method: 'one_value', references: [reference(time, 9)] })
    await expect(at('11:36:00')).rejects.toMatchObject({
      errors: { 'references.0.time': [expect.stringContaining('11:30')] },
    })
    await at('10:50:00')
  })
})

test('[specification §5] a device that sends more rarely than wanted is not switched off between its messages', async () => {
  const device = await aDevice(app, owner, { upload_interval: 60 })
  await someMeasurements(app, device, {
    from: '2025-01-14T12:00:00Z',
    until: '2025-01-15T12:00:01Z',
    measurement: 'nh3',
    value: () => 10,
  })
  const references = [{ time: '2025-01-15T11:00:00Z', reference: 9 }]
  expect((await calibrate(device, { method: 'one_value', references })).offset).toBe(-1)
})

describe('devices side by side', () => {
  type Several = Partial<z.input<typeof SideBySide>>
  const sideBySide = (devices: readonly TestDevice[], changes: Several = {}, user = owner) => {
    const time = '2025-01-15T11:00:00Z'
    const asked = { device_ids: devices.map(({ id }) => id), measurement: 'nh3', time, valid_from: time, ...changes }
    return app.call(api.calibrateSideBySide, { body: asked }, user.token)
  }
  const historyOf = (device: TestDevice) =>
    app.call(api.listCalibrations, { query: { device_id: device.id } }, owner.token)

  test('show their mean from then on, whatever earlier calibrations made of them', async () => {
    const [low, high] = [await aMeasuredDay(10), await aMeasuredDay(14)]
    await calibrate(low, { offset: 7 })
    const answer = await sideBySide([low, high, low])
    expect(answer).toEqual({
      reference: 12,
      devices: [
        { device_id: low.id, measured: 10, offset: 2 },
        { device_id: high.id, measured: 14, offset: -2 },
      ],
    })
    expect((await dayOf(low)).frame.series.nh3?.mean.at(-1)).toBe(12)
    const [made] = await historyOf(high)
    expect(made).toMatchObject({
      ...{ method: 'side_by_side', offset: -2, valid_from: '2025-01-15T11:00:00.000Z', created_by: owner.name },
      references: [{ time: '2025-01-15T11:00:00.000Z', reference: 12, measured: 14 }],
    })
    const log = await app.call(api.listAudit, { query: { action: 'calibration_created', limit: 2 } }, owner.token)
    expect(log.map(({ object }) => object).sort()).toEqual([low, high].map(({ id }) => `device:${id}`).sort())
  })

  test('show what an instrument beside them showed', async () => {
    const devices = [await aMeasuredDay(10), await aMeasuredDay(14)]
    expect((await sideBySide(devices, { reference: 11 })).devices.map(({ offset }) => offset)).toEqual([1, -3])
    expect((await historyOf(devices[0] as TestDevice))[0]).toMatchObject({ method: 'one_value' })
  })

  test('directions have their mean around north', async () => {
    const east = await aMeasuredDay(10, '2025-01-14T12:00:00Z', 'weather_wind_direction')
    const west = await aMeasuredDay(350, '2025-01-14T12:00:00Z', 'weather_wind_direction')
    const { reference, devices } = await sideBySide([east, west], { measurement: 'weather_wind_direction' })
    expect(Math.min(reference, 360 - reference)).toBeCloseTo(0)
    expect(devices.map(({ offset }) => Math.round(offset))).toEqual([-10, 10])
  })

  test('a preview keeps nothing', async () => {
    const devices = [await aMeasuredDay(10), await aMeasuredDay(14)]
    const time = '2025-01-15T11:00:00Z'
    const asked = { device_ids: devices.map(({ id }) => id), measurement: 'nh3', time, valid_from: time }
    const preview = await app.call(api.previewSideBySide, { body: asked }, owner.token)
    expect(preview.reference).toBe(12)
    for (const device of devices) expect(await historyOf(device)).toEqual([])
  })

  test('all or none: one that was silent, warming up or is somebody else’s stops all, and is named', async () => {
    const fine = await aMeasuredDay(10)
    const silent = await aDevice(app, owner)
    const warm = await aMeasuredDay(12, '2025-01-15T10:55:00Z')
    const theirs = await aDevice(app, await aUser(app))
    const refusal = (field: string) => ({ status: 422, errors: { [field]: [expect.any(String)] } })
    await expect(sideBySide([fine, silent])).rejects.toMatchObject(refusal('device_ids.1'))
    await expect(sideBySide([warm, fine])).rejects.toMatchObject(refusal('device_ids.0'))
    // All that cannot count are named at once.
    await expect(sideBySide([silent, fine, warm])).rejects.toMatchObject({
      errors: { 'device_ids.0': [expect.any(String)], 'device_ids.2': [expect.any(String)] },
    })
    await expect(sideBySide([fine, warm], { measurement: 'battery' })).rejects.toMatchObject(refusal('measurement'))
    await expect(sideBySide([fine, theirs])).rejects.toMatchObject({ status: 404 })
    await expect(sideBySide([fine, warm], { measurement: 'nonsense' })).rejects.toMatchObject(refusal('measurement'))
    await expect(sideBySide([fine, warm], { time: '2030-01-01T00:00:00Z' })).rejects.toMatchObject(refusal('time'))
    await expect(sideBySide([fine])).rejects.toMatchObject(refusal('reference'))
    expect(await historyOf(fine)).toEqual([])
  })
})
