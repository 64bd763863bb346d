import type { TFunction } from 'i18next'
import type { InspectionSummary } from '#shared/contract/diary/inspections.ts'
import { api } from '#shared/contract/index.ts'
import type { Cell } from '#shared/rules/formats/sheet.ts'
import { ask } from '../../kit/api/api.ts'
import { dateTimeIn } from '../../kit/language/format.ts'
import { type DiaryFilters, diarySearch, type PlaceRef } from '../list/filter.ts'
import { placeQuery } from '../queries.ts'
import type { TableFile } from './table-file.ts'

/** Inspections read in one call. */
const PAGE_SIZE = 200

/** All that match, a page after the other. Rejects where one of them cannot be read. */
export const readAll = async (place: PlaceRef, filters: DiaryFilters): Promise<InspectionSummary[]> => {
  const all: InspectionSummary[] = []
  let cursor: string | undefined
  do {
    const query = { ...placeQuery(place), ...diarySearch(filters), limit: PAGE_SIZE, cursor }
    const { inspections, next } = await ask(api.pageInspections, { query })
    all.push(...inspections)
    cursor = next ?? undefined
  } while (cursor !== undefined)
  return all
}

/** A moment as the clocks of its place show it. */
export const timeCell = (moment: string, timeZone: string): Cell => ({
  time: Date.parse(`${dateTimeIn(moment, timeZone).replace(' ', 'T')}Z`),
})

const COLUMNS = [
  'date',
  'time_zone',
  'location_name',
  'areas',
  'impression',
  'needs_attention',
  'notes',
  'reminder_date',
  'reminder',
  'created_by',
  'checklist_name',
  'answered',
  'asked',
  'photo_count',
] as const

/** The diary as a table: what the screen shows, in the same words and on the same clocks. */
export const diaryTable = (inspections: readonly InspectionSummary[], t: TFunction<'diary'>): TableFile => ({
  heads: COLUMNS.map(column => t(`column.${column}`)),
  rows: inspections.map(one => [
    timeCell(one.date, one.time_zone),
    { text: one.time_zone },
    { text: one.location_name },
    { text: one.areas.map(({ name }) => name).join(', ') },
    { text: one.impression ? t(`impression.${one.impression}`) : '' },
    { text: t(one.needs_attention ? 'yes' : 'no') },
    { text: one.notes },
    one.reminder_date ? timeCell(one.reminder_date, one.time_zone) : { text: '' },
    { text: one.reminder },
    { text: one.created_by ?? '' },
    { text: one.checklist_name ?? '' },
    { number: one.answered, decimals: 0 },
    { number: one.asked, decimals: 0 },
    { number: one.photo_count, decimals: 0 },
  ]),
})
