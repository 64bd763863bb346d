import type { Part, Written } from './outbox-parcel.ts'

/** An inspection while it is written. */
export interface Draft {
  /** Of whom, and what: a new one, or which one is changed. */
  key: string
  /** Its client id: whatever happens to it, it becomes one inspection. */
  id: string
  user_id: number
  /** The inspection that is changed, as it was read; null for a new one. */
  inspection_id: number | null
  base: Written | null
  base_version: number
  /** It stands in the outbox and is changed there. */
  in_outbox: boolean
  /** As fields: the date as a clock at the place shows it, until it is sent. */
  written: Omit<Written, 'location_id' | 'date' | 'reminder_date'> & {
    location_id: number | null
    date: string
    reminder_date: string
  }
  /** It follows the clock until somebody sets it. */
  now: boolean
  parts: Part[]
  /** Items answered, and items asked. */
  answered: number
  asked: number
  /** Epoch ms. */
  saved_at: number
}

export const newDraftKey = (userId: number): string => `${userId}/new`
export const changeDraftKey = (userId: number, inspectionId: number): string => `${userId}/change/${inspectionId}`
export const outboxDraftKey = (userId: number, parcelId: string): string => `${userId}/outbox/${parcelId}`

/** Also where the page came by plain HTTP, where browsers make none themselves. */
export const newId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
