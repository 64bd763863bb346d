import type { Selectable } from 'kysely'
import type { Database } from '../kit/database/database.ts'
import { inIds, inTexts } from '../kit/database/in-ids.ts'
import type { Tables } from '../tables.ts'

export type ResearchRow = Selectable<Tables['research']>

/**
 * Projects a caller sees: the own, those added to, those that asked them (`asking`), and all with a placement at `places`; every one
 * when these are null. Only of these ids when given.
 */
export const researchSeenBy = (
  db: Database,
  user: { id: number; email: string },
  { places, asking, ids }: { places: number[] | null; asking: number[]; ids?: readonly number[] | undefined },
): Promise<ResearchRow[]> => {
  const all = db.selectFrom('research').selectAll().orderBy('start', 'desc').orderBy('id', 'desc')
  const query = ids === undefined ? all : all.where('id', 'in', inIds(db, ids))
  if (places === null) return query.execute()
  return query
    .where(eb =>
      eb.or([
        eb('owner_id', '=', user.id),
        eb('id', 'in', inIds(db, asking)),
        eb('id', 'in', eb.selectFrom('research_people').select('research_id').where('email', '=', user.email)),
        eb(
          'id',
          'in',
          eb
            .selectFrom('location_research')
            .select('research_id')
            .where('research_id', 'is not', null)
            .where('location_id', 'in', inIds(db, places))
            .$castTo<{ research_id: number }>(),
        ),
      ]),
    )
    .execute()
}

export const projectOfId = (db: Database, id: number): Promise<ResearchRow | undefined> =>
  db.selectFrom('research').selectAll().where('id', '=', id).executeTakeFirst()

/** Locations with a placement of each of these projects. */
export const locationsOfProjects = async (
  db: Database,
  ids: readonly number[],
): Promise<Map<number, ReadonlySet<number>>> => {
  const rows = await db
    .selectFrom('location_research')
    .select(['research_id', 'location_id'])
    .distinct()
    .where('research_id', 'in', inIds(db, ids))
    .execute()
  const byProject = Map.groupBy(rows, row => row.research_id ?? 0)
  return new Map([...byProject].map(([id, of]) => [id, new Set(of.map(({ location_id }) => location_id))]))
}

export const peopleOf = (db: Database, ids: number[]) =>
  db.selectFrom('research_people').selectAll().where('research_id', 'in', inIds(db, ids)).orderBy('email').execute()

/** Projects out of these that are not over. */
export const openProjects = (db: Database, ids: readonly number[], now: string): Promise<ResearchRow[]> =>
  db
    .selectFrom('research')
    .selectAll()
    .where('id', 'in', inIds(db, ids))
    .where(eb => eb.or([eb('end', 'is', null), eb('end', '>', now)]))
    .execute()

type Values = Omit<Tables['research'], 'id' | 'owner_id' | 'created_at' | 'demo' | 'version' | 'changed_by'>

export const insertResearch = async (
  db: Database,
  values: Values & { owner_id: number; created_at: string; demo?: number | null },
): Promise<number> => {
  const { id } = await db.insertInto('research').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

export const changeResearch = (db: Database, id: number, values: Values & { changed_by: number }) =>
  db
    .updateTable('research')
    .set(values)
    .set(eb => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

export const ownerIdOf = async (db: Database, id: number): Promise<number | null | undefined> =>
  (await db.selectFrom('research').select('owner_id').where('id', '=', id).executeTakeFirst())?.owner_id

export const addPerson = (db: Database, id: number, email: string, added_by: number | null) =>
  db
    .insertInto('research_people')
    .values({ research_id: id, email, added_by })
    .onConflict(conflict => conflict.doNothing())
    .execute()

export const removePeople = (db: Database, id: number, emails: string[]) =>
  db.deleteFrom('research_people').where('research_id', '=', id).where('email', 'in', inTexts(db, emails)).execute()

/** Moves people of projects to another address; who is there by both is there once. */
export const movePeople = async (db: Database, { from, to }: { from: string; to: string }): Promise<void> => {
  await db
    .deleteFrom('research_people')
    .where('email', '=', from)
    .where('research_id', 'in', eb => eb.selectFrom('research_people').select('research_id').where('email', '=', to))
    .execute()
  await db.updateTable('research_people').set({ email: to }).where('email', '=', from).execute()
}

/** Ids of the projects an address was added to. */
export const projectIdsOf = async (db: Database, email: string): Promise<number[]> => {
  const rows = await db.selectFrom('research_people').select('research_id').where('email', '=', email).execute()
  return rows.map(row => row.research_id)
}

export const deleteResearch = (db: Database, id: number) => db.deleteFrom('research').where('id', '=', id).execute()

export const demoProjectIds = async (db: Database): Promise<number[]> =>
  (await db.selectFrom('research').select('id').where('demo', '=', 1).execute()).map(({ id }) => id)

export const deleteProjects = (db: Database, ids: readonly number[]) =>
  db.deleteFrom('research').where('id', 'in', inIds(db, ids)).execute()

/** Takes an address out of all projects. */
export const forgetPerson = (db: Database, email: string) =>
  db.deleteFrom('research_people').where('email', '=', email).execute()

export const countProjects = async (db: Database, ownerId: number): Promise<number> => {
  const row = await db
    .selectFrom('research')
    .select(eb => eb.fn.countAll().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}
