import { expect, test } from 'vitest'
import { day, moment } from './parsers.ts'

test('a day of an address is one of the calendar that the server takes', () => {
  expect(day.read('2024-02-29')).toBe('2024-02-29')
  for (const wrong of ['2026-02-29', '2026-02-31', '2026-13-01', '1900-01-01', '2100-01-01', '2026-1-1', 'foo', ''])
    expect(day.read(wrong)).toBeUndefined()
})

test('a moment of an address is a time or a day', () => {
  expect(moment.read('2026-11-15T23:00:00.000Z')).toBe('2026-11-15T23:00:00.000Z')
  expect(moment.read('2026-11-15')).toBe('2026-11-15')
  for (const wrong of ['2026-11-15T99:00', 'foo', '2026-02-31']) expect(moment.read(wrong)).toBeUndefined()
})
