import { alertEndpoints } from '#shared/contract/alerts/alerts.ts'
import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { evaluateMinute } from '../alerts/evaluation/minute.ts'
import { noteListening } from '../alerts/listening.ts'
import { aDevice, type TestDevice } from './a-device.ts'
import { aUser, type TestUser } from './a-user.ts'
import type { TestApp } from './start-test-app.ts'

export interface WatchedFarm {
  owner: TestUser
  device: TestDevice
}

/** A device that is watched, what it sends, and the alerts its people see; `test` is asked for once it has started. */
export const createWatching = (test: () => TestApp) => ({
  aFarm: async (): Promise<WatchedFarm> => {
    const owner = await aUser(test())
    return { owner, device: await aDevice(test(), owner, { upload_interval: 60 }) }
  },

  /** Evaluates one minute after the other, each with a message (null: none) half a minute before. */
  minutes: async ({ device }: WatchedFarm, values: readonly (number | null)[], key = 'nh3'): Promise<void> => {
    const app = test()
    for (const value of values) {
      app.clock.set((Math.floor(app.clock.now() / MINUTE_MS) + 1) * MINUTE_MS)
      const time = app.clock.iso(-MINUTE_MS / 2)
      if (value !== null)
        await app.call(measurementEndpoints.sendMeasurements, { body: { time, [key]: value } }, device.key)
      await app.app.settle()
      await noteListening(app.services, () => true)
      await evaluateMinute(app.services)
    }
  },

  send: async (body: object, { device }: WatchedFarm): Promise<void> => {
    await test().call(measurementEndpoints.sendMeasurements, { body }, device.key)
    await test().app.settle()
  },

  alertsOf: ({ owner }: Pick<WatchedFarm, 'owner'>, query: object = {}) =>
    test().call(alertEndpoints.listAlerts, { query }, owner.token),
})

export const times = (count: number, value: number | null) => Array.from({ length: count }, () => value)
