import type { User } from '#shared/contract/accounts/users.ts'
import type { Offer } from '#shared/contract/places/offers.ts'
import type { Database } from '../kit/database/database.ts'
import { Failure } from '../kit/failure.ts'
import { expiryOf, OFFER_MS, offerStateOf } from './offering.ts'
import { type OfferRow, type OfferSubject, offerAbout, offerRowOfId, offersFrom, offersTo } from './store.ts'

type Person = Pick<User, 'id' | 'email' | 'admin'>

/** Upper bound of what one person is offered, and of what they offer. */
const MAX_LISTED = 200

/** Subject of an offer: the row a kind of offer knows. */
export const offerSubjectOf = (row: OfferRow): OfferSubject => {
  const id = row.device_id ?? row.rental_id ?? row.location_id ?? row.research_id
  if (id === null) throw new Error(`offer ${row.id} is about nothing`)
  return { kind: row.kind, id }
}

/**
 * Offers to the caller that can be accepted, then those the caller gave, whatever became of them; each the newest first. Who gives many
 * away finds what waits for their own yes all the same.
 */
export const offersOf = async (db: Database, user: Person, now: string): Promise<Offer[]> => {
  const since = new Date(Date.parse(now) - OFFER_MS).toISOString()
  const [incoming, outgoing] = await Promise.all([
    offersTo(db, user, { now, since, limit: MAX_LISTED }),
    offersFrom(db, user, { now, ofNobody: user.admin, limit: MAX_LISTED }),
  ])
  return [...incoming, ...outgoing].map(row => presentOffer(row, user, now))
}

const presentOffer = (row: OfferRow, user: Person, now: string): Offer => {
  const incoming = row.email === user.email
  return {
    id: row.id,
    kind: row.kind,
    subject_id: offerNumberOf(row),
    name: incoming ? null : (row.device_name ?? row.location_name ?? row.research_name),
    incoming,
    email: incoming ? row.from_email : row.email,
    start: row.start,
    end: row.end,
    state: offerStateOf(row, now),
    created_at: row.created_at,
    expires_at: expiryOf(row),
  }
}

/** Object of an offer in the audit log. */
export const auditedOffer = (row: OfferRow) => ({
  device_id: row.of_device,
  location_id: row.location_id,
  ...(row.research_name === null ? {} : { name: row.research_name }),
})

/** The number that both sides know it by: of a rental that of its device. */
export const offerNumberOf = (row: OfferRow): number => row.of_device ?? row.location_id ?? row.research_id ?? 0

export const presentedOffer = async (
  db: Database,
  user: Person,
  subject: OfferSubject,
  now: string,
): Promise<Offer> => {
  const row = await offerAbout(db, subject, now)
  if (!row) throw new Failure('not_found')
  return presentOffer(row, user, now)
}

/** Throws not_found for one that is not there any more. */
export const offerOfId = async (db: Database, id: number, now: string): Promise<OfferRow> => {
  const row = await offerRowOfId(db, id, now)
  if (!row) throw new Failure('not_found')
  return row
}
