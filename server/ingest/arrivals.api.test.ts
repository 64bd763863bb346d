import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aDevice, type TestDevice } from '../testing/a-device.ts'
import { aUser } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { type Arrivals, createArrivals } from './arrivals.ts'

let app: TestApp
let device: TestDevice
let arrivals: Arrivals
beforeAll(async () => {
  app = await startTestApp()
  device = await aDevice(app, await aUser(app))
  const nobody = { count: vi.fn() } as unknown as Parameters<typeof createArrivals>[2]
  const latest = { note: vi.fn() } as unknown as Parameters<typeof createArrivals>[1]
  arrivals = createArrivals(app.services, latest, nobody, { stored: vi.fn() })
})
afterAll(() => app.close())

test('who writes the notes while they are being written waits until they are there', async () => {
  const { db } = app.services
  const order: string[] = []
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>()
  const transaction = vi.spyOn(db, 'transaction').mockImplementationOnce(() => {
    transaction.mockRestore()
    const whole = db.transaction()
    const execute = whole.execute.bind(whole)
    return Object.assign(whole, {
      execute: async (work: Parameters<typeof execute>[0]) => {
        await held
        return execute(work)
      },
    })
  })
  arrivals.called(device.id)
  const first = arrivals.flush().then(() => order.push('first'))
  const second = arrivals.flush().then(() => order.push('second'))
  goOn()
  await Promise.all([first, second])
  expect(order).toEqual(['first', 'second'])
})
