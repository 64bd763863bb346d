import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calibrationOffsetAt, correctionsFrom, offsetOf } from './calibration.ts'

const at = (time: string) => Date.parse(`2025-01-${time}Z`)
const offset = (day: string, value: number, measurement = 'nh3', device_id = 1) => ({
  device_id,
  measurement,
  valid_from: `2025-01-${day}T00:00:00.000Z`,
  offset: value,
})

describe('[decisions §5] calibrations', () => {
  const corrections = correctionsFrom([
    offset('20', -0.8),
    offset('10', 0.3),
    offset('15', 5, 'co2'),
    offset('12', 9, 'nh3', 2),
  ])

  test.each([
    ['09T23:59:59.999', 0],
    ['10T00:00:00', 0.3],
    ['19T23:59:59.999', 0.3],
    ['20T00:00:00', -0.8],
    ['31T12:00:00', -0.8],
  ])('at %s the offset is %d: each holds from its date until the next', (time, expected) => {
    expect(calibrationOffsetAt(corrections, 1, 'nh3', at(time))).toBe(expected)
  })

  test('belong to one measurement of one device', () => {
    expect(calibrationOffsetAt(corrections, 1, 'co2', at('16T00:00:00'))).toBe(5)
    expect(calibrationOffsetAt(corrections, 1, 't', at('16T00:00:00'))).toBe(0)
    expect(calibrationOffsetAt(corrections, 2, 'nh3', at('16T00:00:00'))).toBe(9)
  })

  test('of two from the same time the later one holds', () => {
    const both = correctionsFrom([offset('10', 1), offset('10', 2)])
    expect(both).toHaveLength(1)
    expect(calibrationOffsetAt(both, 1, 'nh3', at('11T00:00:00'))).toBe(2)
  })

  test('[decisions §13] one ends with the custody it was made under, and the one before goes on', () => {
    const rented = { ...offset('12', 7), holds_until: '2025-01-14T00:00:00.000Z' }
    const both = correctionsFrom([offset('10', 1), rented])
    expect(['11', '13', '14'].map(day => calibrationOffsetAt(both, 1, 'nh3', at(`${day}T00:00:00`)))).toEqual([1, 7, 1])
    const alone = correctionsFrom([rented])
    expect(['11', '13', '14'].map(day => calibrationOffsetAt(alone, 1, 'nh3', at(`${day}T00:00:00`)))).toEqual([
      0, 7, 0,
    ])
  })

  test('hold as they would one by one, however they lie over each other', () => {
    const days = fc.integer({ min: 1, max: 20 })
    const dated = fc.record({ from: days, until: fc.option(fc.integer({ min: 1, max: 11 })), value: fc.nat(5) })
    fc.assert(
      fc.property(fc.array(dated, { maxLength: 12 }), list => {
        const day = (nr: number) => `2025-01-${String(nr).padStart(2, '0')}T00:00:00.000Z`
        const offsets = list.map(({ from, until, value }) => ({
          ...offset('01', value),
          valid_from: day(from),
          holds_until: until === null ? null : day(from + until),
        }))
        const found = correctionsFrom(offsets)
        const known = offsets.toSorted((a, b) => a.valid_from.localeCompare(b.valid_from))
        for (let nr = 1; nr <= 31; nr++) {
          const holding = known.findLast(
            one => one.valid_from <= day(nr) && (one.holds_until === null || day(nr) < one.holds_until),
          )
          expect(calibrationOffsetAt(found, 1, 'nh3', Date.parse(day(nr)))).toBe(holding?.offset ?? 0)
        }
      }),
    )
  })

  test('a hundred thousand of one device take no longer than a few', () => {
    const many = Array.from({ length: 100_000 }, (_, nr) => ({
      ...offset('01', nr),
      valid_from: new Date(at('01T00:00:00') + nr * 60_000).toISOString(),
    }))
    const found = correctionsFrom(many)
    expect(found).toHaveLength(100_000)
    expect(found.at(-1)).toMatchObject({ offset: 99_999, until: null })
  })

  test('[decisions §4] two values give their mean as the offset', () => {
    expect(
      offsetOf([
        { reference: 8, measured: 8.7 },
        { reference: 8.5, measured: 9.4 },
      ]),
    ).toBeCloseTo(-0.8, 10)
    expect(() => offsetOf([])).toThrow(RangeError)
  })
})
