import type { Selectable } from 'kysely'
import { CONSENT_ANSWERS } from '#shared/rules/research/consent.ts'
import type { Database } from '../kit/database/database.ts'
import { inIds } from '../kit/database/in-ids.ts'
import type { Tables } from '../tables.ts'

export type FormerOwnerRow = Selectable<Tables['research_former_owners']>

/**
 * Puts on record that people own these locations no more, as far as a ledger tells of them. `until` is the moment (ISO 8601); the
 * entries that are there are of their time. Who owned one before has the later end.
 */
export const noteFormerOwners = async (
  trx: Database,
  locationIds: readonly number[],
  userIds: readonly number[],
  until: string,
): Promise<void> => {
  if (userIds.length === 0) return
  const last = await trx
    .selectFrom('research_consents')
    .select(eb => ['location_id', eb.fn.max('id').as('id')])
    .where('location_id', 'in', inIds(trx, locationIds))
    .groupBy('location_id')
    .execute()
  for (const { location_id, id: last_entry_id } of last)
    for (const user_id of userIds)
      if (location_id !== null) await putFormerOwner(trx, { location_id, user_id, until, last_entry_id })
}

export const putFormerOwner = (trx: Database, row: FormerOwnerRow) =>
  trx
    .insertInto('research_former_owners')
    .values(row)
    .onConflict(conflict =>
      conflict.columns(['user_id', 'location_id']).doUpdateSet({ until: row.until, last_entry_id: row.last_entry_id }),
    )
    .execute()

/** Locations that people have owned, with the end of that; those they own again are among them. */
export const formerOwnershipsOf = (db: Database, userIds: readonly number[]): Promise<FormerOwnerRow[]> =>
  db.selectFrom('research_former_owners').selectAll().where('user_id', 'in', inIds(db, userIds)).execute()

/** People who have owned a location, with the end of that. */
export const formerOwnersOf = (db: Database, locationId: number): Promise<FormerOwnerRow[]> =>
  db.selectFrom('research_former_owners').selectAll().where('location_id', '=', locationId).execute()

/** Time (ISO 8601) at which somebody stopped owning each of these locations last. */
export const lastEndsOf = async (
  db: Database,
  locationIds: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  const rows = await db
    .selectFrom('research_former_owners')
    .select(eb => ['location_id', eb.fn.max('until').as('until')])
    .where('location_id', 'in', inIds(db, locationIds))
    .groupBy('location_id')
    .execute()
  return new Map(rows.map(({ location_id, until }) => [location_id, until]))
}

/** Ids of the projects that a person has answered, or that were answered for a location while they owned it. */
export const projectsAnsweredBy = async (db: Database, userId: number): Promise<number[]> => {
  const answered = db
    .selectFrom('research_consents')
    .select('research_consents.research_id')
    .where('kind', 'in', [...CONSENT_ANSWERS])
  const rows = await answered
    .where('said_by', '=', userId)
    .union(
      answered
        .innerJoin('research_former_owners', 'research_former_owners.location_id', 'research_consents.location_id')
        .where('research_former_owners.user_id', '=', userId)
        .whereRef('research_consents.id', '<=', 'research_former_owners.last_entry_id'),
    )
    .execute()
  return rows.map(({ research_id }) => research_id)
}
