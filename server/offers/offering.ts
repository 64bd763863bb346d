import type { User } from '#shared/contract/accounts/users.ts'
import { OFFER_DAYS, type OfferKind, type OfferState } from '#shared/contract/fixed.ts'
import type { OfferedTo } from '#shared/contract/places/offers.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import type { Database } from '../kit/database/database.ts'
import type { Words } from '../kit/language.ts'
import { spendQuota } from '../kit/limits/quotas.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { mailOffer } from './mail.ts'
import { insertOffer, type OfferSubject, offersAbout } from './store.ts'

export {
  endOffers,
  endOffersFrom,
  endOffersTo,
  moveOffersTo,
  type OfferSubject,
  offersAbout,
  subjectsOfferedBy,
} from './store.ts'

/** The request of whoever gives. */
export type Giver = Services & { user: Pick<User, 'id' | 'email' | 'admin' | 'locale'>; t: Words }

/** Time (ms) in which an offer can be accepted. */
export const OFFER_MS = OFFER_DAYS * DAY_MS

export const expiryOf = ({ created_at }: { created_at: string }): string =>
  new Date(Date.parse(created_at) + OFFER_MS).toISOString()

export const offerStateOf = (offer: { created_at: string; declined_at: string | null }, now: string): OfferState =>
  offer.declined_at !== null ? 'declined' : expiryOf(offer) <= now ? 'expired' : 'waiting'

/**
 * Offers something to addresses, inside a transaction, and writes each a mail; `sendSoon` sends them. To whom it was
 * offered before nothing happens, whatever they said. Throws quota_reached when the giver has offered much today.
 */
export const offerTo = async (
  giver: Giver,
  trx: Database,
  { kind, id }: OfferSubject,
  emails: readonly string[],
  from: number | null = giver.user.id,
): Promise<void> => {
  const made: string[] = []
  for (const email of new Set(emails)) {
    const isNew = await insertOffer(trx, { kind, id }, { from_user_id: from, email, created_at: isoNow(giver) })
    if (isNew) made.push(email)
  }
  await spendQuota({ ...giver, db: trx }, 'offers', made.length)
  for (const email of made) await mailOffer(giver, trx, { kind, email, isFromOwner: from !== null })
}

/** People whom these are offered to, by the id of the subject. */
export const offeredTo = async (
  db: Database,
  kind: OfferKind,
  ids: readonly number[],
  now: string,
): Promise<Map<number, OfferedTo[]>> => {
  const rows = await offersAbout(db, kind, ids)
  const offers = rows.map(row => ({
    id: row.id,
    email: row.email,
    state: offerStateOf(row, now),
    subject: row.subject ?? 0,
  }))
  const grouped = Map.groupBy(offers, one => one.subject)
  return new Map([...grouped].map(([id, list]) => [id, list.map(({ subject: _, ...offer }) => offer)]))
}
