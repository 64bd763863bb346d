import type { OfferKind } from '#shared/contract/fixed.ts'
import type { Database } from '../kit/database/database.ts'
import { inIds, inTexts } from '../kit/database/in-ids.ts'

/**
 * Subject of an offer: a device, a rental that counts once it is accepted, a share of a location or of a research
 * project.
 */
export interface OfferSubject {
  kind: OfferKind
  id: number
}

const columnOf = (kind: OfferKind) => `${kind}_id` as const

/** Offers with what they are about; those of deleted locations and of rentals that are over by now are none. */
const selectOffers = (db: Database, now: string) =>
  db
    .selectFrom('offers')
    .leftJoin('users as giver', 'giver.id', 'offers.from_user_id')
    .leftJoin('rentals as rental', 'rental.id', 'offers.rental_id')
    .leftJoin('devices', join =>
      join.on(eb =>
        eb.or([eb('devices.id', '=', eb.ref('offers.device_id')), eb('devices.id', '=', eb.ref('rental.device_id'))]),
      ),
    )
    .leftJoin('locations', 'locations.id', 'offers.location_id')
    .leftJoin('research', 'research.id', 'offers.research_id')
    .selectAll('offers')
    .select([
      'giver.email as from_email',
      'rental.start',
      'rental.end',
      'devices.id as of_device',
      'devices.name as device_name',
      'locations.name as location_name',
      'research.name as research_name',
    ])
    .where('locations.deleted_at', 'is', null)
    .where(eb => eb.or([eb('rental.end', 'is', null), eb('rental.end', '>', now)]))
export type OfferRow = Awaited<ReturnType<ReturnType<typeof selectOffers>['execute']>>[number]

/** Offers to the addressee since `since` that were not declined, the newest first. */
export const offersTo = (
  db: Database,
  { email }: { email: string },
  { now, since, limit }: { now: string; since: string; limit: number },
): Promise<OfferRow[]> =>
  selectOffers(db, now)
    .where('offers.email', '=', email)
    .where('offers.declined_at', 'is', null)
    .where('offers.created_at', '>', since)
    .orderBy('offers.id', 'desc')
    .limit(limit)
    .execute()

/** Offers that the person gave to others; with `ofNobody` those that nobody gave, too. The newest first. */
export const offersFrom = (
  db: Database,
  person: { id: number; email: string },
  { now, ofNobody, limit }: { now: string; ofNobody: boolean; limit: number },
): Promise<OfferRow[]> =>
  selectOffers(db, now)
    .where('offers.email', '!=', person.email)
    .where(eb =>
      eb.or([eb('offers.from_user_id', '=', person.id), ...(ofNobody ? [eb('offers.from_user_id', 'is', null)] : [])]),
    )
    .orderBy('offers.id', 'desc')
    .limit(limit)
    .execute()

export const offerAbout = (db: Database, { kind, id }: OfferSubject, now: string): Promise<OfferRow | undefined> =>
  selectOffers(db, now)
    .where(`offers.${columnOf(kind)}`, '=', id)
    .executeTakeFirst()

export const offerRowOfId = (db: Database, id: number, now: string): Promise<OfferRow | undefined> =>
  selectOffers(db, now).where('offers.id', '=', id).executeTakeFirst()

/** Offers of these things, whatever became of them. */
export const offersAbout = (db: Database, kind: OfferKind, ids: readonly number[]) => {
  const column = columnOf(kind)
  return db
    .selectFrom('offers')
    .select(['id', 'email', 'created_at', 'declined_at', `${column} as subject`])
    .where(column, 'in', inIds(db, ids))
    .orderBy('email')
    .execute()
}

/** Offers something to an address, once; false when it was offered there before. */
export const insertOffer = async (
  db: Database,
  { kind, id }: OfferSubject,
  offer: { from_user_id: number | null; email: string; created_at: string },
): Promise<boolean> => {
  const [inserted] = await db
    .insertInto('offers')
    .values({ kind, [columnOf(kind)]: id, ...offer })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .execute()
  return inserted !== undefined
}

export const deleteOffer = (db: Database, id: number) => db.deleteFrom('offers').where('id', '=', id).execute()

export const setOffer = (db: Database, id: number, change: { created_at?: string; declined_at: string | null }) =>
  db.updateTable('offers').set(change).where('id', '=', id).execute()

/** Ends what is offered of something, to everybody. */
export const endOffers = (db: Database, { kind, id }: OfferSubject) =>
  db.deleteFrom('offers').where(columnOf(kind), '=', id).execute()

/** Ids of what a person offers of a kind. */
export const subjectsOfferedBy = async (db: Database, kind: OfferKind, userId: number): Promise<number[]> => {
  const column = columnOf(kind)
  const rows = await db
    .selectFrom('offers')
    .select(`${column} as id`)
    .where('from_user_id', '=', userId)
    .where(column, 'is not', null)
    .execute()
  return rows.flatMap(({ id }) => id ?? [])
}

/** Ends what these people offer of something they have no more. */
export const endOffersFrom = async (db: Database, { kind, id }: OfferSubject, emails: readonly string[]) =>
  db
    .deleteFrom('offers')
    .where(columnOf(kind), '=', id)
    .where('from_user_id', 'in', eb =>
      eb.selectFrom('users').select('users.id').where('users.email', 'in', inTexts(db, emails)),
    )
    .execute()

/** Ends what is offered of these to these people: they have it. */
export const endOffersTo = (db: Database, kind: OfferKind, ids: readonly number[], emails: readonly string[]) =>
  db
    .deleteFrom('offers')
    .where(columnOf(kind), 'in', inIds(db, ids))
    .where('email', 'in', inTexts(db, emails))
    .execute()

/** Gives the offers to one address to another; what was offered to both is offered once. */
export const moveOffersTo = async (db: Database, { from, to }: { from: string; to: string }): Promise<void> => {
  for (const column of ['location_id', 'research_id'] as const)
    await db
      .deleteFrom('offers')
      .where('email', '=', from)
      .where(column, 'in', eb =>
        eb.selectFrom('offers as other').select(`other.${column}`).where('other.email', '=', to),
      )
      .execute()
  await db.updateTable('offers').set({ email: to }).where('email', '=', from).execute()
}
