import { describe, expect, test } from 'vitest'
import { curveText, readCurve, readDate, readRounds } from './tables.ts'

describe('a pasted table', () => {
  test('is a curve, whatever stands between its cells', () => {
    const points = [
      { age: 0, mass: 0.044, temperature: 33.2, humidity: null },
      { age: 3, mass: null, temperature: 31, humidity: 60 },
    ]
    for (const text of [
      'Tag;kg;°C;%\n0;0,044;33,2\n\n3;;31;60',
      '0\t0.044\t33.2\n3\t\t31\t60\n',
      '0,0.044,33.2,\r\n3,,31,60',
    ])
      expect(readCurve(text)).toEqual({ points, problems: [] })
    expect(readCurve(curveText({ points })).points).toEqual(points)
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
      readRounds('in;out;animals;age;name\n12.11.2025;24.12.2025;20000;;A\n2026-01-02;;20000;1\n31.02.2026;;1'),
    ).toEqual({
      rounds: [
        { date_in: '2025-11-12', date_out: '2025-12-24', animals: 20_000, age_in: 0, name: 'A' },
        { date_in: '2026-01-02', date_out: null, animals: 20_000, age_in: 1, name: null },
      ],
      rows: [2, 3],
      problems: [{ row: 4, problem: 'date' }],
    })
    expect(readRounds('2026-01-02;;many').problems).toEqual([{ row: 1, problem: 'number' }])
  })
})

test.each([
  ['1/2/2026', '2026-02-01'],
  ['2026-2-1', '2026-02-01'],
  ['2026-13-01', null],
  ['soon', null],
])('%s is read as %s', (text, date) => {
  expect(readDate(text)).toBe(date)
})
