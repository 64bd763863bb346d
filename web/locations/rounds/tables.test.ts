import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#shared/contract/fixed.ts'
import { USUAL_FORMATS } from '#shared/rules/formats/formats.ts'
import { tableCsv } from '../../diary/files/table-file.ts'
import { endSession, setUser, type User } from '../../kit/api/session.ts'
import { slashesExample } from '../../kit/language/viewer-formats.ts'
import {
  bandText,
  curveText,
  partsOf,
  readBand,
  readCurve,
  readDate,
  readLosses,
  readRounds,
  readWater,
} from './tables.ts'

describe('a pasted table', () => {
  test('is a curve, whatever stands between its cells', () => {
    const points = [
      { age: 0, mass: 0.044, temperature: 33.2, humidity: null, water: null },
      { age: 3, mass: null, temperature: 31, humidity: 60, water: null },
    ]
    for (const text of [
      'Tag;kg;°C;%\n0;0,044;33,2\n\n3;;31;60',
      '0\t0.044\t33.2\n3\t\t31\t60\n',
      '0,0.044,33.2,\r\n3,,31,60',
    ])
      expect(readCurve(text)).toEqual({ points, problems: [] })
    expect(readCurve(curveText({ points })).points).toEqual(points)
  })

  test('has the columns of its first line with text, an empty head and the sign of UTF-8 or not', () => {
    expect(partsOf('\uFEFF\n\tMilk\r\n2026-01-01\t30').heads).toEqual(['', 'Milk'])
    expect(partsOf(';;Weight\n2026-01-01;;120').heads).toEqual(['', '', 'Weight'])
    expect(partsOf('2026-01-01;120').heads).toBeNull()
    expect(partsOf('sep=,\nday,L\n2026-01-01,30')).toEqual({
      heads: ['day', 'L'],
      rows: [{ row: 3, cells: ['2026-01-01', '30'], byComma: true }],
    })
    expect(partsOf('')).toEqual({ heads: null, rows: [] })
    const numbered = 'In cages (1 or 0);Milk\n1;30'
    expect(partsOf(numbered).heads).toBeNull()
    expect(partsOf(numbered, cells => cells.includes('Milk'))).toEqual({
      heads: ['In cages (1 or 0)', 'Milk'],
      rows: [{ row: 2, cells: ['1', '30'], byComma: false }],
    })
  })

  test('names the row that is wrong and keeps the others', () => {
    expect(readCurve('0;;33\nx1;;32\n0;;31\n4;;\n5;;30')).toMatchObject({
      points: [{ age: 0 }, { age: 5 }],
      problems: [
        { row: 2, problem: 'number' },
        { row: 3, problem: 'age_order' },
        { row: 4, problem: 'empty' },
      ],
    })
  })

  test('is rounds, with the line of each', () => {
    expect(
      readRounds(
        'in;out;animals;age;name;curve\n12.11.2025;24.12.2025;20000;;A;ROSS_60\n2026-01-02;;20000;1\n31.02.2026;;1\n2026-03-01;;9;;;cobb',
        ['ross_60'],
      ),
    ).toEqual({
      rounds: [
        { date_in: '2025-11-12', date_out: '2025-12-24', animals: 20_000, age_in: 0, name: 'A', preset: 'ross_60' },
        { date_in: '2026-01-02', date_out: null, animals: 20_000, age_in: 1, name: null, preset: null },
      ],
      rows: [2, 3],
      problems: [
        { row: 4, problem: 'date' },
        { row: 5, problem: 'preset' },
      ],
    })
    expect(readRounds('2026-01-02;;many', []).problems).toEqual([{ row: 1, problem: 'number' }])
    // Thousands in one language, decimals in the other.
    expect(readRounds('2026-01-02;;20.000\n2026-03-02;;20,000\n2026-05-02;;20 000', [])).toMatchObject({
      rounds: [{ animals: 20_000 }],
      problems: [
        { row: 1, problem: 'whole' },
        { row: 2, problem: 'whole' },
      ],
    })
  })

  test('that was saved here comes back as it was, whatever a round is called', () => {
    const names = [
      ...['Spring', 'Spring, left', 'Left; "2"', '12" trays'],
      // Spreadsheets would take these for formulas, so a file guards them by an apostrophe; others have one of their own.
      ...['=Barn', '+31 6', '-x', '@y', 'a; -1', 'a, =b', "'t Hof", "'=Barn", "''-x", "'"],
    ]
    const rows = names.map(text => [
      { text: '2026-01-02' },
      { text: '' },
      { number: 9, decimals: 0 },
      { number: 0, decimals: 0 },
      { text },
    ])
    for (const language of LANGUAGES) {
      const read = readRounds(tableCsv({ heads: ['in', 'out', 'animals', 'age', 'name'], rows }, language), [])
      expect(read.problems).toEqual([])
      expect(read.rounds.map(({ name, animals }) => [name, animals])).toEqual(names.map(name => [name, 9]))
    }
    // A lone sign for inches opens nothing that goes on for ever.
    expect(readRounds('2026-01-02;;9;0;12" trays', []).rounds).toMatchObject([{ name: '12" trays' }])
    expect(readRounds('2026-01-02;;9;0;12" trays;ross_60', ['ross_60']).rounds).toMatchObject([
      { name: '12" trays', preset: 'ross_60' },
    ])
  })

  test('is counts of animals, lost where nothing else is said', () => {
    const words = [
      ['lost', 'Verendet'],
      ['out', 'Ausgestallt'],
      ['in', 'Nachgestallt'],
    ] as const
    expect(
      readLosses(
        'Tag;Tiere;Art\n2026-01-02;12\n3.1.2026;900;ausgestallt\n2026-01-04;5;in\n2026-01-05;1;x\n;2\n2026-01-06;1,5',
        words,
      ),
    ).toEqual({
      rows: [
        { date: '2026-01-02', animals: 12, kind: 'lost' },
        { date: '2026-01-03', animals: 900, kind: 'out' },
        { date: '2026-01-04', animals: 5, kind: 'in' },
      ],
      lines: [2, 3, 4],
      problems: [
        { row: 5, problem: 'kind' },
        { row: 6, problem: 'date' },
        { row: 7, problem: 'whole' },
      ],
    })
  })

  test('is litres of days', () => {
    expect(readWater('day;L\n2026-01-02;5210,5\n2026-01-03;-1\n2026-01-04;0')).toEqual({
      rows: [
        { date: '2026-01-02', litres: 5210.5 },
        { date: '2026-01-04', litres: 0 },
      ],
      lines: [2, 4],
      problems: [{ row: 3, problem: 'number' }],
    })
  })

  test('is an own band, with a row of heads or without, and the same again when it is shown', () => {
    const points = [
      { age: 0, low: 31.5, high: 34 },
      { age: 7, low: 28, high: 31 },
    ]
    for (const text of [
      'Tag;von;bis\n0;31,5;34\n\n7;28;31',
      '0\t31.5\t34\n7\t28\t31\n',
      'day,from,to\n0,31.5,34\r\n7,28,31',
    ])
      expect(readBand(text, 't')).toEqual({ points, problems: [] })
    expect(readBand(bandText({ measure: 't', points }), 't')).toEqual({ points, problems: [] })
    expect(readBand('', 't')).toEqual({ points: [], problems: [] })
  })

  test('names each row of an own band that is wrong, and why', () => {
    expect(readBand('0;50;70\n0;50;70\n-1;50;70\n3;70;60\n4;60;101\n5;60\n6;x;70\n7;55;65', 'h')).toEqual({
      points: [
        { age: 0, low: 50, high: 70 },
        { age: 7, low: 55, high: 65 },
      ],
      problems: [
        { row: 2, problem: 'age_order' },
        { row: 3, problem: 'band_age' },
        { row: 4, problem: 'band_order' },
        { row: 5, problem: 'band_range' },
        { row: 6, problem: 'number' },
        { row: 7, problem: 'number' },
      ],
    })
    const long = Array.from({ length: 205 }, (_, age) => `${age};1;2`).join('\n')
    const { points, problems } = readBand(long, 't')
    expect([points.length, problems]).toEqual([200, [{ row: 201, problem: 'too_many' }]])
  })

  test('[decisions 0160] read in °F keeps the temperatures that nobody touched', () => {
    setUser({ formats: { ...USUAL_FORMATS, temperature: 'fahrenheit' } } as User)
    try {
      const curve = [
        { age: 0, mass: null, temperature: 27.33, humidity: null, water: null },
        { age: 3, mass: null, temperature: 8.93, humidity: null, water: null },
      ]
      const text = curveText({ points: curve })
      expect(readCurve(text, curve).points).toEqual(curve)
      expect(readCurve(text.replace('81.19', '77'), curve).points.map(one => one.temperature)).toEqual([25, 8.93])
      const band = [{ age: 0, low: 27.33, high: 31.41 }]
      expect(readBand(bandText({ measure: 't', points: band }), 't', band).points).toEqual(band)
    } finally {
      endSession()
    }
  })

  test('keeps the water that a curve wants', () => {
    const points = [{ age: 0, mass: null, temperature: null, humidity: null, water: 0.05 }]
    expect(readCurve('0;;;;0,05')).toEqual({ points, problems: [] })
    expect(readCurve(curveText({ points })).points).toEqual(points)
  })
})

test.each([
  ['03/04/2026', '2026-03-04'],
  ['03-04-2026', '2026-03-04'],
  ['03.04.2026', '2026-04-03'],
  ['22/11/2026', null],
])('[decisions 0160] %s of who has the month first is read as %s', (text, date) => {
  setUser({ formats: { ...USUAL_FORMATS, dates: 'month_first' } } as User)
  try {
    expect([readDate(text), readDate(slashesExample())]).toEqual([date, '2026-11-22'])
  } finally {
    endSession()
  }
})

test.each([
  ['1/2/2026', '2026-02-01'],
  ['2026-2-1', '2026-02-01'],
  ['2026-13-01', null],
  ['soon', null],
])('%s is read as %s', (text, date) => {
  expect(readDate(text)).toBe(date)
})
