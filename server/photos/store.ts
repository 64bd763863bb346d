import type { Insertable, Selectable } from 'kysely'
import type { PhotoKind } from '../../shared/contract/photos.ts'
import type { Catalogue } from '../kit/catalogue.ts'
import type { Tables } from '../tables.ts'

export type PhotoRow = Selectable<Tables['photos']>
export type NewPhoto = Insertable<Tables['photos']>
type Owner = Pick<PhotoRow, 'owner_kind' | 'owner_id'>

/** A stretch of time of one device, epoch ms, from ≤ t < until. */
export interface Stretch {
  deviceId: number
  from: number
  until: number
}

export const photoAt = (
  db: Catalogue,
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

export const photosOfIds = (db: Catalogue, ids: number[]): Promise<PhotoRow[]> =>
  db.selectFrom('photos').selectAll().where('id', 'in', ids).execute()

const inStretches = (db: Catalogue, stretches: Stretch[]) =>
  db
    .selectFrom('photos')
    .where('owner_kind', '=', 'device')
    .where(eb =>
      // None: nothing.
      eb.or(
        stretches.map(({ deviceId, from, until }) =>
          eb.and([
            eb('owner_id', '=', deviceId),
            eb('time', '>=', new Date(from).toISOString()),
            eb('time', '<', new Date(until).toISOString()),
          ]),
        ),
      ),
    )

export const newestPhotosIn = (db: Catalogue, stretches: Stretch[], most: number, kind?: PhotoKind) => {
  const query = inStretches(db, stretches).selectAll().orderBy('time', 'desc').orderBy('id', 'desc').limit(most)
  return (kind ? query.where('kind', '=', kind) : query).execute()
}

export const countPhotosIn = async (db: Catalogue, stretches: Stretch[]): Promise<number> => {
  const row = await inStretches(db, stretches)
    .select(eb => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Undefined when one of that owner, kind and time is there already. */
export const insertPhoto = (db: Catalogue, photo: NewPhoto): Promise<PhotoRow | undefined> =>
  db
    .insertInto('photos')
    .values(photo)
    .onConflict(conflict => conflict.columns(['owner_kind', 'owner_id', 'kind', 'time']).doNothing())
    .returningAll()
    .executeTakeFirst()

export const changePhoto = (db: Catalogue, id: number, change: Partial<Pick<PhotoRow, 'marked' | 'annotation'>>) =>
  db.updateTable('photos').set(change).where('id', '=', id).execute()

export const deletePhotosOfIds = (db: Catalogue, ids: number[]) =>
  db.deleteFrom('photos').where('id', 'in', ids).execute()

/** Deletes the photos of devices that are gone. */
export const deletePhotosOfNobody = (db: Catalogue) =>
  db
    .deleteFrom('photos')
    .where('owner_kind', '=', 'device')
    .where('owner_id', 'not in', db.selectFrom('devices').select('id'))
    .execute()

export const newestTime = async (db: Catalogue, { owner_kind, owner_id }: Owner, kind: PhotoKind) => {
  const row = await db
    .selectFrom('photos')
    .select(eb => eb.fn.max('time').as('time'))
    .where('owner_kind', '=', owner_kind)
    .where('owner_id', '=', owner_id)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row?.time ?? null
}

export const beginFile = (db: Catalogue, name: string, created_at: string) =>
  db.insertInto('photo_files').values({ name, created_at }).execute()

export const endFile = (db: Catalogue, name: string) => db.deleteFrom('photo_files').where('name', '=', name).execute()

/** Names that no photo has. Of those begun since `before` one may still come. */
export const filesOfNobody = async (db: Catalogue, before: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('photo_files')
    .select('name')
    .where('created_at', '<', before)
    .where('name', 'not in', db.selectFrom('photos').select('file'))
    .execute()
  return rows.map(row => row.name)
}
