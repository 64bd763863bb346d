import type { z } from 'zod'
import type { inspectionEndpoints } from '#shared/contract/diary/inspection-calls.ts'
import { DEFAULT_TIME_ZONE } from '#shared/contract/fixed.ts'
import { searchText } from '#shared/rules/formats/search-text.ts'
import { periodOf } from '#shared/rules/time/period.ts'
import type { Database } from '../../kit/database/database.ts'
import { Failure } from '../../kit/failure.ts'
import type { Words } from '../../kit/language.ts'
import { type Caller, visibleLocationIds } from '../../locations/access.ts'
import { readPeriod } from '../../measurements/routes.ts'
import { type InspectionRow, inspectionsThere } from '../store.ts'

type Query = Omit<z.output<typeof inspectionEndpoints.pageInspections.query>, 'cursor'>
/** The inspection a page follows. */
type Place = Pick<InspectionRow, 'date' | 'id'>
type Selected = ReturnType<typeof inspectionsThere>
interface Context {
  db: Database
  user: Caller
  t: Words
  now: () => number
}

/** Ids of the locations asked that the caller sees; null is every one there is. */
const askedLocations = async (db: Database, user: Caller, asked: number[] | undefined): Promise<number[] | null> => {
  const visible = await visibleLocationIds(db, user)
  return visible === null ? (asked ?? null) : visible.filter(id => asked?.includes(id) ?? true)
}

/** A page of the inspections that a caller sees and asks for, the newest first; how many match in all; and what the next page follows. */
export const findInspections = async (
  context: Context,
  query: Query,
  after: Place | null,
): Promise<{ total: number; rows: InspectionRow[]; next: Place | null }> => {
  const { db, user } = context
  const locations = await askedLocations(db, user, query.location_ids)
  const matching = await filtered(context, inspectionsThere(db, locations), locations, query)
  const page = after
    ? matching
        .where('inspections.date', '<=', after.date)
        .where(eb => eb.or([eb('inspections.date', '<', after.date), eb('inspections.id', '<', after.id)]))
    : matching
  const rows = await page
    .selectAll('inspections')
    .orderBy('inspections.date', 'desc')
    .orderBy('inspections.id', 'desc')
    .limit(query.limit + 1)
    .execute()
  const shown = rows.slice(0, query.limit)
  const last = shown.at(-1)
  return {
    total: await countOf(matching),
    rows: shown,
    next: rows.length > shown.length && last ? last : null,
  }
}

export const countOf = async (query: Selected): Promise<number> => {
  const row = await query.select(eb => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return Number(row.count)
}

const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_(\d{1,10})$/

export const readCursor = (cursor: string, t: Words): Place => {
  const [, date, id] = CURSOR.exec(cursor) ?? []
  if (!date || Number(id) > 2_147_483_647)
    throw new Failure('no_valid_input', { fields: { cursor: [t('fields.invalid')] } })
  return { date, id: Number(id) }
}

const filtered = async (
  context: Context,
  all: Selected,
  locations: number[] | null,
  query: Query,
): Promise<Selected> => {
  const { db } = context
  let found = await withinDates(context, all, locations, query)
  const { area_ids, impression, needs_attention, reminder, photos } = query
  if (area_ids) found = found.where('inspections.id', 'in', ofAreas(db, area_ids))
  if (impression) found = found.where('impression', 'in', impression)
  if (needs_attention !== undefined) found = found.where('needs_attention', '=', needs_attention ? 1 : 0)
  if (reminder === true) found = found.where('reminder_date', '>', new Date(context.now()).toISOString())
  if (reminder === false)
    found = found.where(eb =>
      eb.or([eb('reminder_date', 'is', null), eb('reminder_date', '<=', new Date(context.now()).toISOString())]),
    )
  if (photos !== undefined) found = found.where('inspections.id', photos ? 'in' : 'not in', withPhotos(db))
  const words = searchText(query.search ?? '')
    .split(' ')
    .filter(Boolean)
  return withWords(db, found, locations, words)
}

export const ofAreas = (db: Database, areaIds: number[]) =>
  db.selectFrom('inspection_areas').select('inspection_id').where('area_id', 'in', areaIds)

const withPhotos = (db: Database) => db.selectFrom('photos').select('owner_id').where('owner_kind', '=', 'inspection')

const EVER = { date_start: '2000-01-01', date_end: '2999-12-31' }

/** Days are those of each of these locations; null is every one there is. */
export const withinDates = async (
  { db, t, now }: Omit<Context, 'user'>,
  query: Selected,
  locations: number[] | null,
  {
    date_start = EVER.date_start,
    date_end = EVER.date_end,
  }: { date_start?: string | undefined; date_end?: string | undefined },
): Promise<Selected> => {
  if (date_start === EVER.date_start && date_end === EVER.date_end) return query
  const here = locations === null ? null : locations.length ? locations : [0]
  const asked = db.selectFrom('locations').select('time_zone').distinct()
  const zones = await (here === null ? asked : asked.where('id', 'in', here)).execute()
  const choice = { interval: 'selection', index: 0, date_start, date_end } as const
  const readIn = (zone: string) => readPeriod(() => periodOf(choice, now(), zone), t)
  // Dates that cannot be read are refused also where there is nothing to look through.
  readIn(DEFAULT_TIME_ZONE)
  const spans = zones.map(({ time_zone }) => {
    const { from, until } = readIn(time_zone)
    return { time_zone, from: new Date(from).toISOString(), until: new Date(until).toISOString() }
  })
  return query.where(eb =>
    eb.or(
      spans.map(({ time_zone, from, until }) =>
        eb.and([
          eb('locations.time_zone', '=', time_zone),
          eb('inspections.date', '>=', from),
          eb('inspections.date', '<', until),
        ]),
      ),
    ),
  )
}

interface Named {
  id: number
  name: string
}

/** Places and people by whose names an inspection at these locations can be found. */
const namesAround = async (db: Database, locations: number[] | null) => {
  const places = db.selectFrom('locations').select(['id', 'name'])
  const areas = db.selectFrom('areas').select(['id', 'name']).where('deleted_at', 'is', null)
  const here = locations?.length ? locations : [0]
  const people = db
    .selectFrom('users')
    .select(['users.id', 'users.name'])
    .where(eb => {
      const written = eb
        .selectFrom('inspections')
        .select('inspections.id')
        .whereRef('inspections.created_by', '=', 'users.id')
      return eb.exists(locations === null ? written : written.where('inspections.location_id', 'in', here))
    })
  return {
    places: await (locations === null ? places : places.where('id', 'in', here)).execute(),
    areas: await (locations === null ? areas : areas.where('location_id', 'in', here)).execute(),
    people: await people.execute(),
  }
}

/** Inspections with each word in what was written, or in the name of the location, an area or the person. */
const withWords = async (
  db: Database,
  query: Selected,
  locations: number[] | null,
  words: string[],
): Promise<Selected> => {
  if (words.length === 0) return query
  const names = await namesAround(db, locations)
  const hits = (rows: Named[], word: string): number[] => {
    const ids = rows.filter(row => searchText(row.name).includes(word)).map(row => row.id)
    return ids.length ? ids : [0]
  }
  return words.reduce(
    (found, word) =>
      found.where(eb =>
        eb.or([
          eb('inspections.folded', 'like', `%${word}%`),
          eb('inspections.location_id', 'in', hits(names.places, word)),
          eb('inspections.id', 'in', ofAreas(db, hits(names.areas, word))),
          eb('inspections.created_by', 'in', hits(names.people, word)),
        ]),
      ),
    query,
  )
}
