import { CallFailed } from '#shared/contract/call.ts'
import type { InspectionChange, InspectionInput } from '#shared/contract/diary/inspections.ts'
import type { PhotoMark } from '#shared/contract/measurements/photos.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import {
  type Attachment,
  begun,
  changeOf,
  changeSent,
  created,
  drawnOver,
  failed,
  heldAgain,
  type InspectionPayload,
  inspectionBody,
  isDone,
  isHeld,
  type MarksChange,
  marksChangeOf,
  marksSent,
  met,
  nextStep,
  type OutboxItem,
  type OutboxStep,
  partHeld,
  partRefused,
  partSent,
  photoDropped,
  refused,
} from './outbox-item.ts'
import { restored } from './outbox-removal.ts'
import { changeOutboxItem, readOriginal, readOutboxItems, type StoredFile, tidy } from './outbox-store.ts'

/** Calls of the server, as the outbox needs them. All reject with {@link CallFailed}. */
export interface OutboxServer {
  create: (body: InspectionInput & { client_id: string }) => Promise<{ id: number }>
  change: (id: number, change: InspectionChange) => Promise<{ version: number }>
  remove: (id: number) => Promise<unknown>
  restore: (id: number) => Promise<unknown>
  read: (id: number) => Promise<{ written: InspectionPayload; version: number; by: string | null }>
  bytes: (
    id: number,
    part: Attachment,
    bytes: StoredFile,
    onProgress: (share: number) => void,
  ) => Promise<{ id: number }>
  marks: (photoId: number, change: MarksChange) => Promise<unknown>
  /** Drawing on a photo of an inspection by now. */
  drawn: (inspectionId: number, photoId: number) => Promise<PhotoMark[]>
  dropPhoto: (photoId: number) => Promise<unknown>
  /** Tells whether the server can be reached at this moment; never rejects. */
  isReachable: () => Promise<boolean>
}

interface Options {
  server: OutboxServer
  /** Id of the person signed in: nothing is ever sent as somebody else. */
  userId: () => number | null
  /** Called when something in the store has become different. */
  changed: () => void
  /** The share (0 to 1) of a photo or file that is under way. */
  progress: (clientId: string, share: number) => void
  /** Epoch ms. */
  now?: () => number
}

/** Changes an outbox item where it is kept, as it stands there at that moment; null takes it out. */
type Store = (id: string, change: (outboxItem: OutboxItem) => OutboxItem | null) => Promise<OutboxItem | undefined>

/** Statuses after which it may yet be taken as it is; 0 is no answer. */
const mayYet = (status: number): boolean => status === 0 || status === 401 || status === 429 || status >= 500

const unlessGone = (failure: unknown): void => {
  if (!(failure instanceof CallFailed && failure.status === 404)) throw failure
}

/** Bytes that are no longer on this device: its browser's data were cleared in part. */
const BYTES_GONE = 410

/** Sends what waits, oldest first; one at a time also where several tabs are open. */
export const createSender = ({ server, userId, changed: tell, progress, now = Date.now }: Options) => {
  const onDisk: Store = async (id, change) => {
    const after = await changeOutboxItem(id, change)
    tell()
    return after
  }

  /** Sends what is drawn; where somebody else drew on the photo since, both drawings stay. */
  const sendMarks = async (inspectionId: number, photoId: number, change: MarksChange): Promise<void> => {
    try {
      await server.marks(photoId, change)
    } catch (failure) {
      if (!(failure instanceof CallFailed && failure.code === 'changed_meanwhile') || !change.annotation) throw failure
      const theirs = await server.drawn(inspectionId, photoId)
      const annotation = drawnOver(theirs, change.annotation_before, change.annotation)
      await server.marks(photoId, { ...change, annotation, annotation_before: theirs })
    }
  }

  const act = async (step: OutboxStep, outboxItem: OutboxItem, store: Store): Promise<OutboxItem | undefined> => {
    /** A step was taken: what comes next begins with all patience. */
    const advance = (change: (outboxItem: OutboxItem) => OutboxItem | null) =>
      store(outboxItem.id, is => {
        const after = change(is)
        return after && { ...after, tries: 0, said: '', held: undefined }
      })
    const { id, inspection_id: inspectionId } = outboxItem
    if (step.do === 'create') {
      const answer = await server.create(inspectionBody(id, outboxItem.trying ?? outboxItem.written))
      return advance(is => created(is, answer.id))
    }
    if (inspectionId === null) throw new Error('it has no id yet')
    if (step.do === 'remove') {
      await server.remove(inspectionId).catch(unlessGone)
      // Undone while it was under way, it is brought back next.
      return advance(is => (is.remove ? { ...is, state: 'sent', tried_at: now() } : is))
    }
    if (step.do === 'restore') {
      await server.restore(inspectionId).catch(failure => {
        unlessGone(failure)
        // Deleting it had never arrived, or it is gone for good: then this says so.
        return server.read(inspectionId)
      })
      return advance(restored)
    }
    if (step.do === 'change') {
      const sent = outboxItem.trying ?? outboxItem.written
      const { version } = await server.change(
        inspectionId,
        changeOf(outboxItem.base ?? sent, sent, outboxItem.base_version),
      )
      return advance(is => changeSent(is, sent, version))
    }
    if (step.do === 'drop') {
      await server.dropPhoto(step.photoId).catch(unlessGone)
      return advance(is => photoDropped(is, step.photoId))
    }
    if (step.do === 'bytes') {
      const { client_id } = step.part
      const bytes = await readOriginal(client_id)
      if (!bytes) throw new CallFailed(BYTES_GONE, {})
      if (userId() !== outboxItem.user_id) throw new CallFailed(401, {})
      const answer = await server.bytes(inspectionId, step.part, bytes, share => progress(client_id, share))
      return advance(is => partSent(is, client_id, answer.id))
    }
    if (step.do === 'marks') {
      // A photo that somebody deleted there needs none.
      await sendMarks(inspectionId, step.photoId, marksChangeOf(step.part)).catch(unlessGone)
      return advance(is => marksSent(is, step.part))
    }
    return advance(is => (isDone(is) ? { ...is, state: 'sent', tried_at: now() } : is))
  }

  /** Writes down why a step failed. False when nobody will take anything now. */
  const note = async (thrown: unknown, step: OutboxStep, outboxItem: OutboxItem, store: Store): Promise<boolean> => {
    const failure = thrown instanceof CallFailed ? thrown : new CallFailed(0, {})
    const { status, code, message, errors } = failure
    const part = 'part' in step ? step.part.client_id : null
    if (mayYet(status)) {
      // While the server is there, it is this item alone that does not get through.
      const own = status >= 500 || (status === 0 && (await server.isReachable()))
      const foreign = failure.foreign ?? null
      await store(outboxItem.id, is => {
        if (own && part !== null) return partHeld(is, part, now(), foreign)
        return failed(is, status === 0 ? '' : message, now(), own ? heldAgain(is.held, now(), foreign) : undefined)
      })
      return own
    }
    if (code === 'changed_meanwhile' && outboxItem.inspection_id !== null) {
      const current = await server.read(outboxItem.inspection_id).catch(() => null)
      await store(outboxItem.id, is =>
        current
          ? met(is, current.written, current.version, current.by)
          : failed(is, message, now(), heldAgain(is.held, now())),
      )
      return true
    }
    const refusal = { status, code, message, errors, part }
    await store(outboxItem.id, is => (part === null ? refused(is, refusal, now()) : partRefused(is, part, refusal)))
    return true
  }

  /** False when nobody will take anything now. */
  const sendOne = async (first: OutboxItem, store: Store): Promise<boolean> => {
    let outboxItem: OutboxItem | undefined = first
    // An outbox item that is contradicted again and again does not hold up the others.
    for (let contradicted = 0; outboxItem?.state === 'waiting' && !isHeld(outboxItem, now()); ) {
      if (userId() !== outboxItem.user_id) return false
      const step = nextStep(outboxItem, now())
      if (step.do === 'wait') return true
      if (step.do === 'refuse') {
        await store(outboxItem.id, is => {
          const refusal = is.parts.find(part => part.refusal)?.refusal
          return refusal && nextStep(is, now()).do === 'refuse' ? refused(is, refusal, now()) : is
        })
        return true
      }
      // A deletion has certainly not left without a network, and can be taken back without a trace.
      if (step.do === 'remove' && navigator.onLine === false) return false
      // Written to the disk before it leaves: after a crash nobody else knows what may have arrived.
      const leaves: boolean = ['create', 'change', 'remove'].includes(step.do) && !outboxItem.trying
      const ready: OutboxItem | undefined = leaves ? await store(outboxItem.id, begun) : outboxItem
      if (!ready) return true
      if (nextStep(ready, now()).do !== step.do) {
        outboxItem = ready
        continue
      }
      if (userId() !== ready.user_id) return false
      try {
        outboxItem = await act(step, ready, store)
      } catch (failure) {
        if (!(await note(failure, step, ready, store))) return false
        if (failure instanceof CallFailed && failure.code === 'changed_meanwhile') contradicted += 1
        if (contradicted > 3) return true
        outboxItem = await store(ready.id, is => is)
      }
    }
    return true
  }

  const sendAll = async (): Promise<void> => {
    const user = userId()
    if (user === null) return
    const done = new Set<string>()
    for (;;) {
      const all = await readOutboxItems(user)
      const unsent = all.filter(({ state }) => state !== 'sent')
      const next = unsent.find(
        ({ id, state, inspection_id }) =>
          state === 'waiting' &&
          !done.has(id) &&
          // The outbox item written first about an inspection goes first.
          unsent.find(one => inspection_id !== null && one.inspection_id === inspection_id)?.id ===
            (inspection_id === null ? undefined : id),
      )
      if (!next) break
      done.add(next.id)
      if (!(await sendOne(next, onDisk))) break
    }
    await tidy(now() - DAY_MS)
  }

  const alone = (job: () => Promise<void>): Promise<void> =>
    navigator.locks ? navigator.locks.request('barnometer.outbox', job) : job()

  let running: Promise<void> | null = null
  let wanted = false
  const run = async (): Promise<void> => {
    do {
      wanted = false
      await alone(sendAll)
    } while (wanted)
  }
  return {
    /** Resolves when nothing more can be sent now. */
    send: (): Promise<void> => {
      wanted = true
      running ??= run().finally(() => {
        running = null
      })
      return running
    },
    /** Sends an outbox item this device has no room for, and answers how far it came. */
    sendUnkept: async (outboxItem: OutboxItem): Promise<OutboxItem> => {
      let last = outboxItem
      const inMemory: Store = async (_, change) => {
        last = change(last) ?? last
        return last
      }
      await alone(async () => void (await sendOne(outboxItem, inMemory)))
      return last
    },
  }
}
