import type { User } from '#shared/contract/accounts/users.ts'
import type { Offer } from '#shared/contract/places/offers.ts'
import type { Database } from '../kit/database/database.ts'
import { Failure } from '../kit/failure.ts'
import { expiryOf, type Subject, stateOf } from './offering.ts'

type Person = Pick<User, 'id' | 'email' | 'admin'>

/** Upper bound of one person's list. */
const MAX_LISTED = 200

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

/** Subject of an offer: the row a kind of offer knows. */
export const subjectOf = (row: OfferRow): Subject => {
  const id = row.device_id ?? row.rental_id ?? row.location_id ?? row.research_id
  if (id === null) throw new Error(`offer ${row.id} is about nothing`)
  return { kind: row.kind, id }
}

/** Offers to the caller that can be accepted, and those the caller gave, whatever became of them; the newest first. */
export const offersOf = async (db: Database, user: Person, now: string): Promise<Offer[]> => {
  const rows = await selectOffers(db, now)
    .where(eb =>
      eb.or([
        eb('offers.email', '=', user.email),
        eb('offers.from_user_id', '=', user.id),
        ...(user.admin ? [eb('offers.from_user_id', 'is', null)] : []),
      ]),
    )
    .orderBy('offers.id', 'desc')
    .limit(MAX_LISTED)
    .execute()
  return rows.map(row => presentOffer(row, user, now)).filter(offer => !offer.incoming || offer.state === 'waiting')
}

const presentOffer = (row: OfferRow, user: Person, now: string): Offer => {
  const incoming = row.email === user.email
  return {
    id: row.id,
    kind: row.kind,
    subject_id: numberOf(row),
    name: incoming ? null : (row.device_name ?? row.location_name ?? row.research_name),
    incoming,
    email: incoming ? row.from_email : row.email,
    start: row.start,
    end: row.end,
    state: stateOf(row, now),
    created_at: row.created_at,
    expires_at: expiryOf(row),
  }
}

/** The number that both sides know it by: of a rental that of its device. */
export const numberOf = (row: OfferRow): number => row.of_device ?? row.location_id ?? row.research_id ?? 0

export const presentedOffer = async (db: Database, user: Person, subject: Subject, now: string): Promise<Offer> => {
  const row = await selectOffers(db, now).where(`offers.${subject.kind}_id`, '=', subject.id).executeTakeFirst()
  if (!row) throw new Failure('not_found')
  return presentOffer(row, user, now)
}

/** Throws not_found for one that is not there any more. */
export const offerOfId = async (db: Database, id: number, now: string): Promise<OfferRow> => {
  const row = await selectOffers(db, now).where('offers.id', '=', id).executeTakeFirst()
  if (!row) throw new Failure('not_found')
  return row
}

export const deleteOffer = (db: Database, id: number) => db.deleteFrom('offers').where('id', '=', id).execute()

export const setOffer = (db: Database, id: number, change: { created_at?: string; declined_at: string | null }) =>
  db.updateTable('offers').set(change).where('id', '=', id).execute()
