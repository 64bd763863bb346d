import { expect, onTestFinished, test } from 'vitest'
import type { LiveMeasurement } from '#shared/contract/measurements/measurements.ts'
import { openLocalBus } from '../../server/kit/bus/local.ts'
import { ARRIVED, createLatest } from '../../server/series/latest.ts'
import { aDevice } from '../../server/testing/a-device.ts'
import { aUser } from '../../server/testing/a-user.ts'
import { startTestApp } from '../../server/testing/start-test-app.ts'
import { keepRights } from '../../server/users/stream-rights.ts'

/** An app, and a bus beside its own that can lose news. */
const start = async () => {
  const app = await startTestApp()
  onTestFinished(() => app.close())
  const bus = openLocalBus()
  const owner = await aUser(app)
  return { app, bus, owner, services: { ...app.services, bus } }
}

const arrived = (device_id: number, time: number, t: number): LiveMeasurement[] => [{ device_id, time, values: { t } }]

test('[decisions §6] a live stream ends where news may have been lost, and hears of no gap after its end', async () => {
  const { bus, owner, services } = await start()
  const stops: (() => void)[] = []
  let closed = 0
  const stream = {
    send: () => {},
    onClose: (stop: () => void) => void stops.push(stop),
    close: () => {
      closed++
      for (const stop of stops.splice(0)) stop()
    },
  }
  const user = { ...owner, session_id: 1, token: undefined }
  keepRights({ ...services, user }, stream, { first: null, read: async () => null })
  bus.tellGap()
  bus.tellGap()
  expect(closed).toBe(1)
})

test('[decisions §6] last values hear a device from the first who asks, and are read anew after a gap', async () => {
  const { app, bus, owner, services } = await start()
  const device = await aDevice(app, owner)
  const latest = createLatest(services)
  const temperature = async () => (await latest.of([device.id])).get(device.id)?.get('t')?.value
  const now = services.now()
  expect(await temperature()).toBeUndefined()
  bus.publish(ARRIVED, arrived(device.id, now, 21), device.id)
  expect(await temperature()).toBe(21)
  // The store has nothing: what was known by news alone is gone.
  bus.tellGap()
  expect(await temperature()).toBeUndefined()
  bus.publish(ARRIVED, arrived(device.id, now, 22), device.id)
  expect(await temperature()).toBe(22)
})

test('[decisions §6] with several processes last values leave a device a minute after nobody asks for it any more', async () => {
  const { app, bus, owner, services } = await start()
  const device = await aDevice(app, owner)
  let listeners = 0
  const counting: typeof bus = {
    ...bus,
    subscribe: (topic, listener, deviceIds) => {
      const stop = bus.subscribe(topic, listener, deviceIds)
      listeners += deviceIds?.length ?? 0
      return () => {
        listeners -= deviceIds?.length ?? 0
        stop()
      }
    },
  }
  const environment = { ...services.environment, CLICKHOUSE_URL: 'http://shared.invalid' }
  const latest = createLatest({ ...services, bus: counting, environment })
  await latest.of([device.id])
  expect(listeners).toBe(1)
  app.clock.forward(59_000)
  bus.publish(ARRIVED, arrived(device.id, services.now(), 21), device.id)
  expect(listeners).toBe(1)
  app.clock.forward(2000)
  bus.publish(ARRIVED, arrived(device.id, services.now(), 22), device.id)
  expect(listeners).toBe(0)
})
