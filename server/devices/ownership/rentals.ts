import type { DeviceRental } from '#shared/contract/devices/device-ownership.ts'
import { overlaps, type Span } from '#shared/rules/time/rental.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { publishCustodyChanged } from '../../custody/news.ts'
import {
  type Custody,
  changeLendingTimes,
  custodyOfId,
  deleteLending,
  deleteWaitingLending,
  endLendingAt,
  giveLending,
  insertLending,
  isWaiting,
  lendingsOf,
  ownerOf,
  ownershipAt,
} from '../../custody/timeline.ts'
import type { Database } from '../../kit/database/database.ts'
import { Failure } from '../../kit/failure.ts'
import type { Words } from '../../kit/language.ts'
import { isoNow } from '../../kit/services.ts'
import { type Giver, offeredTo, offerTo } from '../../offers/offering.ts'
import type { Offered } from '../../offers/routes.ts'
import { endPlacements } from '../placement/placement-store.ts'

/** Lendings of a device that run or are to come; those that are over are history, however many. */
const MAX_RENTALS = 200

const refused = (field: string, sentence: string): Failure =>
  new Failure('no_valid_input', { fields: { [field]: [sentence] } })

export type Lending = Custody

interface Lend extends Span {
  device_id: number
  email: string
}

interface LendingContext {
  t: Words
  /** ISO 8601. */
  now: string
}

/**
 * Lends a device for a part of the time in which it is its owner's, inside a transaction: it waits until the person accepts,
 * unless they lend it to themselves. Whether the address has an account makes no difference that anybody could see.
 */
export const lend = async (giver: Giver, db: Database, given: Lend): Promise<Lending> => {
  const { t, user: by } = giver
  const now = isoNow(giver)
  const ownership = await ownershipAt(db, given.device_id, now)
  if (!ownership) throw new Failure('not_found')
  const wanted = { ...given, start: startWithin(ownership, given.start) }
  if (wanted.email === ownership.email) throw refused('email', t('fields.own_device'))
  if (wanted.start < ownership.start) throw refused('start', t('fields.before_ownership'))
  // A lending that is over could be accepted by nobody.
  if (wanted.end !== null && wanted.end <= now) throw refused('end', t('fields.past_stays'))
  const others = await lendingsOf(db, wanted.device_id)
  if (others.filter(({ end }) => end === null || end > now).length >= MAX_RENTALS) throw new Failure('not_saved_error')
  requireNoOther(others, wanted, t, 'email')
  const isOwn = wanted.email === by.email
  if (isOwn && by.id === ownership.user_id) throw refused('email', t('fields.own_device'))
  const made = await insertLending(db, { ...wanted, user_id: isOwn ? by.id : null, given_from: ownership.id })
  if (!isOwn) await offerTo(giver, db, { kind: 'rental', id: made.id }, [made.email])
  return made
}

/**
 * The same start (ISO 8601), or that of the ownership where it lies within the minute in which the device was received: screens say whole
 * minutes, and "now" of who was just given a device lies before that.
 */
const startWithin = (ownership: Custody, start: string): string =>
  start < ownership.start && Date.parse(start) > Date.parse(ownership.start) - MINUTE_MS ? ownership.start : start

const requireNoOther = (others: Lending[], wanted: Lend, t: Words, field: string): void => {
  if (others.some(one => one.email === wanted.email && overlaps(one, wanted)))
    throw new Failure('conflict', { fields: { [field]: [t('fields.rented_already')] } })
}

/** A rental that can still be changed: one given from the ownership that runs. Anything else is not there. */
export const lendingOfId = async (db: Database, id: number, now: string): Promise<Lending> => {
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
  db: Database,
  lending: Lending,
  wanted: Span,
  { t, now }: LendingContext,
): Promise<Lending> => {
  const ownership = await ownershipAt(db, lending.device_id, now)
  if (!ownership) throw new Failure('not_found')
  const change = { ...wanted, start: startWithin(ownership, wanted.start) }
  if (change.start < ownership.start) throw refused('start', t('fields.before_ownership'))
  const isUsed = lending.start < now && !isWaiting(lending)
  if (isUsed && change.start > lending.start) throw refused('start', t('fields.past_stays'))
  const isShorter = isLater(lending.end, change.end)
  if (isShorter && change.end !== null && change.end < now && isUsed) throw refused('end', t('fields.past_stays'))
  const others = (await lendingsOf(db, lending.device_id)).filter(one => one.id !== lending.id)
  requireNoOther(others, { ...lending, ...change }, t, 'end')
  const changed = await changeLendingTimes(db, lending.id, change)
  const [end] = [lending.end, change.end].filter(one => one !== null).sort()
  if (end !== undefined) await endPlacements(db, lending.device_id, end, lending.id)
  return changed
}

/** Ends a rental at `now`; one to come is gone, and so is one that nobody has accepted. */
export const endLending = async (db: Database, lending: Lending, now: string): Promise<void> => {
  await endPlacements(db, lending.device_id, now, lending.id)
  if (lending.start >= now || isWaiting(lending)) await deleteLending(db, lending.id)
  else if (lending.end === null || lending.end > now) await endLendingAt(db, lending.id, now)
}

/** Rentals with the offers that some of them wait for. */
export const presentLendings = async (db: Database, lendings: Lending[], now: string): Promise<DeviceRental[]> => {
  const ids = lendings.map(({ id }) => id)
  const offers = await offeredTo(db, 'rental', ids, now)
  return lendings.map(lending => {
    const [offer] = offers.get(lending.id) ?? []
    return { ...lending, offer: offer ? { id: offer.id, state: offer.state } : null }
  })
}

export const presentLending = async (db: Database, lending: Lending, now: string): Promise<DeviceRental> => {
  const [presented] = await presentLendings(db, [lending], now)
  if (!presented) throw new Failure('not_found')
  return presented
}

/** A rental: who accepts has the device from then on, or from its start if that is later; before, its owner alone has it. */
export const offeredRentals: Offered = {
  mayGive: async (db, person, id, now) => {
    const lending = await custodyOfId(db, id)
    return lending !== undefined && (person.admin || (await ownerOf(db, lending.device_id, now))?.user_id === person.id)
  },
  give: async (db, { id }, receiver, services) => {
    const now = isoNow(services)
    const lending = await lendingOfId(db, id, now)
    const isLate = lending.start < now
    await giveLending(db, id, {
      user_id: receiver.id,
      email: receiver.email,
      start: isLate ? now : lending.start,
    })
    return services => publishCustodyChanged(services, lending.device_id)
  },
  takeBack: deleteWaitingLending,
}
