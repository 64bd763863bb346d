import type { ExposureAnswer } from '#shared/contract/places/flocks.ts'
import { nameOfSeveral } from '#shared/rules/formats/file-name.ts'
import type { Cell } from '#shared/rules/formats/sheet.ts'
import { dayBefore } from '#shared/rules/time/calendar-periods.ts'
import { saveTable, type TableFile } from '../../diary/files/table-file.ts'
import type { ExposureWords } from './measure-words.ts'

const numberCell = (number: number | null, decimals: number): Cell =>
  number === null ? { text: '' } : { number: Number(number.toFixed(decimals)), decimals }

/** Ledger as a table: a row for each measure of each week or round of each area. */
export const ledgerTable = ({ areas }: ExposureAnswer, t: ExposureWords['t']): TableFile => ({
  heads: (
    [
      'location',
      'area',
      'from',
      'until',
      'round',
      'days',
      'empty_days',
      'measure',
      'low',
      'high',
      'hours',
      'coverage',
      'below',
      'above',
      'load',
    ] as const
  ).map(column => t(`file.${column}`)),
  rows: areas.flatMap(area =>
    area.parts.flatMap(part =>
      part.measures.map((one): Cell[] => [
        { text: area.location_name },
        { text: area.area_name },
        { text: part.from },
        { text: part.until },
        { text: part.round?.name ?? '' },
        { number: part.days, decimals: 0 },
        { number: part.empty_days, decimals: 0 },
        { text: t(`exposure.measure.${one.measure}`) },
        numberCell(one.low, 2),
        numberCell(one.high, 2),
        numberCell(one.hours, 2),
        numberCell(one.coverage, 4),
        numberCell(one.below, 2),
        numberCell(one.above, 2),
        numberCell(one.load, 2),
      ]),
    ),
  ),
})

/** Gives the person the ledger as a CSV file. */
export const saveLedger = (answer: ExposureAnswer, language: Parameters<typeof saveTable>[3], t: ExposureWords['t']) =>
  saveTable(
    ledgerTable(answer, t),
    {
      parts: [
        t('exposure.title'),
        nameOfSeveral([...new Map(answer.areas.map(area => [area.area_id, area.area_name])).values()], t('file.areas')),
      ],
      days: { from: answer.from, last: dayBefore(answer.until) },
    },
    'csv',
    language,
  )
