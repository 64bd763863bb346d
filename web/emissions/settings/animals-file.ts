import type { TFunction } from 'i18next'
import type { Language } from '#shared/contract/fixed.ts'
import { ANIMAL_TRAITS, type AnimalTrait, TRAITS_OF } from '#shared/rules/locations/emission-settings.ts'
import type { HeatedKind } from '#shared/rules/science/animal-heat.ts'
import { saveTable, type TableFile } from '../../diary/files/table-file.ts'
import { numberIn, numberText } from '../../kit/forms/number-field.tsx'
import { headsOf, numberOrNull, type RowProblem, readDate, rowsOf } from '../../locations/rounds/tables.ts'
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

/** Columns that the heads of a table name, each at its place, and null for a head that names none; null where no head does. */
const namedColumns = (text: string, t: Words): (Column | null)[] | null => {
  const heads = headsOf(text)?.slice(2) ?? []
  const known = new Map((['animals', ...ANIMAL_TRAITS, 'caged'] as const).map(column => [headOf(column, t), column]))
  const named = heads.map(head => known.get(head) ?? null)
  return named.some(column => column !== null) ? named : null
}

/** Number of a cell; that of cages is 1 or 0. */
const numberOf = (column: Column, cell: string | undefined): number | null => {
  const number = numberOrNull(cell)
  return column === 'caged' && number !== null && number !== 0 && number !== 1 ? Number.NaN : number
}

/**
 * Rows of animals from a table: day in, day out, then the columns, in the order of a file that was saved here or else of these.
 * From the day out of a row there are none, unless another begins there.
 */
export const readAnimals = (
  text: string,
  ofKind: readonly Column[],
  t: Words,
): { animals: AnimalRow[]; problems: RowProblem[] } => {
  const problems: RowProblem[] = []
  const named = namedColumns(text, t)
  const columns = named ?? ofKind
  const rows = rowsOf(text).flatMap(({ row, cells: [from = '', until = '', ...cells] }) => {
    const [first, end] = [readDate(from), until === '' ? null : readDate(until)]
    const numbers = columns.map((column, index) => (column === null ? null : numberOf(column, cells[index])))
    const problem =
      first === null || (until !== '' && end === null)
        ? 'date'
        : numbers.some(Number.isNaN)
          ? 'number'
          : end !== null && end <= first
            ? 'day_order'
            : // A form may hold a day that says nothing, and so may a file of it.
              named === null && numbers.every(value => value === null)
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
      columns.flatMap((column, nth) =>
        column === null ? [] : [[column, column === 'caged' ? numbers[nth] === 1 : numberText(numbers[nth])]],
      ),
    )
    const one: AnimalRow = { ...newAnimals(first), ...values }
    return end === null || end === next ? [one] : [one, { ...newAnimals(end), animals: '0' }]
  })
  return { animals, problems: problems.toSorted((a, b) => a.row - b.row) }
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
