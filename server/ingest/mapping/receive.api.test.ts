import { afterAll, beforeAll, expect, test } from 'vitest'
import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import { plainRow } from '#shared/rules/ingest/mapping.ts'
import { createAlertArrivals } from '../../alerts/evaluation/arrivals.ts'
import { createDesiredSettings } from '../../devices/settings/desired-settings.ts'
import { wordsIn } from '../../kit/language.ts'
import { createMetrics } from '../../kit/metrics.ts'
import { createLatest } from '../../series/latest.ts'
import { insertMeasurements } from '../../series/measurement-rows.ts'
import { aDevice } from '../../testing/a-device.ts'
import { aUser, type TestUser } from '../../testing/a-user.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { createArrivals } from '../arrivals.ts'
import { createIngest } from '../ingest.ts'
import type { IngestServices } from '../take-messages.ts'
import { createMappings } from './mappings.ts'
import { createRawMessages } from './raw.ts'
import { rawMessagesOf } from './raw-store.ts'
import { receiveMapped } from './receive.ts'
import { setDeviceMapping } from './store.ts'

let app: TestApp
let owner: TestUser
let ingestServices: IngestServices
beforeAll(async () => {
  app = await startTestApp()
  owner = await aUser(app)
  const { services } = app
  ingestServices = {
    ingest: createIngest({ log: services.log, insert: rows => insertMeasurements(services, rows) }),
    arrivals: createArrivals(services, createLatest(services), createMetrics(), createAlertArrivals(services)),
    desiredSettings: createDesiredSettings(services),
    ownedSince: async () => 0,
    keptSince: async () => 0,
    mappings: createMappings(services),
    codecs: { decode: async () => null },
    raw: createRawMessages(services),
  }
})
afterAll(() => app.close())

const receive = (deviceId: number, message: unknown) =>
  receiveMapped(ingestServices, deviceId, message, { now: app.clock.now(), t: wordsIn('en'), transport: 'mqtt' })
const last = async (id: number) => {
  const values = await app.call(measurementEndpoints.getLast, { query: { device_id: id } }, owner.token)
  return Object.fromEntries(Object.entries(values).map(([key, { value }]) => [key, value]))
}

test('[decisions §5] a message of a foreign shape is read by the mapping, or by the names in use, and kept', async () => {
  const [mapped, plain] = [await aDevice(app, owner), await aDevice(app, owner)]
  const mapping = { rows: [plainRow('', 't')], time_path: null }
  await setDeviceMapping(app.services.db, mapped.id, { mapping, preset: null, mapping_id: null }, app.clock.iso())
  expect(await receive(mapped.id, '21.5')).toEqual({ accepted: 1, rejected: [] })
  expect(await receive(plain.id, { temperature: 20, humidity: 55, linkquality: 80 })).toMatchObject({ accepted: 2 })
  expect(await receive(plain.id, 'rubbish')).toMatchObject({ accepted: 0, rejected: [{ code: 'unreadable_message' }] })
  expect([await last(mapped.id), await last(plain.id)]).toEqual([{ t: 21.5 }, { t: 20, h: 55 }])
  await ingestServices.raw.flush()
  const kept = await rawMessagesOf(app.services.db, plain.id, '')
  expect(kept.map(({ door, body }) => [door, body])).toEqual([
    ['mqtt', '"rubbish"'],
    ['mqtt', '{"temperature":20,"humidity":55,"linkquality":80}'],
  ])
})
