import { z } from 'zod'
import { Email } from '../accounts/users.ts'
import { Id, IdParams, Time, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { Offer, OfferState } from '../places/offers.ts'
import { Device } from './devices.ts'

export const CLAIM_CODE_LENGTH = 12
/** Claim code as typed or scanned: small letters, spaces and dashes do not matter. */
export const ClaimCode = z
  .string()
  .max(100)
  .transform(text => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))

const endsAfterStart = {
  check: (rental: { start?: string | undefined; end?: string | null | undefined }) =>
    !rental.end || !rental.start || rental.end > rental.start,
  failure: { path: ['end'], params: { code: 'end_before_start' } },
}

export const RentalInput = z
  .object({ email: Email, start: Time.optional(), end: Time.nullish() })
  .refine(endsAfterStart.check, endsAfterStart.failure)
export const RentalChange = z
  .object({ start: Time.optional(), end: Time.nullish() })
  .refine(endsAfterStart.check, endsAfterStart.failure)

export const DeviceRental = z.object({
  id: Id,
  device_id: Id,
  /** E-mail address as the owner typed it, whether or not it has an account. */
  email: z.string(),
  start: TimeOut,
  end: TimeOut.nullable(),
  /** Offer of the rental, until it is accepted; a rental counts from then on. */
  offer: z.object({ id: Id, state: OfferState }).nullable(),
})
export type DeviceRental = z.infer<typeof DeviceRental>

export const TransferInput = z.object({ email: Email })

export const deviceOwnershipEndpoints = endpoints({
  listDeviceRentals: {
    method: 'GET',
    path: '/sensors/:id/rentals',
    access: 'signedIn',
    summary: 'To whom a device is rented, for its owner',
    params: IdParams,
    response: z.array(DeviceRental),
  },
  createRental: {
    method: 'POST',
    path: '/sensors/:id/rentals',
    access: 'signedIn',
    summary: 'Offer a device for a time to a person by e-mail, who has to accept; begins then at the earliest',
    params: IdParams,
    body: RentalInput,
    status: 201,
    response: DeviceRental,
    failures: ['quota_reached'],
  },
  updateRental: {
    method: 'PUT',
    path: '/rentals/:id',
    access: 'signedIn',
    summary: 'Shorten or prolong a rental',
    params: IdParams,
    body: RentalChange,
    response: DeviceRental,
  },
  deleteRental: {
    method: 'DELETE',
    path: '/rentals/:id',
    access: 'signedIn',
    summary: 'End a rental now; one that has not begun is gone',
    params: IdParams,
    status: 204,
  },
  createTransfer: {
    method: 'POST',
    path: '/sensors/:id/transfer',
    access: 'signedIn',
    summary: 'Hand a device over to the owner of an e-mail address, who has to accept',
    params: IdParams,
    body: TransferInput,
    status: 201,
    response: Offer,
    failures: ['quota_reached'],
  },
  createClaimCode: {
    method: 'POST',
    path: '/sensors/:id/claim-code',
    access: 'signedIn',
    summary: 'Make the code with which a device without an owner is claimed, shown this once. An older one stops',
    params: IdParams,
    status: 201,
    response: z.object({ code: z.string() }),
  },
  releaseSensor: {
    method: 'POST',
    path: '/sensors/:id/release',
    access: 'signedIn',
    summary: 'Give up a device, so that who has its claim code can take it. Answers a new code where it has none',
    params: IdParams,
    response: z.object({ code: z.string().nullable() }),
  },
  claimSensor: {
    method: 'POST',
    path: '/sensors/claim',
    access: 'signedIn',
    summary: 'Take a device without an owner by its printed code',
    body: z.object({ code: ClaimCode }),
    response: Device,
    failures: ['invalid_code', 'limit_exceeded'],
  },
})
