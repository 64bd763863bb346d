import type { Generated } from 'kysely'

export interface CustodyTables {
  /**
   * Custody: who has a device from when to when, its owner or a person the owner lends it to. The ownerships of a device leave
   * no gap; one without a user and an address stands while it is nobody's.
   */
  rentals: {
    id: Generated<number>
    device_id: number
    /** Account of the person; null until the address has a confirmed one. */
    user_id: number | null
    email: string
    owner: number
    /** Ownership that a lending was given from. */
    given_from: number | null
    start: string
    end: string | null
  }
}
