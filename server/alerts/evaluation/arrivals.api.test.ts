import { expect, onTestFinished, test } from 'vitest'
import { removeDevices } from '../../devices/removal.ts'
import type { Services } from '../../kit/services.ts'
import { aDevice } from '../../testing/a-device.ts'
import { aLocation } from '../../testing/a-location.ts'
import { aPlacement } from '../../testing/a-placement.ts'
import { aRule } from '../../testing/a-rule.ts'
import { aUser } from '../../testing/a-user.ts'
import { startTestApp } from '../../testing/start-test-app.ts'
import { createAlertArrivals } from './arrivals.ts'

test('[decisions §6] direct rules hear a device from its first message until it is deleted', async () => {
  const app = await startTestApp()
  onTestFinished(() => app.close())
  const owner = await aUser(app)
  const device = await aDevice(app, owner)
  await aPlacement(app, owner, device, await aLocation(app, owner))
  await aRule(app, owner, { clear_value: 15 })
  const listenedTo = new Set<number>()
  const bus: Services['bus'] = {
    ...app.services.bus,
    subscribe: (topic, listener, deviceIds) => {
      const stop = app.services.bus.subscribe(topic, listener, deviceIds)
      for (const id of deviceIds ?? []) listenedTo.add(id)
      return () => {
        for (const id of deviceIds ?? []) listenedTo.delete(id)
        stop()
      }
    },
  }
  const arrivals = createAlertArrivals({ ...app.services, bus })
  arrivals.stored(device.id, [{ key: 'nh3', time: app.clock.now(), value: 1 }])
  await arrivals.settle()
  expect([...listenedTo]).toEqual([device.id])
  await removeDevices(app.services, [device.id])
  expect([...listenedTo]).toEqual([])
})
