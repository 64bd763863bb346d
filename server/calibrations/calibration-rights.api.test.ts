import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { CalibrationInput } from '#shared/contract/devices/calibrations.ts'
import { api } from '#shared/contract/index.ts'
import { aDevice, type TestDevice } from '../testing/a-device.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aSale } from '../testing/a-sale.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { meanwhile } from '../testing/meanwhile.ts'
import { someMeasurements } from '../testing/some-measurements.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

let app: TestApp
let owner: TestUser
let stranger: TestUser
beforeAll(async () => {
  app = await startTestApp()
  await aFirstUser(app)
  owner = await aUser(app)
  stranger = await aUser(app)
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

describe('[decisions §3] who may', () => {
  test('a stranger learns nothing of a device, a location owner reads but does not calibrate', async () => {
    const device = await aMeasuredDay(10)
    const made = await calibrate(device)
    const asStranger = [
      () => app.call(api.listCalibrations, { query: { device_id: device.id } }, stranger.token),
      () => calibrate(device, {}, stranger),
      () => app.call(api.undoCalibration, { params: { id: made.id } }, stranger.token),
    ]
    for (const attempt of asStranger) await expect(attempt()).rejects.toMatchObject({ status: 404 })
    const location = await aLocation(app, owner, { with: [stranger] })
    await aPlacement(app, owner, device, location)
    expect(await app.call(api.listCalibrations, { query: { device_id: device.id } }, stranger.token)).toMatchObject([
      { id: made.id, may: [] },
    ])
    await expect(calibrate(device, {}, stranger)).rejects.toMatchObject({ status: 403 })
  })

  test('who sells the device while its readings are compared calibrates nothing after that', async () => {
    const device = await aMeasuredDay(10)
    const valid_from = app.clock.iso(60_000)
    const sideBySide = {
      device_ids: [device.id],
      measurement: 'nh3',
      time: '2025-01-15T11:00:00Z',
      reference: 12,
      valid_from,
    }
    let sold = device
    const sell = async () => {
      app.clock.forward(1000)
      sold = await aSale(app, sold, owner, stranger)
    }
    const giveBack = () => aSale(app, sold, stranger, owner)
    await expect(meanwhile(app, () => calibrate(device, { valid_from }), sell)).rejects.toMatchObject({
      errors: { valid_from: [expect.any(String)] },
    })
    app.clock.forward(1000)
    await giveBack()
    const together = () => app.call(api.calibrateSideBySide, { body: sideBySide }, owner.token)
    await expect(meanwhile(app, together, sell)).rejects.toMatchObject({
      errors: { 'device_ids.0': [expect.any(String)] },
    })
    expect(await app.call(api.listCalibrations, { query: { device_id: device.id } }, stranger.token)).toEqual([])
  })

  test('[decisions §3] the trusted device must be one the caller sees', async () => {
    const mine = await aMeasuredDay(10)
    const theirs = await aDevice(app, stranger)
    const input = {
      method: 'one_sensor' as const,
      reference_device_id: theirs.id,
      references: [{ time: '2025-01-15T11:00:00Z' }],
    }
    await expect(calibrate(mine, input)).rejects.toMatchObject({ status: 404 })
  })
})
