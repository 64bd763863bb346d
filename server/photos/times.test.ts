import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { stepParts } from './times.ts'

const at = (time: number) => new Date(time).toISOString()

test('[design §8.4] a period is cut into equal steps, as far as the device was seen', () => {
  const seen = [{ deviceId: 7, from: 30 * 60_000, until: 2 * HOUR_MS }]
  expect(stepParts(seen, { from: 0, until: 3 * HOUR_MS }, 3)).toEqual([
    { step: 0, device_id: 7, from: at(30 * 60_000), until: at(HOUR_MS) },
    { step: 1, device_id: 7, from: at(HOUR_MS), until: at(2 * HOUR_MS) },
  ])
  expect(stepParts([], { from: 0, until: HOUR_MS }, 3)).toEqual([])
})

test('each time is in the one part of its step', () => {
  const period = { from: 1, until: 100 * HOUR_MS + 1 }
  const bounds = fc.tuple(fc.integer({ min: 1, max: period.until }), fc.integer({ min: 1, max: period.until }))
  fc.assert(
    fc.property(bounds, fc.integer({ min: 1, max: 50 }), fc.nat(100 * HOUR_MS - 1), (ends, steps, after) => {
      const seen = { deviceId: 7, from: Math.min(...ends), until: Math.max(...ends) }
      const time = period.from + after
      const parts = stepParts([seen], period, steps).filter(({ from, until }) => from <= at(time) && at(time) < until)
      const step = Math.floor((after / (period.until - period.from)) * steps)
      expect(parts.map(part => part.step)).toEqual(seen.from <= time && time < seen.until ? [step] : [])
    }),
  )
})
