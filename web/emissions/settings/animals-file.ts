import type { TFunction } from 'i18next'
import type { Language } from '#shared/contract/fixed.ts'
import type { Texts } from '#shared/locales/texts.ts'
import { ANIMAL_TRAITS, type AnimalTrait, inForce, TRAITS_OF } from '#shared/rules/locations/emission-settings.ts'
import type { HeatedKind } from '#shared/rules/science/animal-heat.ts'
import { saveTable, type TableFile } from '../../diary/files/table-file.ts'
import { numberIn, numberText } from '../../kit/forms/number-field.tsx'
import {
  countOrNull,
  hasSign,
  numberOrNull,
  partsOf,
  type RowProblem,
  readDate,
} from '../../locations/rounds/tables.ts'
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

/** A head as it is compared. Letters with marks may come as one sign or as two, by the program that wrote the file. */
const keyOf = (head: string): string => head.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()

/** Brackets at the end of a head: people add units there. */
const IN_BRACKETS = / ?(?:\([^()]*\)|\[[^[\]]*\])$/

/** Column that a head names, with a unit in brackets or without; undefined where nobody knows it. */
const columnOf = (head: string, known: Heads): Column | Day | undefined =>
  known.get(keyOf(head)) ?? known.get(keyOf(head).replace(IN_BRACKETS, ''))

/** Number of a cell; that of animals is whole, and that of cages is 1 or 0. */
const numberOf = (column: Column, cell: string | undefined): number | null => {
  if (column === 'animals') return countOrNull(cell)
  const number = numberOrNull(cell)
  return column === 'caged' && number !== null && number !== 0 && number !== 1 ? Number.NaN : number
}

/**
 * Defects of a whole table. Of its heads none is the day in, none is a number of animals, or two name the same; without heads, commas
 * part its cells and may be signs of decimals as well.
 */
type HeadProblem = 'no_day' | 'no_number' | 'twice' | 'comma'

/**
 * Row of a table of animals: its day in, its day out where it says one, and the columns that the table has. Others are absent: the
 * table says nothing of them.
 */
export interface AnimalsFrom extends Partial<AnimalRow> {
  valid_from: string
  valid_until: string | null
}

interface AnimalsRead {
  animals: AnimalsFrom[]
  problems: RowProblem[]
  head: HeadProblem | null
  /** Columns that nobody knows and that hold something: their heads, or their places from 1 where they have none. */
  unknown: (string | number)[]
}

/** Columns of a table, each at its place: by its heads where it has them, else in the order in which they are asked for. */
const columnsIn = (heads: readonly string[] | null, width: number, ofKind: readonly Column[], known: Heads) =>
  heads === null ? [...DAYS, ...ofKind].slice(0, width) : heads.map(head => columnOf(head, known) ?? null)

const headProblem = (columns: readonly (Column | Day | null)[]): HeadProblem | null => {
  const named = columns.filter(column => column !== null)
  if (new Set(named).size < named.length) return 'twice'
  if (!named.includes('valid_from')) return 'no_day'
  return named.every(column => column === 'valid_from' || column === 'valid_until') ? 'no_number' : null
}

/** Cells that no decimal comma can have moved: the days and a number of animals. */
const SURE_CELLS = 3

type Lines = ReturnType<typeof partsOf>['rows']

const isUnsure = (lines: Lines): boolean => lines.some(({ byComma, cells }) => byComma && cells.length > SURE_CELLS)

/**
 * Tells whether a row has more cells than there are heads, as one with decimal commas between commas has: there an empty cell counts
 * too, since programs write as many in each row.
 */
const isTooWide = ({ byComma, cells }: Lines[number], heads: readonly string[]): boolean =>
  byComma ? cells.length > heads.length : cells.slice(heads.length).some(cell => cell !== '')

/**
 * Rows of animals from a table, the oldest first. Columns of a table with heads are those that its heads name, in any order and any of
 * the languages; those of one without are day in, day out and the columns of the kind. Nothing is read of a table that may mean two
 * things or whose heads are wrong, nor of a column that nobody knows.
 */
export const readAnimals = (text: string, ofKind: readonly Column[], known: Heads): AnimalsRead => {
  const { heads, rows: lines } = partsOf(text, cells => cells.some(cell => columnOf(cell, known) !== undefined))
  const widest = lines.reduce((most, { cells }) => Math.max(most, cells.length), heads?.length ?? 0)
  const columns = columnsIn(heads, widest, ofKind, known)
  const unknown = Array.from({ length: heads?.length ?? widest }, (_, place) => place).flatMap(place => {
    const isKnown = (columns[place] ?? null) !== null
    const head = heads?.[place] || place + 1
    return isKnown || lines.every(({ cells }) => !cells[place]) ? [] : [head]
  })
  const head = heads !== null ? headProblem(columns) : isUnsure(lines) ? 'comma' : null
  if (head !== null) return { animals: [], problems: [], head, unknown }
  const problems: RowProblem[] = []
  const rows = lines.flatMap(line => {
    const { row, cells } = line
    const cellOf = (column: Column | Day) => cells[columns.indexOf(column)] ?? ''
    const until = cellOf('valid_until')
    const [first, end] = [readDate(cellOf('valid_from')), until === '' ? null : readDate(until)]
    const numbers = columns.flatMap((column, place) =>
      column === null || column === 'valid_from' || column === 'valid_until'
        ? []
        : [[column, numberOf(column, cells[place])] as const],
    )
    const problem =
      heads !== null && isTooWide(line, heads)
        ? 'too_wide'
        : first === null || (until !== '' && end === null)
          ? 'date'
          : hasSign(cellOf('animals'))
            ? 'whole'
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
  const animals = sorted.map(({ row, first, end, numbers }, index): AnimalsFrom => {
    const next = sorted[index + 1]?.first
    if (next !== undefined && (next === first || (end !== null && end > next)))
      problems.push({ row, problem: 'day_order' })
    const values = Object.fromEntries(
      numbers.map(([column, value]) => [column, column === 'caged' ? value === 1 : numberText(value)]),
    )
    return { ...values, valid_from: first, valid_until: end }
  })
  return { animals, problems: problems.toSorted((a, b) => a.row - b.row), head, unknown }
}

const byDay = (a: { valid_from: string }, b: { valid_from: string }): number => (a.valid_from < b.valid_from ? -1 : 1)

const TOLD = ['animals', ...ANIMAL_TRAITS, 'caged'] as const

/**
 * Rows of a form after a table came in, the newest first. In the days of a row of the table its columns hold, and what it has no column
 * for stays as the form has it. From its day out there are none, or what the form has where the table tells of no animals, unless
 * another row of table or form begins there.
 */
export const withAnimals = (known: readonly AnimalRow[], read: readonly AnimalsFrom[]): AnimalRow[] => {
  const rows = read.toSorted(byDay)
  const ofForm = (day: string): AnimalRow => ({ ...(inForce(known, day) ?? newAnimals(day)), valid_from: day })
  /** Row of the table in whose days a day lies; the last one without a day out is sure of its first day alone. */
  const rowOf = (day: string): AnimalsFrom | undefined =>
    rows.find(({ valid_from, valid_until }, index) => {
      const until = valid_until ?? rows[index + 1]?.valid_from
      return valid_from <= day && (until === undefined ? day === valid_from : day < until)
    })
  const told = ({ valid_until: _, ...row }: AnimalsFrom, day: string): AnimalRow => ({
    ...ofForm(day),
    ...row,
    valid_from: day,
  })
  const before = known.toSorted(byDay)
  const kept = before.flatMap((one, index) => {
    const row = rowOf(one.valid_from)
    if (!row) return [one]
    const last = before[index - 1] ?? newAnimals('')
    const saysMore = TOLD.some(column => row[column] === undefined && one[column] !== last[column])
    return saysMore && one.valid_from !== row.valid_from ? [told(row, one.valid_from)] : []
  })
  const begun = [...kept, ...rows.map(row => told(row, row.valid_from))]
  const ended = rows.flatMap(({ valid_until: day, animals }) =>
    day === null || begun.some(({ valid_from }) => valid_from === day)
      ? []
      : [animals === undefined ? ofForm(day) : { ...newAnimals(day), animals: '0' }],
  )
  return [...begun, ...ended].toSorted((a, b) => byDay(b, a))
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
): void => saveTable(animalsTable(rows, columns, t), { parts: [t('animals.title'), areaName] }, 'csv', language)
