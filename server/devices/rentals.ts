import { overlaps, type Span } from '../../shared/rules/rental.ts'
import { type Custody, custodyOfId, ownershipAt } from '../custody/timeline.ts'
import type { Catalogue } from '../kit/catalogue.ts'
import { Failure } from '../kit/failure.ts'
import type { ServerTexts } from '../kit/language.ts'
import { endPlacements } from './placements.ts'

const MOST_RENTALS = 200

const refused = (field: string, sentence: string): Failure =>
  new Failure('no_valid_input', { fields: { [field]: [sentence] } })

/** Rentals of a device to others than its owner that were given from one ownership, or from any. */
export const lendingsOf = (db: Catalogue, deviceId: number, ownershipId?: number): Promise<Lending[]> => {
  const query = db
    .selectFrom('rentals')
    .selectAll()
    .where('device_id', '=', deviceId)
    .where('owner', '=', 0)
    .orderBy('start', 'desc')
    .orderBy('id', 'desc')
  return (ownershipId === undefined ? query : query.where('given_from', '=', ownershipId)).execute()
}
export type Lending = Custody

interface Lend extends Span {
  device_id: number
  email: string
}

interface Asked {
  texts: ServerTexts
  /** ISO 8601. */
  now: string
}

/**
 * Lends a device for a part of the time in which it is its owner's. Whether the address has an account makes no difference
 * that anybody could see.
 */
export const lend = async (db: Catalogue, wanted: Lend, { texts, now }: Asked): Promise<Lending> => {
  const ownership = await ownershipAt(db, wanted.device_id, now)
  if (!ownership) throw new Failure('not_found')
  if (wanted.email === ownership.email) throw refused('email', texts.fields.own_device)
  if (wanted.start < ownership.start) throw refused('start', texts.fields.before_ownership)
  const others = await lendingsOf(db, wanted.device_id)
  if (others.length >= MOST_RENTALS) throw new Failure('not_saved_error')
  requireNoOther(others, wanted, texts, 'email')
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', wanted.email)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()
  // The owner may have another address now than when the device came.
  if (user && user.id === ownership.user_id) throw refused('email', texts.fields.own_device)
  return db
    .insertInto('rentals')
    .values({ ...wanted, user_id: user?.id ?? null, owner: 0, given_from: ownership.id })
    .returningAll()
    .executeTakeFirstOrThrow()
}

const requireNoOther = (others: Lending[], wanted: Lend, texts: ServerTexts, field: string): void => {
  if (others.some(one => one.email === wanted.email && overlaps(one, wanted)))
    throw new Failure('conflict', { fields: { [field]: [texts.fields.rented_already] } })
}

/** A rental that can still be changed: one given from the ownership that runs. Anything else is not there. */
export const lendingOfId = async (db: Catalogue, id: number, now: string): Promise<Lending> => {
  const lending = await custodyOfId(db, id)
  if (!lending || lending.owner === 1) throw new Failure('not_found')
  if ((await ownershipAt(db, lending.device_id, now))?.id !== lending.given_from) throw new Failure('not_found')
  return lending
}

const isLater = (a: string | null, b: string | null): boolean => b !== null && (a === null || a > b)

/**
 * Gives a rental other times. What the renter had until now stays the renter's: it can only be made longer. What the renter
 * planned beyond a nearer end ends with it.
 */
export const changeLending = async (
  db: Catalogue,
  lending: Lending,
  change: Span,
  { texts, now }: Asked,
): Promise<Lending> => {
  const ownership = await ownershipAt(db, lending.device_id, now)
  if (!ownership) throw new Failure('not_found')
  if (change.start < ownership.start) throw refused('start', texts.fields.before_ownership)
  if (lending.start < now && change.start > lending.start) throw refused('start', texts.fields.past_stays)
  const isShorter = isLater(lending.end, change.end)
  if (isShorter && change.end !== null && change.end < now && lending.start < now)
    throw refused('end', texts.fields.past_stays)
  const others = (await lendingsOf(db, lending.device_id)).filter(one => one.id !== lending.id)
  requireNoOther(others, { ...lending, ...change }, texts, 'end')
  const changed = await db
    .updateTable('rentals')
    .set({ start: change.start, end: change.end })
    .where('id', '=', lending.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const [end] = [lending.end, change.end].filter(one => one !== null).sort()
  if (end !== undefined) await endPlacements(db, lending.device_id, end, lending.id)
  return changed
}

/** Ends a rental at `now`; one to come is gone. */
export const endLending = async (db: Catalogue, lending: Lending, now: string): Promise<void> => {
  await endPlacements(db, lending.device_id, now, lending.id)
  if (lending.start >= now) await db.deleteFrom('rentals').where('id', '=', lending.id).execute()
  else if (lending.end === null || lending.end > now)
    await db.updateTable('rentals').set({ end: now }).where('id', '=', lending.id).execute()
}
