import { type Acting, differences, writeAudit } from '../audit/audit.ts'
import type { Database } from '../kit/database/database.ts'
import { Failure } from '../kit/failure.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { sendSoon } from '../notifications/outbox/outbox.ts'
import { endOffersFrom, endOffersTo, type Giver, type OfferSubject, offersAbout, offerTo } from '../offers/offering.ts'
import type { Offered } from '../offers/routes.ts'
import { accountOfId } from '../users/accounts.ts'
import type { AddressMove } from '../users/address/moves.ts'
import type { UserRemoval } from '../users/removal.ts'
import { ownsLocation } from './access.ts'
import {
  addOwner,
  everyLocationIdOf,
  moveOwners,
  ownersOf,
  removeOwnerEverywhere,
  removeOwners,
} from './ownership-store.ts'
import { endSharesOfFormerOwners } from './sharing/shares.ts'
import { lockLocation, setLocation } from './store.ts'

export { putOwnedSince } from './ownership-store.ts'

const subject = (id: number): OfferSubject => ({ kind: 'location', id })

/**
 * Leaves a location to these people, inside a transaction: whoever is not named is none of them any more, and whoever is new
 * is asked. Nobody gives it away to people who have not accepted.
 */
export const setOwners = async (
  giver: Giver & Acting,
  trx: Database,
  id: number,
  emails: readonly string[],
): Promise<void> => {
  const { user, t } = giver
  const present = (await ownersOf(trx, [id])).map(({ email }) => email)
  const stay = (email: string) => present.includes(email) || email === user.email
  if (!emails.some(stay)) throw new Failure('no_valid_input', { fields: { owners: [t('fields.nobody_accepted')] } })
  const gone = present.filter(email => !emails.includes(email))
  await removeOwners(trx, id, gone)
  await endSharesOfFormerOwners(giver, trx, id, gone)
  await endOffersFrom(trx, subject(id), gone)
  // An administrator needs nobody's yes for the own account.
  const comes = emails.includes(user.email) && !present.includes(user.email)
  if (comes) await addOwner(trx, id, user.email, isoNow(giver))
  if (comes || gone.length > 0) await ownersChanged(giver, trx, [id], gone)
  await offerTo(
    giver,
    trx,
    subject(id),
    emails.filter(email => !stay(email)),
  )
  const shared = differences(['owners'], { owners: present.toSorted() }, { owners: emails.toSorted() })
  // A new location is its maker's: nothing was shared.
  if (shared.length > 0 && !(present.length === 0 && emails.length === 1))
    await writeAudit(giver, trx, { action: 'location_shared', location_id: id, changes: shared })
}

/** Tells whether a location is left to these people already: those who are none of its owners yet are asked. */
export const isLeftTo = async (db: Database, id: number, emails: readonly string[]): Promise<boolean> => {
  const present = (await ownersOf(db, [id])).map(({ email }) => email)
  const offers = await offersAbout(db, 'location', [id])
  const asked = offers.filter(({ declined_at }) => declined_at === null).map(({ email }) => email)
  return present.every(email => emails.includes(email)) && emails.every(email => [...present, ...asked].includes(email))
}

/**
 * Work of another domain once locations have other owners, inside the transaction that changes them; `sendSoon` follows it. `gone`
 * are the addresses of who owned each of these locations and does no more.
 */
export type OwnersChange = (
  services: Services,
  trx: Database,
  locationIds: readonly number[],
  gone: readonly string[],
) => Promise<void>

const changes = new Set<OwnersChange>()

/** Has a domain hear of other owners of locations, whichever way they change. */
export const onOwnersChange = (work: OwnersChange): void => void changes.add(work)

const ownersChanged: OwnersChange = async (...change) => {
  for (const work of changes) await work(...change)
}

/** Gives locations of one owner to another, who is taken for who always owned them, as the neighbour of the demo farm is. */
export const transferPlaces = async (
  services: Services,
  trx: Database,
  locationIds: readonly number[],
  { from, to }: { from: string; to: string },
): Promise<void> => {
  for (const id of locationIds) {
    await addOwner(trx, id, to, null)
    await removeOwners(trx, id, [from])
  }
  await ownersChanged(services, trx, locationIds, [from])
}

/**
 * Ends who owns a location that is about to go for good: what was said about it stays on record, with the end of their time. The
 * caller holds the location.
 */
export const endOwnership = async (services: Services, trx: Database, id: number): Promise<void> => {
  const gone = (await ownersOf(trx, [id])).map(({ email }) => email)
  await removeOwners(trx, id, gone)
  await ownersChanged(services, trx, [id], gone)
}

/** A share of a location: who accepts owns it as the others do. */
export const offeredLocations: Offered = {
  mayGive: (db, person, id) => ownsLocation(db, person, id),
  give: async (db, { id }, receiver, services) => {
    await addOwner(db, id, receiver.email, isoNow(services))
    // A form that was opened before must not leave them out again.
    await setLocation(db, id, {})
    await ownersChanged(services, db, [id], [])
    return sendSoon
  },
}

/** The locations of an account that has another address now; what they were offered to it for is done. */
export const moveLocationOwners: AddressMove = async (db, move) => {
  await moveOwners(db, move)
  await endOffersTo(db, 'location', await everyLocationIdOf(db, move.to), [move.from, move.to])
}

/**
 * Locations of an account that is about to be deleted: its other owners keep them, and one that was its alone waits for an
 * administrator. Whoever registers the address later inherits nothing.
 */
export const leaveLocationsOf: UserRemoval = async (db, userId, services, acting) => {
  const person = await accountOfId(db, userId)
  if (!person) return () => {}
  const ids = (await everyLocationIdOf(db, person.email)).sort((a, b) => a - b)
  for (const id of ids) await lockLocation(db, id)
  const before = Map.groupBy(await ownersOf(db, ids), ({ location_id }) => location_id)
  for (const [location_id, owners] of before) {
    const emails = owners.map(({ email }) => email)
    const changes = differences(['owners'], { owners: emails }, { owners: emails.filter(one => one !== person.email) })
    // A location that was the person's alone has nobody left to be told.
    if (acting && owners.length > 1) await writeAudit(acting, db, { action: 'location_shared', location_id, changes })
  }
  await removeOwnerEverywhere(db, person.email)
  await ownersChanged(services, db, ids, [person.email])
  return sendSoon
}
