import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { FARMS } from '../farms/farms.ts'
import { startTestServer } from '../test-server.ts'
import { CAMERAS, runCamera } from './camera.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server.stop())

const NOW = Date.UTC(2026, 10, 20, 22, 5)
const run = async (photos_until: number, until: number) => {
  const stop = new AbortController()
  const known = { id: 1, key: 'key-1', sent_until: 0, photos_until }
  const options = { origin: server.origin, seed: 7, zone: 'Europe/Amsterdam', known, save: async () => {} }
  const running = runCamera({ ...options, clock: () => NOW, signal: stop.signal })
  const late = Date.now() + 10_000
  while (known.photos_until < until && Date.now() < late) await new Promise(resolve => setTimeout(resolve, 20))
  stop.abort()
  await running
  return known
}

it('sends what fell due since the last photo, normal and thermal, with the key of its device', async () => {
  const half = NOW - 35 * MINUTE_MS
  const known = await run(NOW - 50 * MINUTE_MS, half + 30 * MINUTE_MS)
  expect(server.photos.map(({ kind, time }) => [kind, time])).toEqual([
    ['normal', half],
    ['infrared', half],
    ['normal', half + 30 * MINUTE_MS],
    ['infrared', half + 30 * MINUTE_MS],
  ])
  expect(known.photos_until).toBe(half + 30 * MINUTE_MS)
  expect(server.photos.every(({ token }) => token === 'key-1')).toBe(true)
  const [normal, thermal] = server.photos
  expect(await sharp(normal?.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 960, height: 540 })
  expect(normal?.bytes.equals(thermal?.bytes ?? Buffer.alloc(0))).toBe(false)
})

it('in focus mode sends a picture at once, whether or not one is due', async () => {
  const stop = new AbortController()
  const known = { id: 1, key: 'key-1', sent_until: 0, photos_until: NOW }
  const options = { origin: server.origin, seed: 7, zone: 'Europe/Amsterdam', known, save: async () => {} }
  const running = runCamera({ ...options, clock: () => NOW, isInFocus: () => true, signal: stop.signal })
  await expect.poll(() => server.photos.length).toBeGreaterThanOrEqual(2)
  stop.abort()
  await running
  expect(server.photos.slice(0, 2).map(({ kind, time }) => [kind, time])).toEqual([
    ['normal', NOW],
    ['infrared', NOW],
  ])
})

it('belongs to devices of the demo farm whose plan has photos', () => {
  const devices = FARMS.flatMap(farm => farm.areas.flatMap(area => area.devices))
  const plans = CAMERAS.map(name => devices.find(device => device.name === name)?.plan)
  expect(plans.every(plan => plan === 'basic' || plan === 'pro')).toBe(true)
})
