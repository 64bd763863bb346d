import type { Insertable, Selectable } from 'kysely'
import { PHOTO_KINDS, type PhotoKind } from '#shared/contract/measurements/photos.ts'
import type { Interval } from '#shared/rules/time/interval.ts'
import type { Database } from '../kit/database/database.ts'
import { inIds } from '../kit/database/in-ids.ts'
import { rowsAs } from '../kit/database/rows-as.ts'
import type { Tables } from '../tables.ts'
import type { StepPart } from './times.ts'

export type PhotoRow = Selectable<Tables['photos']>
/** Tells a photo of a device's camera from one of an inspection. */
export const isOfDevice = ({ owner_kind }: Pick<PhotoRow, 'owner_kind'>): boolean => owner_kind === 'device'

type NewPhoto = Insertable<Tables['photos']>
type Owner = Pick<PhotoRow, 'owner_kind' | 'owner_id'>

/** Interval of one device, epoch ms. */
export interface DeviceInterval extends Interval {
  deviceId: number
}

export const photoAt = (
  db: Database,
  { owner_kind, owner_id, kind, time }: Owner & { kind: PhotoKind; time: string },
) =>
  db
    .selectFrom('photos')
    .selectAll()
    .where('owner_kind', '=', owner_kind)
    .where('owner_id', '=', owner_id)
    .where('kind', '=', kind)
    .where('time', '=', time)
    .executeTakeFirst()

export const photosOfIds = (db: Database, ids: number[]): Promise<PhotoRow[]> =>
  db.selectFrom('photos').selectAll().where('id', 'in', inIds(db, ids)).execute()

const inIntervals = (db: Database, intervals: DeviceInterval[]) =>
  db
    .selectFrom('photos')
    .where('owner_kind', '=', 'device')
    .where(eb =>
      // An empty list matches no photo.
      eb.or(
        intervals.map(({ deviceId, from, until }) =>
          eb.and([
            eb('owner_id', '=', deviceId),
            eb('time', '>=', new Date(from).toISOString()),
            eb('time', '<', new Date(until).toISOString()),
          ]),
        ),
      ),
    )

export const newestPhotosIn = (db: Database, intervals: DeviceInterval[], most: number, kind?: PhotoKind) => {
  const query = inIntervals(db, intervals).selectAll().orderBy('time', 'desc').orderBy('id', 'desc').limit(most)
  return (kind ? query.where('kind', '=', kind) : query).execute()
}

export const countPhotosIn = async (db: Database, intervals: DeviceInterval[]): Promise<number> => {
  const row = await inIntervals(db, intervals)
    .select(eb => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** The first photo of each step that has some (ISO 8601), and how many there are, in order: each step is one row, however many photos it has. */
export const timesBySteps = async (
  db: Database,
  parts: readonly StepPart[],
): Promise<{ time: string; photos: number }[]> => {
  const columns = { step: 'bigint', device_id: 'bigint', from: 'text', until: 'text' } as const
  const rows = await db
    .selectFrom(rowsAs(db, 'part', parts, columns))
    // SQLite keeps the order of a cross join; it would go through all photos first, and through all parts for each.
    .crossJoin('photos')
    .where('photos.owner_kind', '=', 'device')
    .whereRef('photos.owner_id', '=', 'part.device_id')
    // Both kinds are named, so that the index is read between two times of each.
    .where('photos.kind', 'in', PHOTO_KINDS)
    .whereRef('photos.time', '>=', 'part.from')
    .whereRef('photos.time', '<', 'part.until')
    .select(eb => [eb.fn.min('photos.time').as('time'), eb.fn.countAll<number | string>().as('photos')])
    .groupBy('part.step')
    .orderBy('part.step')
    .execute()
  return rows.map(({ time, photos }) => ({ time, photos: Number(photos) }))
}

export const photoOfClient = (db: Database, { owner_kind, owner_id }: Owner, client_id: string) =>
  db
    .selectFrom('photos')
    .selectAll()
    .where('owner_kind', '=', owner_kind)
    .where('owner_id', '=', owner_id)
    .where('client_id', '=', client_id)
    .executeTakeFirst()

/** Adds a photo; undefined when one of that owner with its kind and time, or with its client id, is there already. */
export const insertPhoto = (db: Database, photo: NewPhoto): Promise<PhotoRow | undefined> =>
  db
    .insertInto('photos')
    .values(photo)
    .onConflict(conflict => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/** Changes what is given of a photo. False where `was` is given and something else is drawn on it by now. */
export const changePhoto = async (
  db: Database,
  id: number,
  change: Partial<Pick<PhotoRow, 'marked' | 'annotation'>>,
  was?: PhotoRow['annotation'],
): Promise<boolean> => {
  if (Object.keys(change).length === 0) return true
  const update = db.updateTable('photos').set(change).where('id', '=', id)
  const { numUpdatedRows } = await (was === undefined
    ? update
    : update.where('annotation', '=', was)
  ).executeTakeFirst()
  return numUpdatedRows > 0n
}

export const deletePhotosOfIds = (db: Database, ids: number[]) =>
  db.deleteFrom('photos').where('id', 'in', inIds(db, ids)).execute()

/** Deletes the photos of devices and inspections that are gone. */
export const deletePhotosOfNobody = async (db: Database): Promise<void> => {
  for (const [owner_kind, table] of [
    ['device', 'devices'],
    ['inspection', 'inspections'],
  ] as const)
    await db
      .deleteFrom('photos')
      .where('owner_kind', '=', owner_kind)
      .where(eb => eb.not(eb.exists(eb.selectFrom(table).select('id').whereRef(`${table}.id`, '=', 'photos.owner_id'))))
      .execute()
}

export const newestTime = async (db: Database, { owner_kind, owner_id }: Owner, kind: PhotoKind) => {
  const row = await db
    .selectFrom('photos')
    .select(eb => eb.fn.max('time').as('time'))
    .where('owner_kind', '=', owner_kind)
    .where('owner_id', '=', owner_id)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row?.time ?? null
}

export const beginFile = (db: Database, name: string, created_at: string) =>
  db.insertInto('photo_files').values({ name, created_at }).execute()

export const endFile = (db: Database, name: string) => db.deleteFrom('photo_files').where('name', '=', name).execute()

/** Names that no photo, no file of an inspection and no floor plan has. Of those begun since `before` one may still come. */
export const filesOfNobody = async (db: Database, before: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('photo_files')
    .select('name')
    .where('created_at', '<', before)
    .where(eb =>
      eb.not(
        eb.or([
          eb.exists(eb.selectFrom('photos').select('photos.id').whereRef('photos.file', '=', 'photo_files.name')),
          eb.exists(
            eb
              .selectFrom('inspection_files')
              .select('inspection_files.id')
              .whereRef('inspection_files.file', '=', 'photo_files.name'),
          ),
          eb.exists(
            eb.selectFrom('floor_plans').select('floor_plans.id').whereRef('floor_plans.file', '=', 'photo_files.name'),
          ),
        ]),
      ),
    )
    .execute()
  return rows.map(row => row.name)
}

/** Photos of inspections in the order they were taken, at most `most` of each. */
export const photosOfInspections = async (db: Database, ids: number[], most: number): Promise<PhotoRow[]> => {
  const numbered = db
    .selectFrom('photos')
    .selectAll()
    .select(eb =>
      eb.fn
        .agg<number>('row_number')
        .over(over => over.partitionBy('owner_id').orderBy('time').orderBy('id'))
        .as('nth'),
    )
    .where('owner_kind', '=', 'inspection')
    .where('owner_id', 'in', inIds(db, ids))
  return db
    .selectFrom(numbered.as('numbered'))
    .selectAll()
    .where('nth', '<=', most)
    .orderBy('owner_id')
    .orderBy('nth')
    .execute()
}

/** Count of photos of each of the inspections; one without any is left out. */
export const photoCounts = async (db: Database, ids: number[]): Promise<Map<number, number>> => {
  const rows = await db
    .selectFrom('photos')
    .select(eb => ['owner_id', eb.fn.countAll<number>().as('count')])
    .where('owner_kind', '=', 'inspection')
    .where('owner_id', 'in', inIds(db, ids))
    .groupBy('owner_id')
    .execute()
  return new Map(rows.map(row => [row.owner_id, Number(row.count)]))
}
