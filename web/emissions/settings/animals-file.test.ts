import fc from 'fast-check'
import type { TFunction } from 'i18next'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#shared/contract/fixed.ts'
import { HEATED_KINDS } from '#shared/rules/science/animal-heat.ts'
import { tableCsv } from '../../diary/files/table-file.ts'
import { numberText } from '../../kit/forms/number-field.tsx'
import { animalsTable, columnsOf, readAnimals, withAnimals } from './animals-file.ts'
import { newAnimals } from './values.ts'

const t = ((key: string) => key) as TFunction<'emission-settings'>
const columns = columnsOf('goat')
const read = (text: string) => readAnimals(text, columns, t)

describe('animals over time from a table', () => {
  test('begin on their day in, and on their day out there are none unless others come', () => {
    const { animals, problems } = read(
      'in;out;animals;kg;milk\n1.3.2026;;120;650;30,5\n2026-01-01;2026-02-01;80;600;\n1.2.2026;2026-02-20;;610;',
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
    expect(read(text).problems).toEqual([
      { row: 1, problem: 'date' },
      { row: 2, problem: 'day_order' },
      { row: 3, problem: 'number' },
      { row: 4, problem: 'empty' },
      { row: 5, problem: 'day_order' },
    ])
  })

  test('take the place of those that began in their days', () => {
    const known = ['2025-01-01', '2026-01-15', '2026-02-01', '2026-06-01'].map(newAnimals)
    const { animals } = read('2026-01-01;2026-02-01;80')
    expect(withAnimals(known, animals).map(({ valid_from, animals }) => [valid_from, animals])).toEqual([
      ['2026-06-01', ''],
      ['2026-02-01', '0'],
      ['2026-01-01', '80'],
      ['2025-01-01', ''],
    ])
  })

  test('tell of hens whether they are in cages, by 1 or 0', () => {
    const ofHens = (cell: string) => readAnimals(`2026-01-01;;80;1.9;;${cell}`, columnsOf('chicken'), t)
    expect(['1', '0', ''].map(cell => ofHens(cell).animals[0]?.caged)).toEqual([true, false, false])
    expect(['2', 'x'].map(cell => ofHens(cell).problems)).toEqual([
      [{ row: 1, problem: 'number' }],
      [{ row: 1, problem: 'number' }],
    ])
  })

  test('are read by the heads that are known, whatever other columns a table has', () => {
    const { animals, problems } = read('from;until;Note;animals.mass;\n2026-01-01;;5 left;650;x')
    expect(problems).toEqual([])
    expect(animals.map(({ animals, mass }) => [animals, mass])).toEqual([['', '650']])
  })

  test('come back from the file that was saved of them with all that the form holds', () => {
    const text = fc.oneof(
      fc.constant(''),
      fc.integer({ min: 0, max: 2_000_000 }).map(thousandths => numberText(thousandths / 1000)),
    )
    const { valid_from: _, caged: __, ...fields } = newAnimals('')
    const values = fc.record(Object.fromEntries(Object.keys(fields).map(field => [field, text])))
    const row = fc.record({ day: fc.integer({ min: 0, max: 20_000 }), caged: fc.boolean(), values })
    const rows = fc.uniqueArray(row, { selector: ({ day }) => day, minLength: 1, maxLength: 6 }).map(some =>
      some
        .toSorted((a, b) => b.day - a.day)
        .map(({ day, caged, values }) => ({
          ...newAnimals(new Date(day * 86_400_000).toISOString().slice(0, 10)),
          ...values,
          caged,
        })),
    )
    fc.assert(
      fc.property(
        rows,
        fc.constantFrom(undefined, ...HEATED_KINDS),
        fc.constantFrom(...LANGUAGES),
        (known, kind, language) => {
          const ofKind = columnsOf(kind)
          const { animals, problems } = readAnimals(tableCsv(animalsTable(known, ofKind, t), language), ofKind, t)
          expect(problems).toEqual([])
          expect(withAnimals(known, animals)).toEqual(known)
        },
      ),
    )
  })
})
