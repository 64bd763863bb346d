import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../contract/fixed.ts'
import {
  ageOf,
  decimalsIn,
  formatNumber,
  formatValue,
  NARROW_NO_BREAK_SPACE,
  parseNumber,
  roundTo,
  THIN_SPACE,
} from './value.ts'

describe('[ui §12] formatNumber', () => {
  it.each([
    ['en', '2\u2009831.4'],
    ['de', '2\u2009831,4'],
    ['es', '2\u2009831,4'],
    ['nl', '2\u2009831,4'],
  ] as const)('writes 2831.4 in %s as %s', (language, text) => {
    expect(formatNumber(2831.4, 1, language)).toBe(text)
  })

  it.each([
    [-0.8, 1, '\u22120,8'],
    [-0.04, 1, '0,0'],
    [-0, 0, '0'],
    [999, 0, '999'],
    [1000, 0, '1\u2009000'],
    [-1234567.891, 2, '\u22121\u2009234\u2009567,89'],
    [999.96, 1, '1\u2009000,0'],
    [1.005, 2, '1,01'],
    [0.5, 0, '1'],
    [191854756050.37094, 4, '191\u2009854\u2009756\u2009050,3709'],
    [1e21, 0, '1\u2009000\u2009000\u2009000\u2009000\u2009000\u2009000\u2009000'],
  ] as const)('writes %d with %d decimals in German as %s', (value, decimals, text) => {
    expect(formatNumber(value, decimals, 'de')).toBe(text)
  })

  it('parts thousands without a line break in running text', () => {
    expect(formatNumber(12345, 0, 'nl', NARROW_NO_BREAK_SPACE)).toBe('12\u202F345')
  })

  it('shows a dash for what is not a number', () => {
    expect(formatNumber(Number.NaN, 1, 'en')).toBe('–')
    expect(formatNumber(Number.NEGATIVE_INFINITY, 1, 'en')).toBe('–')
  })

  it('puts a thin space before the unit, and none where there is no unit', () => {
    expect(formatValue(25.93, 1, '°C', 'es')).toBe('25,9\u2009°C')
    expect(formatValue(92.4, 0, '%', 'en', NARROW_NO_BREAK_SPACE)).toBe('92\u202F%')
    expect(formatValue(7, 0, '', 'en')).toBe('7')
  })
})

const NOW = Date.parse('2026-11-18T07:40:00Z')

describe('[§9] ageOf', () => {
  it.each([
    [0, { value: 0, unit: 'min' }],
    [0.99, { value: 0, unit: 'min' }],
    [1, { value: 1, unit: 'min' }],
    [59.9, { value: 59, unit: 'min' }],
    [60, { value: 1, unit: 'h' }],
    [1439, { value: 23, unit: 'h' }],
    [1440, { value: 1, unit: 'd' }],
    [2879, { value: 1, unit: 'd' }],
    [144_000, { value: 100, unit: 'd' }],
  ])('tells %d minutes as %o', (minutes, age) => {
    expect(ageOf(NOW - minutes * 60_000, NOW)).toEqual(age)
  })

  it('calls a time in the future now', () => {
    expect(ageOf(NOW + 5 * 60_000, NOW)).toEqual({ value: 0, unit: 'min' })
  })
})

describe('[§5] parseNumber', () => {
  it.each([
    ['12,5', 12.5],
    ['12.5', 12.5],
    [' 12,5 ', 12.5],
    ['-0,8', -0.8],
    ['\u22120.8', -0.8],
    ['\u2212 0.8', -0.8],
    ['+3', 3],
    [',5', 0.5],
    ['12,', 12],
    ['007', 7],
    ['2 831,4', 2831.4],
    ['2\u2009831.4', 2831.4],
    ['1\u202F234\u202F567', 1234567],
    ['-0', 0],
  ])('reads %j as %d', (text, value) => {
    expect(parseNumber(text)).toBe(value)
  })

  it.each([
    '',
    ' ',
    '-',
    ',',
    '.',
    '1.234,5',
    '1,234.5',
    '1,2,3',
    '1 2',
    '12 34',
    '1e3',
    '0x10',
    'abc',
    '5 kg',
    '--5',
    'Infinity',
    'NaN',
  ])('refuses %j', text => {
    expect(parseNumber(text)).toBeNull()
  })

  it('reads back every number it has written, in every language', () => {
    const spaces = fc.constantFrom(THIN_SPACE, NARROW_NO_BREAK_SPACE)
    const numbers = fc.integer({ min: -1e9, max: 1e9 }).map(thousandths => thousandths / 1000)
    fc.assert(
      fc.property(numbers, fc.constantFrom(...LANGUAGES), spaces, (value, language, space) => {
        expect(parseNumber(formatNumber(value, 3, language, space))).toBe(value === 0 ? 0 : value)
      }),
    )
  })
})

describe('roundTo', () => {
  it.each([
    [25.94, 1, 25.9],
    [1.005, 2, 1.01],
    [-0.04, 1, 0],
    [1236.5, 0, 1237],
  ])('rounds %d to %d decimals as it is shown', (value, decimals, expected) => {
    expect(Object.is(roundTo(value, decimals), expected)).toBe(true)
  })
})

it('[ui §12] numbers are rounded as Intl rounds them, whatever they are', () => {
  const decimalText = fc.tuple(fc.integer({ min: -999_999_999, max: 999_999_999 }), fc.integer({ min: 0, max: 12 }))
  const written = decimalText.map(([digits, places]) => Number(`${digits}e-${places}`))
  const decimals = fc.integer({ min: 0, max: 4 })
  fc.assert(
    fc.property(fc.oneof(written, fc.double({ noNaN: true, min: -1e12, max: 1e12 })), decimals, (value, most) => {
      const intl = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: most })
      expect(roundTo(value, most)).toBe(Number(intl.format(value)) || 0)
    }),
    {
      numRuns: 5000,
      examples: [
        [1.005, 2],
        [-1.005, 2],
        [0.5, 0],
        [-0.5, 0],
        [4e-7, 2],
        [1e21, 0],
        [0.49999999999999994, 0],
      ],
    },
  )
})

describe('decimalsIn', () => {
  it.each([
    [34, 0],
    [34.5, 1],
    [-0.05, 2],
    [1013.125, 3],
  ])('%s has %s', (value, decimals) => {
    expect(decimalsIn(value)).toBe(decimals)
  })
})
