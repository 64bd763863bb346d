import type { TFunction } from 'i18next'
import type { Language } from '#shared/contract/fixed.ts'
import type { AnimalTrait } from '#shared/rules/locations/emission-settings.ts'
import { saveTable } from '../../diary/files/table-file.ts'
import { numberIn, numberText } from '../../kit/forms/number-field.tsx'
import { numberOrNull, type RowProblem, readDate, rowsOf } from '../../locations/rounds/tables.ts'
import { fileWord } from '../../ui/files/save-file.ts'
import { newAnimals, type SettingValues } from './values.ts'

type AnimalRow = SettingValues['animals'][number]

/** Columns of numbers that the table of a kind of animal has after its days. */
export const columnsOf = (traits: readonly AnimalTrait[]): ('animals' | AnimalTrait)[] => ['animals', 'mass', ...traits]

/**
 * Rows of animals from a table: day in, day out, then the columns. From the day out of a row there are none, unless another
 * begins there.
 */
export const readAnimals = (
  text: string,
  columns: ReturnType<typeof columnsOf>,
): { animals: AnimalRow[]; problems: RowProblem[] } => {
  const problems: RowProblem[] = []
  const rows = rowsOf(text).flatMap(({ row, cells: [from = '', until = '', ...cells] }) => {
    const [first, end] = [readDate(from), until === '' ? null : readDate(until)]
    const numbers = columns.map((_, index) => numberOrNull(cells[index]))
    const problem =
      first === null || (until !== '' && end === null)
        ? 'date'
        : numbers.some(Number.isNaN)
          ? 'number'
          : end !== null && end <= first
            ? 'day_order'
            : numbers.every(value => value === null)
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
    const values = Object.fromEntries(columns.map((column, nth) => [column, numberText(numbers[nth])]))
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

/** Rows of animals as a CSV file with the columns that are read. */
export const saveAnimals = (
  rows: readonly AnimalRow[],
  columns: ReturnType<typeof columnsOf>,
  areaName: string,
  language: Language,
  t: TFunction<'emission-settings'>,
): void => {
  const heads = columns.map(column => t(`animals.${column === 'animals' ? 'number' : column}`))
  saveTable(
    {
      heads: [t('valid_from'), t('valid_until'), ...heads],
      rows: rows
        .toSorted((a, b) => (a.valid_from < b.valid_from ? -1 : 1))
        .map(row => [
          { text: row.valid_from },
          { text: '' },
          ...columns.map(column => ({ number: numberIn(row[column]), decimals: 3 })),
        ]),
    },
    fileWord(`${t('animals.title')} ${areaName}`),
    'csv',
    language,
  )
}
