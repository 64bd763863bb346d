import { expect, test } from 'vitest'
import { isOf } from './use-inspections.ts'

const placed = { location_id: 1, area_id: 3, start: '2026-11-01T00:00:00Z', end: '2026-11-10T00:00:00Z' }
const made = (date: string, areaIds: number[], location_id = 1) => ({
  date,
  location_id,
  areas: areaIds.map(id => ({ id, name: '', area_type_id: 1 })),
})

test('[design §8.4] an inspection stands below the charts of what hung there when it was made', () => {
  expect(isOf(made('2026-11-05T06:00:00Z', [3, 4]), [placed])).toBe(true)
  expect(isOf(made('2026-11-05T06:00:00Z', []), [placed])).toBe(true)
  expect(isOf(made('2026-11-05T06:00:00Z', [4]), [placed])).toBe(false)
  expect(isOf(made('2026-11-05T06:00:00Z', [], 2), [placed])).toBe(false)
  expect(isOf(made('2026-11-10T00:00:00Z', [3]), [placed])).toBe(false)
  expect(isOf(made('2026-11-10T00:00:00Z', [3]), [{ ...placed, end: null }])).toBe(true)
})
