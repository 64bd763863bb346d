import { again, differing, isDone, type Parcel } from './outbox-parcel.ts'

/** Parcel of an inspection somebody wants deleted; what they had changed before that waits beneath. */
export const removed = (parcel: Parcel): Parcel => ({ ...again(parcel), remove: true, restore: false, tries: 0 })

const orNothing = (parcel: Parcel): Parcel | null => (isDone(parcel) ? null : parcel)

/** Parcel of an inspection somebody wants after all; null where there is nothing left to be sent. */
export const keptAfterAll = (parcel: Parcel): Parcel | null => {
  if (!parcel.remove) return parcel
  const kept = { ...again(parcel), remove: false, tries: 0 }
  // Deleting it may have arrived though nobody said so.
  return parcel.state === 'sent' || parcel.trying ? { ...kept, restore: true } : orNothing(kept)
}

export const restored = (parcel: Parcel): Parcel | null => {
  const { base, trying } = parcel
  const nothing = base !== null && trying !== null && differing(base, trying).length === 0
  return orNothing({ ...parcel, restore: false, trying: nothing ? null : trying })
}

/** Inspections that are not to be shown: what was read at `readAt` (epoch ms) may still hold them. */
export const removedIds = (parcels: readonly Parcel[], readAt: number): ReadonlySet<number> =>
  new Set(
    parcels.flatMap(({ remove, state, tried_at, inspection_id }) =>
      remove && inspection_id !== null && (state !== 'sent' || (tried_at ?? 0) >= readAt) ? [inspection_id] : [],
    ),
  )
