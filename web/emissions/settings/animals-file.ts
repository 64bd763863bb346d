import type { TFunction } from 'i18next'
import type { Language } from '#shared/contract/fixed.ts'
import type { Texts } from '#shared/locales/texts.ts'
import { ANIMAL_TRAITS, type AnimalTrait, TRAITS_OF } from '#shared/rules/locations/emission-settings.ts'
import type { HeatedKind } from '#shared/rules/science/animal-heat.ts'
import { saveTable, type TableFile } from '../../diary/files/table-file.ts'
import { numberIn, numberText } from '../../kit/forms/number-field.tsx'
import { numberOrNull, partsOf, type RowProblem, readDate } from '../../locations/rounds/tables.ts'
import { fileWord } from '../../ui/files/save-file.ts'
import { newAnimals, type SettingValues } from './values.ts'

type AnimalRow = SettingValues['animals'][number]

type Column = 'animals' | AnimalTrait | 'caged'

/** Tells whether animals of a kind may live in cages. */
export const mayBeCaged = (kind: HeatedKind | undefined): boolean => kind === 'chicken'

/** Columns that the table of a kind of animal has after its days. */
export const columnsOf = (kind: HeatedKind | undefined): Column[] => [
  'animals',
  'mass',
  ...(kind ? TRAITS_OF[kind] : []),
  ...(mayBeCaged(kind) ? (['caged'] as const) : []),
]

type Words = TFunction<'emission-settings'>

/** Head of a column. */
export const headOf = (column: Column, t: Words): string =>
  t(column === 'animals' ? 'animals.number' : column === 'caged' ? 'animals.caged_column' : `animals.${column}`)

/** Columns of a table with their days, each by its heads in all languages, in small letters. */
export type Heads = ReadonlyMap<string, Column | Day>

const DAYS = ['valid_from', 'valid_until'] as const
type Day = (typeof DAYS)[number]

/** Heads of all columns by the texts of languages: a file may have been saved in another one than that of the page. */
export const headsIn = (languages: readonly Texts['emission-settings'][]): Heads =>
  new Map(
    languages.flatMap(({ valid_from, valid_until, animals }): [string, Column | Day][] => [
      [keyOf(valid_from), 'valid_from'],
      [keyOf(valid_until), 'valid_until'],
      [keyOf(animals.number), 'animals'],
      ...ANIMAL_TRAITS.map((trait): [string, Column] => [keyOf(animals[trait]), trait]),
      [keyOf(animals.caged_column), 'caged'],
    ]),
  )

const keyOf = (head: string): string => head.trim().replace(/\s+/g, ' ').toLowerCase()

/** Number of a cell; that of cages is 1 or 0. */
const numberOf = (column: Column, cell: string | undefined): number | null => {
  const number = numberOrNull(cell)
  return column === 'caged' && number !== null && number !== 0 && number !== 1 ? Number.NaN : number
}

/** Defects of the heads of a table: none is the day in, none is a number of animals, or two name the same. */
type HeadProblem = 'no_day' | 'no_number' | 'twice'

interface AnimalsRead {
  animals: AnimalRow[]
  problems: RowProblem[]
  head: HeadProblem | null
  /** Columns that nobody knows and that hold something: their heads, or their places from 1 where they have none. */
  unknown: (string | number)[]
}

/** Columns of a table, each at its place: by its heads where it has them, else in the order in which they are asked for. */
const columnsIn = (heads: readonly string[] | null, ofKind: readonly Column[], known: Heads) =>
  heads === null ? [...DAYS, ...ofKind] : heads.map(head => known.get(keyOf(head)) ?? null)

const headProblem = (columns: readonly (Column | Day | null)[]): HeadProblem | null => {
  const named = columns.filter(column => column !== null)
  if (new Set(named).size < named.length) return 'twice'
  if (!named.includes('valid_from')) return 'no_day'
  return named.every(column => column === 'valid_from' || column === 'valid_until') ? 'no_number' : null
}

/**
 * Rows of animals from a table. Columns of a table with heads are those that its heads name, in any order and any of the languages;
 * those of one without are day in, day out and the columns of the kind. From the day out of a row there are none, unless another
 * begins there. Nothing is read of a table whose heads are wrong, nor of a column that nobody knows.
 */
export const readAnimals = (text: string, ofKind: readonly Column[], known: Heads): AnimalsRead => {
  const { heads, rows: lines } = partsOf(text, cells => cells.some(cell => known.has(keyOf(cell))))
  const columns = columnsIn(heads, ofKind, known)
  const widest = lines.reduce((most, { cells }) => Math.max(most, cells.length), heads?.length ?? 0)
  const unknown = Array.from({ length: widest }, (_, place) => place).flatMap(place => {
    const isKnown = (columns[place] ?? null) !== null
    const head = heads?.[place] || place + 1
    return isKnown || lines.every(({ cells }) => !cells[place]) ? [] : [head]
  })
  const head = heads === null ? null : headProblem(columns)
  if (head !== null) return { animals: [], problems: [], head, unknown }
  const problems: RowProblem[] = []
  const rows = lines.flatMap(({ row, cells }) => {
    const cellOf = (day: Day) => cells[columns.indexOf(day)] ?? ''
    const until = cellOf('valid_until')
    const [first, end] = [readDate(cellOf('valid_from')), until === '' ? null : readDate(until)]
    const numbers = columns.flatMap((column, place) =>
      column === null || column === 'valid_from' || column === 'valid_until'
        ? []
        : [[column, numberOf(column, cells[place])] as const],
    )
    const problem =
      first === null || (until !== '' && end === null)
        ? 'date'
        : numbers.some(([, value]) => Number.isNaN(value))
          ? 'number'
          : end !== null && end <= first
            ? 'day_order'
            : // A form may hold a day that says nothing, and so may a file of it.
              heads === null && numbers.every(([, value]) => value === null)
              ? 'empty'
              : null
    if (problem !== null) problems.push({ row, problem })
    return problem === null && first !== null ? [{ row, first, end, numbers }] : []
  })
  const sorted = rows.toSorted((a, b) => (a.first < b.first ? -1 : 1))
  const animals = sorted.flatMap(({ row, first, end, numbers }, index): AnimalRow[] => {
    const next = sorted[index + 1]?.first
    if (next !== undefined && (next === first || (end !== null && end > next)))
      problems.push({ row, problem: 'day_order' })
    const values = Object.fromEntries(
      numbers.map(([column, value]) => [column, column === 'caged' ? value === 1 : numberText(value)]),
    )
    const one: AnimalRow = { ...newAnimals(first), ...values }
    return end === null || end === next ? [one] : [one, { ...newAnimals(end), animals: '0' }]
  })
  return { animals, problems: problems.toSorted((a, b) => a.row - b.row), head, unknown }
}

/** Rows of a form after a table came in: those that began in its days give way; the newest first. */
export const withAnimals = (known: readonly AnimalRow[], read: readonly AnimalRow[]): AnimalRow[] => {
  const days = read.map(({ valid_from }) => valid_from).toSorted()
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const kept = known.filter(({ valid_from }) => valid_from < first || valid_from > last)
  return [...kept, ...read].toSorted((a, b) => (a.valid_from < b.valid_from ? 1 : -1))
}

/** Rows of animals as the table that is read: columns of their kind, then what they hold besides, as from another kind. */
export const animalsTable = (rows: readonly AnimalRow[], ofKind: readonly Column[], t: Words): TableFile => {
  const isHeld = (column: Column) => rows.some(row => row[column] !== '' && row[column] !== false)
  const others = ([...ANIMAL_TRAITS, 'caged'] as const).filter(column => !ofKind.includes(column) && isHeld(column))
  const columns = [...ofKind, ...others]
  const cellOf = (row: AnimalRow, column: Column) => (column === 'caged' ? Number(row.caged) : numberIn(row[column]))
  return {
    heads: [t('valid_from'), t('valid_until'), ...columns.map(column => headOf(column, t))],
    rows: rows
      .toSorted((a, b) => (a.valid_from < b.valid_from ? -1 : 1))
      .map(row => [
        { text: row.valid_from },
        { text: '' },
        ...columns.map(column => ({ number: cellOf(row, column), decimals: 3 })),
      ]),
  }
}

/** Gives the person rows of animals as a CSV file. */
export const saveAnimals = (
  rows: readonly AnimalRow[],
  columns: readonly Column[],
  areaName: string,
  language: Language,
  t: Words,
): void => saveTable(animalsTable(rows, columns, t), fileWord(`${t('animals.title')} ${areaName}`), 'csv', language)
