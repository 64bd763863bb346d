import { expect, test } from 'vitest'
import type { ConsentEntry } from '#shared/contract/places/consents.ts'
import { sharedMeasurements } from './shared-measurements.ts'

const [FARM, OTHER, DEVICE, SECOND] = [1, 2, 10, 11]
const entry = (kind: ConsentEntry['kind'], day: number, more: Partial<ConsentEntry>): ConsentEntry => ({
  id: day,
  kind,
  email: null,
  location_id: FARM,
  location_name: 'De Linde',
  said_by: null,
  from: `2025-01-${String(day).padStart(2, '0')}T00:00:00.000Z`,
  device_ids: null,
  measurements: ['t', 'h'],
  updated_at: '2025-01-31T00:00:00.000Z',
  ...more,
})
const asked = entry('asked', 1, { location_id: null, from: null, measurements: [] })

test('a no is about all that a yes has shared, whatever the project is about by now', () => {
  const history = [asked, entry('yes', 2, { measurements: ['dust_pm10'] }), entry('yes', 3, { measurements: ['t'] })]
  expect(sharedMeasurements(history, FARM, [DEVICE])).toEqual(['dust_pm10', 't'])
})

test('what a no has ended is shared no more, and what it left on other devices is', () => {
  const yes = entry('yes', 2, {})
  expect(sharedMeasurements([yes, entry('no', 5, { measurements: ['h'] })], FARM, [DEVICE])).toEqual(['t'])
  const ended = entry('no', 5, { measurements: ['h'], device_ids: [DEVICE] })
  expect(sharedMeasurements([yes, ended], FARM, [DEVICE])).toEqual(['t'])
  expect(sharedMeasurements([yes, ended], FARM, [DEVICE, SECOND])).toEqual(['t', 'h'])
  expect(sharedMeasurements([yes, entry('no', 5, {})], FARM, [DEVICE])).toEqual([])
})

test('a device that was answered for by name counts where it hangs no more; another place and a question do not', () => {
  const history = [asked, entry('yes', 2, { device_ids: [SECOND] }), entry('yes', 2, { location_id: OTHER })]
  expect(sharedMeasurements(history, FARM, [DEVICE])).toEqual(['t', 'h'])
  expect(sharedMeasurements([asked], FARM, [DEVICE])).toEqual([])
})
