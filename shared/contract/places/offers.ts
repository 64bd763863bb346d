import { z } from 'zod'
import { Id, IdParams, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { OFFER_KINDS, OFFER_STATES } from '../fixed.ts'

const OfferKind = z.enum(OFFER_KINDS)
export const OfferState = z.enum(OFFER_STATES)

export const Offer = z.object({
  id: Id,
  kind: OfferKind,
  /** Number of the device, location or project. */
  subject_id: Id,
  /** Name its owner gave it, for the giver only. A receiver who did not ask for it reads no words of somebody else. */
  name: z.string().nullable(),
  /** True for who receives it, false for who gives it. */
  incoming: z.boolean(),
  /** The other side's address; null when an administrator gives a device without an owner. */
  email: z.string().nullable(),
  /** Start and end of the loan of a device. */
  start: TimeOut.nullable(),
  end: TimeOut.nullable(),
  state: OfferState,
  created_at: TimeOut,
  /** Time from which it cannot be accepted. */
  expires_at: TimeOut,
})
export type Offer = z.infer<typeof Offer>

/** An offer as it stands beside the people who have accepted. */
export const OfferedTo = z.object({ id: Id, email: z.string(), state: OfferState })
export type OfferedTo = z.infer<typeof OfferedTo>

export const offerEndpoints = endpoints({
  listOffers: {
    method: 'GET',
    path: '/offers',
    access: 'signedIn',
    summary:
      'What is offered to the caller, and what the caller offers others: devices, loans, shared locations and projects',
    response: z.array(Offer),
  },
  acceptOffer: {
    method: 'POST',
    path: '/offers/:id/accept',
    access: 'signedIn',
    summary: 'Accept an offer; it counts from now on',
    params: IdParams,
    response: z.object({ kind: OfferKind, subject_id: Id }),
  },
  renewOffer: {
    method: 'POST',
    path: '/offers/:id/renew',
    access: 'signedIn',
    summary: 'Offer again what was declined or not answered',
    params: IdParams,
    response: OfferedTo,
    failures: ['quota_reached'],
  },
  deleteOffer: {
    method: 'DELETE',
    path: '/offers/:id',
    access: 'signedIn',
    summary: 'Decline an offer, or take it back',
    params: IdParams,
    status: 204,
  },
})
