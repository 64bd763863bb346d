import { expect, test } from 'vitest'
import { hrefOf } from '../../kit/routing/address.ts'
import { type PhotoTick, photosOf, tickAt } from './photo-times.ts'

const tick = (left: number): PhotoTick => ({ from: Date.UTC(2026, 10, 22, 6, 0, 30), photos: 1, left })

test('[design §8.4] a tap means the tick nearest to it', () => {
  const ticks = [tick(10), tick(40), tick(90)]
  expect([0, 26, 66, 100].map(place => tickAt(ticks, place)?.left)).toEqual([10, 40, 90, 90])
  expect(tickAt([], 50)).toBeUndefined()
})

test('and opens the photos of its interval, in the time of the location', () => {
  const search = new URLSearchParams(hrefOf(photosOf(7, tick(10), 10 * 60_000, 'Europe/Amsterdam')).split('?')[1])
  expect([...search.values()]).toEqual(['selection', '2026-11-22 07:00', '2026-11-22 07:11'])
})
