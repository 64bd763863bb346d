import type { z } from 'zod'
import type { inspectionEndpoints } from '#shared/contract/diary/inspection-calls.ts'
import { DEFAULT_TIME_ZONE } from '#shared/contract/fixed.ts'
import { searchText } from '#shared/rules/formats/search-text.ts'
import type { Database } from '../../kit/database/database.ts'
import { Failure } from '../../kit/failure.ts'
import type { Words } from '../../kit/language.ts'
import { type Dates, readDates } from '../../kit/period.ts'
import { type Caller, visibleLocationIds } from '../../locations/access.ts'
import { placeNames, zonesOfLocations } from '../../locations/places.ts'
import type { InspectionRow } from '../store.ts'
import {
  countInspections,
  type DaysInZone,
  type InspectionFilter,
  type InspectionPosition,
  newestInspections,
  type SearchedWord,
  writersOf,
} from './search-store.ts'

type Query = Omit<z.output<typeof inspectionEndpoints.pageInspections.query>, 'cursor'>
interface Context {
  db: Database
  user: Caller
  t: Words
  now: () => number
}

/** Ids of the locations asked that the caller sees; null is every one there is. */
const visibleLocations = async (
  db: Database,
  user: Caller,
  requested: number[] | undefined,
): Promise<number[] | null> => {
  const visible = await visibleLocationIds(db, user)
  return visible === null ? (requested ?? null) : visible.filter(id => requested?.includes(id) ?? true)
}

/** A page of the inspections that a caller sees and asks for, the newest first; how many match in all; and what the next page follows. */
export const findInspections = async (
  context: Context,
  query: Query,
  after: InspectionPosition | null,
): Promise<{ total: number; rows: InspectionRow[]; next: InspectionPosition | null }> => {
  const { db, user } = context
  const locations = await visibleLocations(db, user, query.location_ids)
  const filter = await filterOf(context, locations, query)
  const rows = await newestInspections(db, filter, query.limit + 1, after)
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  return {
    total: await countInspections(db, filter),
    rows: page,
    next: rows.length > page.length && last ? last : null,
  }
}

const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_(\d{1,10})$/

export const readCursor = (cursor: string, t: Words): InspectionPosition => {
  const [, date, id] = CURSOR.exec(cursor) ?? []
  if (!date || Number(id) > 2_147_483_647)
    throw new Failure('no_valid_input', { fields: { cursor: [t('fields.invalid')] } })
  return { date, id: Number(id) }
}

const filterOf = async (
  context: Context,
  locationIds: number[] | null,
  { area_ids, impression, needs_attention, reminder, photos, search, ...dates }: Query,
): Promise<InspectionFilter> => ({
  locationIds,
  days: await daysIn(context, locationIds, dates),
  areaIds: area_ids,
  impressions: impression,
  needsAttention: needs_attention,
  reminder: reminder === undefined ? undefined : { isAhead: reminder, now: new Date(context.now()).toISOString() },
  hasPhotos: photos,
  words: await wordsOf(context.db, locationIds, search ?? ''),
})

/** Days from the first to the last asked, in each time zone of these locations (null: of every one); null for all days there are. */
export const daysIn = async (
  { db, t }: Pick<Context, 'db' | 't'>,
  locationIds: number[] | null,
  dates: Dates,
): Promise<DaysInZone[] | null> => {
  if (dates.date_start === undefined && dates.date_end === undefined) return null
  // Dates that cannot be read are refused also where there is nothing to look through.
  readDates(dates, DEFAULT_TIME_ZONE, t)
  return (await zonesOfLocations(db, locationIds)).map(time_zone => ({
    time_zone,
    ...readDates(dates, time_zone, t),
  }))
}

/** The words of a search, with the places at these locations and the people around them whose names hold each. */
const wordsOf = async (db: Database, locationIds: number[] | null, search: string): Promise<SearchedWord[]> => {
  const words = searchText(search).split(' ').filter(Boolean)
  if (words.length === 0) return []
  const { locations, areas } = await placeNames(db, locationIds)
  const people = await writersOf(db, locationIds)
  const holding = (rows: readonly { id: number; name: string }[], word: string): number[] =>
    rows.filter(row => searchText(row.name).includes(word)).map(({ id }) => id)
  return words.map(text => ({
    text,
    locationIds: holding(locations, text),
    areaIds: holding(areas, text),
    personIds: holding(people, text),
  }))
}
