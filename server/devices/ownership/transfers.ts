import type { Offer } from '#shared/contract/places/offers.ts'
import { publishCustodyChanged } from '../../custody/news.ts'
import {
  beginOwnership,
  custodiesOfUser,
  endCustodies,
  forgetCustodian,
  ownerOf,
  ownershipAt,
} from '../../custody/timeline.ts'
import type { Database } from '../../kit/database/database.ts'
import { Failure } from '../../kit/failure.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import type { Caller } from '../../locations/access.ts'
import { endOffers, type Giver, type OfferSubject, offerTo, subjectsOfferedBy } from '../../offers/offering.ts'
import { presentedOffer } from '../../offers/presented.ts'
import type { Offered } from '../../offers/routes.ts'
import type { UserRemoval } from '../../users/removal.ts'
import { deleteKeys } from '../adding/key-store.ts'
import { forgetKeys } from '../adding/keys.ts'
import { CALIBRATED, handOnCalibrations } from '../calibrations.ts'
import { endPlacements } from '../placement/placement-store.ts'
import { publishDesiredSettingsChanged } from '../settings/desired-settings.ts'
import { forgetSecrets } from '../settings/setting-store.ts'
import { changeLimits } from '../watching/limit-store.ts'
import { endLending, offeredRentals } from './rentals.ts'

/** Offers a device to an address for good, inside a transaction; an older offer of it is over. Throws no_valid_input for its owner's. */
export const offerDevice = async (giver: Giver, db: Database, id: number, email: string): Promise<Offer> => {
  const subject: OfferSubject = { kind: 'device', id }
  const now = isoNow(giver)
  const owner = await ownerOf(db, id, now)
  // Accepting it would end placements, lendings and keys for nothing.
  if (owner?.email === email) throw new Failure('no_valid_input', { fields: { email: [giver.t('fields.own_device')] } })
  await endOffers(db, subject)
  await offerTo(giver, db, subject, [email], owner?.user_id ?? null)
  return presentedOffer(db, giver.user, subject, now)
}

/** A device for good: who accepts is its owner from then on. */
export const offeredDevices: Offered = {
  mayGive: async (db, person, id, now) => person.admin || (await ownerOf(db, id, now))?.user_id === person.id,
  give: async (db, { id, from_user_id }, receiver, services) => {
    const now = isoNow(services)
    const owner = await ownerOf(db, id, now)
    // The giver may have lost the device since.
    if ((owner?.user_id ?? null) !== from_user_id) throw new Failure('not_found')
    await transferOwnership(db, id, receiver, now)
    return services => publishHandedOver(services, id)
  },
}

/**
 * Makes a person the owner from `now` on; nobody, when `person` is null. What was measured before stays with who had it. All
 * that let the former owner and the people they lent it to reach the device ends: lendings, placements, keys and the
 * secrets among its settings; so do the limits they chose for it. What calibrations add goes on with the device.
 */
export const transferOwnership = async (
  db: Database,
  deviceId: number,
  person: Pick<Caller, 'id' | 'email'> | null,
  now: string,
): Promise<void> => {
  const before = await ownershipAt(db, deviceId, now)
  await endOffers(db, { kind: 'device', id: deviceId })
  await endPlacements(db, deviceId, now)
  await endCustodies(db, deviceId, now)
  await deleteKeys(db, deviceId)
  await forgetSecrets(db, deviceId, now)
  await changeLimits(db, deviceId, { silent_after_min: null, battery_limit: null })
  const custody = await beginOwnership(db, deviceId, person, now)
  if (before) await handOnCalibrations(db, { deviceId, from: before.id, to: custody, at: now })
}

/** Tells whoever keeps something of a device at hand that it is somebody else's. */
export const publishHandedOver = (services: Services, deviceId: number): void => {
  forgetKeys(services)
  publishDesiredSettingsChanged(services, deviceId)
  services.bus.publish(CALIBRATED, deviceId)
  publishCustodyChanged(services, deviceId)
}

/** Devices of an account that is about to be deleted: its own are nobody's, what was lent to it ends, and its name is forgotten. */
export const releaseDevicesOf: UserRemoval = async (db, userId, services) => {
  const now = isoNow(services)
  const custodies = await custodiesOfUser(db, userId)
  const released = new Set<number>()
  for (const custody of custodies) {
    if (custody.end !== null && custody.end <= now) continue
    if (custody.owner === 1) await transferOwnership(db, custody.device_id, null, now)
    else await endLending(db, custody, now)
    released.add(custody.device_id)
  }
  // An administrator lends the devices of others, too.
  for (const id of await subjectsOfferedBy(db, 'rental', userId)) await offeredRentals.takeBack?.(db, id)
  await forgetCustodian(db, userId)
  return services => {
    for (const id of released) publishHandedOver(services, id)
  }
}
