import type { TFunction } from 'i18next'
import type { Language } from '#shared/contract/fixed.ts'
import type { Round } from '#shared/contract/places/rounds.ts'
import type { Cell } from '#shared/rules/formats/sheet.ts'
import { saveTable } from '../../diary/files/table-file.ts'

/** Rounds as a CSV file, its first columns those that the import reads. */
export const saveRounds = (
  rounds: readonly Round[],
  areaName: string,
  language: Language,
  t: TFunction<'rounds'>,
): void => {
  const heads = [
    t('date_in'),
    t('date_out'),
    t('animals'),
    t('age_in'),
    t('name'),
    t('curve.label'),
    t('losses.kind.lost'),
    t('losses.kind.out'),
    t('losses.kind.in'),
  ]
  const rows = rounds.map(
    ({ date_in, date_out, animals, age_in, name, preset, lost, taken_out, put_in_later }): Cell[] => [
      { text: date_in },
      { text: date_out ?? '' },
      { number: animals, decimals: 0 },
      { number: age_in, decimals: 0 },
      { text: name ?? '' },
      { text: preset ?? '' },
      ...[lost, taken_out, put_in_later].map(number => ({ number, decimals: 0 })),
    ],
  )
  saveTable({ heads, rows }, { parts: [t('title'), areaName] }, 'csv', language)
}
