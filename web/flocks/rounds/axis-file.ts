import type { TFunction } from 'i18next'
import type { RoundAxis } from '#shared/contract/places/flocks.ts'
import type { Cell } from '#shared/rules/formats/sheet.ts'
import { saveTable, type TableFile } from '../../diary/files/table-file.ts'

const numberCell = (number: number | null | undefined): Cell =>
  number == null ? { text: '' } : { number: Number(number.toFixed(4)), decimals: 4 }

/** Rounds as a table: a row for each day of age, a column for each round and for what the curve wants. */
export const axisTable = ({ rounds, band, measure, unit }: RoundAxis, t: TFunction<'flocks'>): TableFile => {
  const ages = [...new Set(rounds.flatMap(({ age }) => age))].toSorted((a, b) => a - b)
  const limit = band?.limit ?? null
  const measured: string = t(`axis.measure.${measure}`)
  const name = `${measured} (${unit})`
  const wanted = (column: readonly (number | null)[] | undefined, age: number) =>
    numberCell(column?.[band?.age.indexOf(age) ?? -1])
  return {
    heads: [
      t('axis.age'),
      ...rounds.map(round => `${name}, ${[round.name, round.date_in].filter(Boolean).join(' ')}`),
      ...(band ? [t('axis.wanted'), t('file.low'), t('file.high')] : []),
      ...(limit === null ? [] : [t('axis.limit_head')]),
    ],
    rows: ages.map(age => [
      { number: age, decimals: 0 },
      ...rounds.map(round => numberCell(round.value[round.age.indexOf(age)])),
      ...(band ? [band.value, band.low, band.high].map(column => wanted(column, age)) : []),
      ...(limit === null ? [] : [numberCell(limit)]),
    ]),
  }
}

/** Gives the person the rounds by day of age as a CSV file. */
export const saveAxis = (axis: RoundAxis, language: Parameters<typeof saveTable>[3], t: TFunction<'flocks'>) =>
  saveTable(axisTable(axis, t), { parts: [t('axis.title'), axis.area_name] }, 'csv', language)
