import { describe, expect, test } from 'vitest'
import { columnsOf, readAnimals, withAnimals } from './animals-file.ts'
import { newAnimals } from './values.ts'

const columns = columnsOf(['milk'])

describe('animals over time from a table', () => {
  test('begin on their day in, and on their day out there are none unless others come', () => {
    const { animals, problems } = readAnimals(
      'in;out;animals;kg;milk\n1.3.2026;;120;650;30,5\n2026-01-01;2026-02-01;80;600;\n1.2.2026;2026-02-20;;610;',
      columns,
    )
    expect(problems).toEqual([])
    expect(animals.map(({ valid_from, animals, mass, milk }) => [valid_from, animals, mass, milk])).toEqual([
      ['2026-01-01', '80', '600', ''],
      ['2026-02-01', '', '610', ''],
      ['2026-02-20', '0', '', ''],
      ['2026-03-01', '120', '650', '30.5'],
    ])
  })

  test('name each row that cannot be', () => {
    const text =
      'x1;;5\n2026-01-01;2025-12-31;5\n2026-02-01;;five\n2026-03-01;;;\n2026-04-01;2026-05-01;5\n2026-04-20;;6'
    expect(readAnimals(text, columns).problems).toEqual([
      { row: 1, problem: 'date' },
      { row: 2, problem: 'day_order' },
      { row: 3, problem: 'number' },
      { row: 4, problem: 'empty' },
      { row: 5, problem: 'day_order' },
    ])
  })

  test('take the place of those that began in their days', () => {
    const known = ['2025-01-01', '2026-01-15', '2026-02-01', '2026-06-01'].map(newAnimals)
    const { animals } = readAnimals('2026-01-01;2026-02-01;80', columns)
    expect(withAnimals(known, animals).map(({ valid_from, animals }) => [valid_from, animals])).toEqual([
      ['2026-06-01', ''],
      ['2026-02-01', '0'],
      ['2026-01-01', '80'],
      ['2025-01-01', ''],
    ])
  })
})
