import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { createLatest } from './latest.ts'
import { insertMeasurements } from './measurement-rows.ts'

const [ASKED, OTHER] = [830_001, 830_002]

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('last values are at hand of devices that somebody asked for, and of no others, however many send', async () => {
  const { services } = app
  const time = services.now() - 60_000
  const latest = createLatest(services)
  await insertMeasurements(services, [
    [ASKED, 't', time, 20],
    [OTHER, 't', time, 30],
  ])
  for (let id = 1; id <= 1000; id++) latest.note(id, 't', { time, value: 25 })
  latest.note(OTHER, 't', { time, value: 30 })
  expect(latest.count()).toBe(0)
  const valueAtHand = async (id: number) => (await latest.of([id])).get(id)?.get('t')?.value
  expect(await valueAtHand(ASKED)).toBe(20)
  latest.note(ASKED, 't', { time: time + 1000, value: 21 })
  latest.note(ASKED, 't', { time: time - 1000, value: 19 })
  expect(await valueAtHand(ASKED)).toBe(21)
  expect(latest.count()).toBe(1)
  expect(await valueAtHand(OTHER)).toBe(30)
})
