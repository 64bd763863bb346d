import fc from 'fast-check'
import i18next from 'i18next'
import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '#shared/contract/fixed.ts'
import de from '#shared/locales/de/emission-settings.json' with { type: 'json' }
import en from '#shared/locales/en/emission-settings.json' with { type: 'json' }
import es from '#shared/locales/es/emission-settings.json' with { type: 'json' }
import nl from '#shared/locales/nl/emission-settings.json' with { type: 'json' }
import { ANIMAL_TRAITS } from '#shared/rules/locations/emission-settings.ts'
import { HEATED_KINDS } from '#shared/rules/science/animal-heat.ts'
import { tableCsv } from '../../diary/files/table-file.ts'
import { numberText } from '../../kit/forms/number-field.tsx'
import { animalsTable, columnsOf, headsIn, readAnimals, withAnimals } from './animals-file.ts'
import { newAnimals } from './values.ts'

const TEXTS = { de, en, es, nl } as const
const HEADS = headsIn(Object.values(TEXTS))
const i18n = i18next.createInstance()
await i18n.init({
  resources: Object.fromEntries(LANGUAGES.map(one => [one, { 'emission-settings': TEXTS[one] }])),
  lng: 'en',
})
const wordsIn = (language: Language) => i18n.getFixedT(language, 'emission-settings')
const columns = columnsOf('goat')
const read = (text: string) => readAnimals(text, columns, HEADS)

const told = (known: ReturnType<typeof newAnimals>[], text: string) =>
  withAnimals(known, read(text).animals).map(({ valid_from, animals, mass, milk }) => [valid_from, animals, mass, milk])

describe('animals over time from a table', () => {
  test('begin on their day in, and on their day out there are none unless others come', () => {
    const text = '1.3.2026;;120;650;30,5\n2026-01-01;2026-02-01;80;600;\n1.2.2026;2026-02-20;;610;'
    expect(read(text).problems).toEqual([])
    expect(told([], text)).toEqual([
      ['2026-03-01', '120', '650', '30.5'],
      ['2026-02-20', '0', '', ''],
      ['2026-02-01', '', '610', ''],
      ['2026-01-01', '80', '600', ''],
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

  test('take the place of those that began in their days, and end where the form has others', () => {
    const known = ['2025-01-01', '2026-01-15', '2026-06-01'].map(newAnimals)
    expect(told(known, '2026-01-01;2026-02-01;80').map(([day, animals]) => [day, animals])).toEqual([
      ['2026-06-01', ''],
      ['2026-02-01', '0'],
      ['2026-01-01', '80'],
      ['2025-01-01', ''],
    ])
    const others = [{ ...newAnimals('2026-02-01'), animals: '90' }, newAnimals('2026-01-15')]
    expect(told(others, '2026-01-01;2026-02-01;80').map(([day, animals]) => [day, animals])).toEqual([
      ['2026-02-01', '90'],
      ['2026-01-01', '80'],
    ])
    // Rows of the form that begin between two stays are of no row of the table.
    const between = [{ ...newAnimals('2026-02-15'), animals: '90' }]
    expect(told(between, '2026-01-01;2026-02-01;80\n2026-03-01;;85').map(([day, animals]) => [day, animals])).toEqual([
      ['2026-03-01', '85'],
      ['2026-02-15', '90'],
      ['2026-02-01', '0'],
      ['2026-01-01', '80'],
    ])
  })

  test('of some columns leave the others as the form has them', () => {
    const form = [
      { ...newAnimals('2026-03-01'), animals: '125', mass: '655', milk: '28', caged: true },
      { ...newAnimals('2026-02-01'), animals: '123', mass: '650' },
      { ...newAnimals('2026-01-01'), animals: '120', mass: '650' },
    ]
    const milk = 'Valid from;Milk\n2026-01-01;30\n2026-01-15;31\n2026-03-01;32'
    expect(told(form, milk)).toEqual([
      ['2026-03-01', '125', '655', '32'],
      ['2026-02-01', '123', '650', '31'],
      ['2026-01-15', '120', '650', '31'],
      ['2026-01-01', '120', '650', '30'],
    ])
    expect(withAnimals(form, read(milk).animals)[0]?.caged).toBe(true)
    // An end of milk is no end of the animals, and a table without heads has no more columns than it has cells.
    expect(told(form, 'Valid from;Until;Milk\n2026-01-01;2026-01-10;30')[2]).toEqual(['2026-01-10', '120', '650', ''])
    expect(told(form, '2026-03-01;;80')[0]).toEqual(['2026-03-01', '80', '655', '28'])
    expect(told([], milk)[0]).toEqual(['2026-03-01', '', '', '32'])
  })

  test.each(['24.000', '24,000', '1.200.000', '80.5'])('count no animals by %s: the sign may part thousands', cell => {
    const { animals, problems } = read(`Valid from;Animals;Milk\n2026-01-01;${cell};1,9\n2026-02-01;24 000;1,9`)
    expect(problems).toEqual([{ row: 2, problem: 'whole' }])
    expect(animals.map(one => one.animals)).toEqual(['24000'])
  })

  test.each([
    'Valid from,Until,Animals,Weight of one animal\n2026-01-01,,80,1,9',
    'Valid from,Until,Animals,Weight of one animal,Milk\n2026-01-01,,80,1,9,',
    'Valid from;Animals\n2026-01-01;80;1,9',
  ])('are not read from a row with more cells than heads: %j', text => {
    expect(read(text)).toMatchObject({ animals: [], problems: [{ row: 2, problem: 'too_wide' }] })
  })

  test('are not read between commas without heads, which may be decimal signs', () => {
    expect(read('2026-01-01,,80,650,5')).toMatchObject({ animals: [], head: 'comma' })
    expect(read('2026-01-01,,80').animals).toMatchObject([{ animals: '80' }])
    expect(read('Valid from,Until,Animals,Milk\n2026-01-01,,80,"1,9",\n').problems).toEqual([
      { row: 2, problem: 'too_wide' },
    ])
    expect(read('Valid from,Until,Animals,Milk\n2026-01-01,,80,"1,9"\n').animals).toMatchObject([{ milk: '1.9' }])
  })

  test('tell of hens whether they are in cages, by 1 or 0', () => {
    const ofHens = (cell: string) => readAnimals(`2026-01-01;;80;1.9;;${cell}`, columnsOf('chicken'), HEADS)
    expect(['1', '0', ''].map(cell => ofHens(cell).animals[0]?.caged)).toEqual([true, false, false])
    expect(['2', 'x'].map(cell => ofHens(cell).problems)).toEqual([
      [{ row: 1, problem: 'number' }],
      [{ row: 1, problem: 'number' }],
    ])
  })

  test.each([
    'Milch;Gültig ab;Gewicht eines Tiers\n30;2026-01-01;650',
    ' valid  FROM ;Peso de uno;Melk\n2026-01-01;650;30',
    'In cages (1 or 0),Geldig vanaf,Milk,Gewicht van één dier\n0,2026-01-01,30,650',
    'sep=;\r\nGu\u0308ltig ab;Milch [kg/d];Gewicht eines Tiers (kg)\r\n2026-01-01;30;650',
  ])('are read by their heads, in any order and language: %j', text => {
    const { animals, problems, head, unknown } = read(text)
    expect([problems, head, unknown]).toEqual([[], null, []])
    expect(withAnimals([], animals)).toMatchObject([{ valid_from: '2026-01-01', animals: '', mass: '650', milk: '30' }])
  })

  test('say which columns nobody knows, and read the others by their names', () => {
    const { animals, problems, unknown } = read(
      'Valid from;Until;Note;Animals;;Weight of one animal;Empty\n2026-01-01;;5 left;110;7;650;;',
    )
    expect(problems).toEqual([])
    expect(unknown).toEqual(['Note', 5])
    expect(withAnimals([], animals)).toMatchObject([{ animals: '110', mass: '650', milk: '' }])
    // Columns without heads are those of the kind, and what stands beside them is said.
    expect(read('2026-01-01;;80;600;30;9').unknown).toEqual([6])
  })

  test.each([
    ['no_day', 'in;out;animals;kg\n2026-01-01;;80;600', ['in', 'kg']],
    ['no_number', 'Valid from;Until;kg\n2026-01-01;;80', ['kg']],
    ['twice', 'Valid from;Milk;Milch\n2026-01-01;30;31', []],
    ['twice', 'Valid from;Milk;Milk (kg)\n2026-01-01;30;31', []],
  ])('are not read at all where the heads are wrong: %s', (problem, text, names) => {
    const { animals, head, unknown } = read(text)
    expect([animals, head, unknown]).toEqual([[], problem, names])
  })

  test('have heads of which none means another column in another language', () => {
    const each = LANGUAGES.map(language => headsIn([TEXTS[language]]))
    for (const heads of each) for (const [head, column] of heads) expect(HEADS.get(head), head).toBe(column)
    // Day in, day out, number, traits and cages.
    expect(each.map(({ size }) => size)).toEqual(LANGUAGES.map(() => ANIMAL_TRAITS.length + 4))
  })

  test('come back from the file that was saved of them with all that the form holds', () => {
    const text = fc.oneof(
      fc.constant(''),
      fc.integer({ min: 0, max: 2_000_000 }).map(thousandths => numberText(thousandths / 1000)),
    )
    const { valid_from: _, caged: __, ...fields } = newAnimals('')
    const whole = fc.oneof(fc.constant(''), fc.integer({ min: 0, max: 2_000_000 }).map(String))
    const values = fc.record(
      Object.fromEntries(Object.keys(fields).map(field => [field, field === 'animals' ? whole : text])),
    )
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
        fc.constantFrom(undefined, ...HEATED_KINDS),
        fc.constantFrom(...LANGUAGES),
        (known, kind, other, language) => {
          const ofKind = columnsOf(kind)
          const saved = tableCsv(animalsTable(known, ofKind, wordsIn(language)), language)
          const { animals, ...read } = readAnimals(saved, columnsOf(other), HEADS)
          expect(read).toEqual({ problems: [], head: null, unknown: [] })
          expect(withAnimals(known, animals)).toEqual(known)
        },
      ),
    )
  })
})
