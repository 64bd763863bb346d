import { api } from '#shared/contract/index.ts'
import { queryClient, refresh } from '../../kit/api/query.ts'
import { onSessionChange, readSession } from '../../kit/api/session.ts'
import { onConnection } from '../../kit/browser/connection.ts'
import { createStoreListeners, useExternalStore } from '../../kit/browser/external-store.ts'
import { draftPrefix, type InspectionDraft } from '../inspection-form/draft/form-draft.ts'
import { isUnsent, type OutboxItem, unheld } from './outbox-item.ts'
import { removedIds } from './outbox-removal.ts'
import { createSender } from './outbox-sender.ts'
import { server } from './outbox-server.ts'
import { changeOutboxItem, readDrafts, readOutboxItems } from './outbox-store.ts'

interface Snapshot {
  /** Outbox items of the person signed in, oldest first; those sent lately too. */
  outboxItems: readonly OutboxItem[]
  /** Begun and not saved, the latest first. */
  drafts: readonly InspectionDraft[]
  /** Shares (0 to 1) of what is under way, by client id. */
  progress: Readonly<Record<string, number>>
  /** True once the outbox has been read. */
  ready: boolean
}

const EMPTY: Snapshot = { outboxItems: [], drafts: [], progress: {}, ready: false }
let snapshot = EMPTY
const listeners = createStoreListeners()
const change = (next: Partial<Snapshot>): void => {
  snapshot = { ...snapshot, ...next }
  listeners.tell()
}

/** Other tabs of this browser show the same outbox. */
const others = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('barnometer.outbox')

const userId = (): number | null => readSession().user?.id ?? null

const sentOf = (outboxItems: readonly OutboxItem[]): string =>
  outboxItems
    .map(
      ({ id, state, inspection_id, parts }) =>
        `${id} ${state} ${inspection_id} ${parts.filter(part => part.sent_id).length}`,
    )
    .join()

/** Reads anew what this device keeps. */
export const readOutbox = async (): Promise<Snapshot> => {
  const user = userId()
  const before = snapshot
  // A browser that keeps nothing has no outbox items.
  const outboxItems = user === null ? [] : await readOutboxItems(user).catch(() => [])
  const drafts = user === null ? [] : await readDrafts(draftPrefix(user)).catch(() => [])
  if (userId() !== user) return snapshot
  change({ outboxItems, drafts, ready: true })
  const gone = before.outboxItems.some(({ id }) => !outboxItems.some(outboxItem => outboxItem.id === id))
  if (before.ready && (gone || sentOf(before.outboxItems) !== sentOf(outboxItems)))
    void refresh(queryClient, [api.pageInspections, api.getInspection, api.listInspectionItems])
  return snapshot
}

/** Tells this tab and the others that something in the store is different: they show it. */
export const outboxChanged = (): void => {
  others?.postMessage('changed')
  void readOutbox()
}

const { send, sendUnkept: sendIt } = createSender({
  server,
  userId,
  changed: outboxChanged,
  progress: (clientId, share) => change({ progress: { ...snapshot.progress, [clientId]: share } }),
})

/** Sends an outbox item this device has no room for; answers how far it came. */
export const sendUnkept = sendIt

/** ms: the first after a failure, and the longest. */
const [SOON, LATEST] = [5000, 5 * 60_000]
/** ms between two that nobody asked for. */
const AT_MOST_EVERY = 3000

let timer: ReturnType<typeof setTimeout> | undefined

let ended = 0

/** Epoch ms at which something of an outbox item may be tried: each waits by itself, and all of them for a server that is not there. */
const triedNext = ({ tries, held, parts }: OutboxItem, now: number): number => {
  const own = [held, ...parts.map(part => part.held)].flatMap(one => (one && one.until > now ? [one.until] : []))
  return own.length > 0 ? Math.min(...own) : now + Math.min(LATEST, SOON * 2 ** Math.min(10, tries))
}

/** Sends now what can be sent, and goes on by itself until nothing waits. */
export const sendNow = async (): Promise<void> => {
  clearTimeout(timer)
  await send().catch(() => undefined)
  ended = Date.now()
  await readOutbox()
  const next = snapshot.outboxItems
    .filter(({ state }) => state === 'waiting')
    .map(outboxItem => triedNext(outboxItem, ended))
  if (next.length === 0) return
  clearTimeout(timer)
  timer = setTimeout(() => void sendNow(), Math.min(LATEST, Math.max(0, Math.min(...next) - Date.now())))
}

/** Sends also what would wait for its next try: somebody wants it, or the way to the server is another one. */
export const sendAllNow = async (): Promise<void> => {
  const user = userId()
  const all = user === null ? [] : await readOutboxItems(user).catch(() => [])
  for (const { id, state, held, parts } of all)
    if (state === 'waiting' && (held || parts.some(part => part.held)))
      await changeOutboxItem(id, unheld).catch(() => undefined)
  await sendNow()
}

let watching = false

/** Begins to empty the outbox by itself: when the network is back, the page is looked at, or somebody signs in. */
export const watchOutbox = (): void => {
  if (watching) return
  watching = true
  // A network that comes and goes is not asked at each of its turns.
  const soon = (send: () => Promise<void>) => {
    clearTimeout(timer)
    timer = setTimeout(() => void send(), Math.max(0, ended + AT_MOST_EVERY - Date.now()))
  }
  const now = () => soon(sendNow)
  others?.addEventListener('message', () => void readOutbox())
  window.addEventListener('online', () => soon(sendAllNow))
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && now())
  onConnection(lost => lost || now())
  let last = userId()
  onSessionChange(() => {
    if (userId() === last) return
    last = userId()
    void readOutbox()
    if (last !== null) now()
  })
  now()
}

export const useOutbox = (): Snapshot =>
  useExternalStore(
    listeners.listen,
    () => snapshot,
    () => EMPTY,
  )

/** Begun and not saved, on this device alone. */
export const useDrafts = (): readonly InspectionDraft[] => useOutbox().drafts

/** Outbox items that are not with the server yet, oldest first. */
export const useUnsent = (): OutboxItem[] => useOutbox().outboxItems.filter(isUnsent)

/** Inspections that were deleted here and are not to be shown, whatever was read at `readAt` (epoch ms). */
export const useRemoved = (readAt: number): ReadonlySet<number> => removedIds(useOutbox().outboxItems, readAt)

/** New inspections that only this device has, newest first: the diary shows them above the others. */
export const useWaitingInspections = (): OutboxItem[] =>
  useUnsent()
    .filter(({ inspection_id, remove }) => inspection_id === null && !remove)
    .sort((a, b) => Date.parse(b.written.date) - Date.parse(a.written.date))
