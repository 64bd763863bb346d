import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { aDevice, type TestDevice } from '../testing/a-device.ts'
import { aUser, type TestUser } from '../testing/a-user.ts'
import { meanwhile } from '../testing/meanwhile.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { type Arrivals, createArrivals } from './arrivals.ts'
import type { Rejection } from './messages.ts'

let app: TestApp
let owner: TestUser
let device: TestDevice
let arrivals: Arrivals
/** Arrivals of one process. */
const arrivalsOfAProcess = (): Arrivals => {
  const nobody = { count: vi.fn() } as unknown as Parameters<typeof createArrivals>[2]
  const latest = { note: vi.fn() } as unknown as Parameters<typeof createArrivals>[1]
  return createArrivals(app.services, latest, nobody, { stored: vi.fn() })
}
beforeAll(async () => {
  app = await startTestApp()
  owner = await aUser(app)
  device = await aDevice(app, owner)
  arrivals = arrivalsOfAProcess()
})
afterAll(() => app.close())

test('who writes the notes while they are being written waits until they are there', async () => {
  const order: string[] = []
  arrivals.called(device.id)
  let second: Promise<unknown> = Promise.resolve()
  const first = () => arrivals.flush().then(() => order.push('first'))
  await meanwhile(app, first, async () => {
    second = arrivals.flush().then(() => order.push('second'))
  })
  await second
  expect(order).toEqual(['first', 'second'])
})

const shown = ({ id }: { id: number }) => app.call(api.getSensor, { params: { id } }, owner.token)

test('a charge counts that came in a message before the newest, and never one from before the last message', async () => {
  const { id } = await aDevice(app, owner)
  const now = app.clock.now()
  const at = (seconds: number, key: string, value: number) => ({ key, value, time: now + 1000 * seconds })
  arrivals.stored(id, [at(-120, 't', 20), at(-120, 'battery', 80), at(-60, 't', 21)])
  await arrivals.flush()
  expect(await shown({ id })).toMatchObject({ battery_percentage: 80 })
  // Kept by the device for long, and sent with what is measured now.
  arrivals.stored(id, [at(-90, 'battery', 95), at(0, 't', 22)])
  await arrivals.flush()
  expect(await shown({ id })).toMatchObject({ battery_percentage: 80, last_msg_min: 0 })
})

test('notes that could not be written are written with those that came meanwhile', async () => {
  const { id } = await aDevice(app, owner)
  const now = app.clock.now()
  const state = (values: object, settings = {}) => [{ time: now, state: { values, settings, refused: {} } }]
  arrivals.stored(id, [{ key: 'battery', value: 70, time: now - 1000 }])
  arrivals.told(id, state({ modem_operator: 'KPN' }, { upload_interval: 600 }))
  vi.spyOn(app.services.db, 'transaction').mockImplementationOnce(() => {
    arrivals.stored(id, [{ key: 't', value: 21, time: now }])
    arrivals.told(id, state({ modem_signal: 4 }))
    throw new Error('no room')
  })
  await expect(arrivals.flush()).rejects.toThrow('no room')
  await arrivals.flush()
  expect(await shown({ id })).toMatchObject({
    battery_percentage: 70,
    modem_operator: 'KPN',
    modem_signal: 4,
    upload_interval: 600,
  })
})

test('who has come back by another process has not lost the connection that the first one sees end', async () => {
  const { id } = await aDevice(app, owner)
  const [first, second] = [arrivalsOfAProcess(), arrivalsOfAProcess()]
  const then = async (process: Arrivals, there: boolean) => {
    process.connection(id, there)
    await process.flush()
    app.clock.forward(1000)
    return (await shown({ id })).connection_status
  }
  expect(await then(first, true)).toBe('connected')
  expect(await then(second, true)).toBe('connected')
  // A connection that was cut counts as open until the keep-alive has passed.
  expect(await then(first, false)).toBe('connected')
  expect(await then(second, false)).toBe('disconnected')
  expect(await then(first, true)).toBe('connected')
  expect(await then(first, false)).toBe('disconnected')
})

test('a device that invents names of values fills neither the database nor the room of others', async () => {
  const [inventive, other] = [await aDevice(app, owner), await aDevice(app, owner)]
  const refusal = (field: string): Rejection => ({ index: 0, field, code: 'unknown_measurement', sent: '1' })
  for (const round of [1, 2]) {
    arrivals.refused(
      inventive.id,
      Array.from({ length: 12_000 }, (_, number) => refusal(`x${round}_${number}`)),
    )
    arrivals.refused(other.id, [refusal('temp')])
    await arrivals.flush()
  }
  const refusals = ({ id }: TestDevice) => app.call(api.listRefusals, { params: { id } }, owner.token)
  const counted = await refusals(inventive)
  expect(counted.length).toBe(201)
  expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(24_000)
  expect(counted).toContainEqual(expect.objectContaining({ field: '…', count: 23_800 }))
  expect(await refusals(other)).toMatchObject([{ field: 'temp', count: 2 }])
})
