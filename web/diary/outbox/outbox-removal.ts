import { again, differing, isDone, type OutboxItem } from './outbox-item.ts'

/** Outbox item of an inspection somebody wants deleted; what they had changed before that waits beneath. */
export const removed = (outboxItem: OutboxItem): OutboxItem => ({
  ...again(outboxItem),
  remove: true,
  restore: false,
  tries: 0,
})

const orNothing = (outboxItem: OutboxItem): OutboxItem | null => (isDone(outboxItem) ? null : outboxItem)

/** Outbox item of an inspection somebody wants after all; null where there is nothing left to be sent. */
export const keptAfterAll = (outboxItem: OutboxItem): OutboxItem | null => {
  if (!outboxItem.remove) return outboxItem
  const kept = { ...again(outboxItem), remove: false, tries: 0 }
  // Deleting it may have arrived though nobody said so.
  return outboxItem.state === 'sent' || outboxItem.trying ? { ...kept, restore: true } : orNothing(kept)
}

export const restored = (outboxItem: OutboxItem): OutboxItem | null => {
  const { base, trying } = outboxItem
  const nothing = base !== null && trying !== null && differing(base, trying).length === 0
  return orNothing({ ...outboxItem, restore: false, trying: nothing ? null : trying })
}

/** Inspections that are not to be shown: what was read at `readAt` (epoch ms) may still hold them. */
export const removedIds = (outboxItems: readonly OutboxItem[], readAt: number): ReadonlySet<number> =>
  new Set(
    outboxItems.flatMap(({ remove, state, tried_at, inspection_id }) =>
      remove && inspection_id !== null && (state !== 'sent' || (tried_at ?? 0) >= readAt) ? [inspection_id] : [],
    ),
  )
