import type { Selectable } from 'kysely'
import type { Database } from '../kit/database/database.ts'
import type { Tables } from '../tables.ts'

export type ResearchRow = Selectable<Tables['research']>

/** Projects a caller sees: the own, those added to, and all with a placement at the locations given; every one when null. */
export const researchSeenBy = (
  db: Database,
  user: { id: number; email: string },
  locations: number[] | null,
): Promise<ResearchRow[]> => {
  const query = db.selectFrom('research').selectAll().orderBy('start', 'desc').orderBy('id', 'desc')
  if (locations === null) return query.execute()
  return query
    .where(eb =>
      eb.or([
        eb('owner_id', '=', user.id),
        eb('id', 'in', eb.selectFrom('research_people').select('research_id').where('email', '=', user.email)),
        eb(
          'id',
          'in',
          eb
            .selectFrom('location_research')
            .select('research_id')
            .where('research_id', 'is not', null)
            .where('location_id', 'in', locations.length ? locations : [0])
            .$castTo<{ research_id: number }>(),
        ),
      ]),
    )
    .execute()
}

export const peopleOf = (db: Database, ids: number[]) =>
  db
    .selectFrom('research_people')
    .selectAll()
    .where('research_id', 'in', ids.length ? ids : [0])
    .orderBy('email')
    .execute()

type Values = Omit<Tables['research'], 'id' | 'owner_id' | 'created_at'>

export const insertResearch = async (
  db: Database,
  values: Values & { owner_id: number; created_at: string },
): Promise<number> => {
  const { id } = await db.insertInto('research').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

export const changeResearch = (db: Database, id: number, values: Values) =>
  db.updateTable('research').set(values).where('id', '=', id).execute()

export const ownerIdOf = async (db: Database, id: number): Promise<number | null | undefined> =>
  (await db.selectFrom('research').select('owner_id').where('id', '=', id).executeTakeFirst())?.owner_id

export const addPerson = (db: Database, id: number, email: string) =>
  db
    .insertInto('research_people')
    .values({ research_id: id, email })
    .onConflict(conflict => conflict.doNothing())
    .execute()

export const removePeople = (db: Database, id: number, emails: string[]) =>
  db
    .deleteFrom('research_people')
    .where('research_id', '=', id)
    .where('email', 'in', emails.length ? emails : [''])
    .execute()

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
