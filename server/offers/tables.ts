import type { Generated } from 'kysely'
import type { OfferKind } from '#shared/contract/fixed.ts'

export interface OfferTables {
  /**
   * Offers that wait to be accepted, or were declined: a device for good, a rental, co-ownership of a location, a
   * research project.
   */
  offers: {
    id: Generated<number>
    kind: OfferKind
    device_id: number | null
    rental_id: number | null
    location_id: number | null
    research_id: number | null
    /** Giver of the offer; null when an administrator hands over a device that has no owner. */
    from_user_id: number | null
    email: string
    /** Time it was offered last. */
    created_at: string
    declined_at: string | null
  }
}
