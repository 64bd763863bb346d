import { CallFailed } from '../../shared/contract/call.ts'
import type { InspectionChange, InspectionInput } from '../../shared/contract/inspections.ts'
import {
  begun,
  bodyOf,
  changed,
  changeOf,
  created,
  failed,
  marksSent,
  met,
  nextStep,
  type Parcel,
  type Part,
  partSent,
  refused,
  type Step,
  type Written,
} from './outbox-parcel.ts'
import { restored } from './outbox-removal.ts'
import { changeParcel, type Kept, readOriginal, readParcels, tidy } from './outbox-store.ts'

/** Calls of the server, as the outbox needs them. All reject with {@link CallFailed}. */
export interface Door {
  create: (body: InspectionInput) => Promise<{ id: number }>
  change: (id: number, change: InspectionChange) => Promise<{ version: number }>
  remove: (id: number) => Promise<unknown>
  restore: (id: number) => Promise<unknown>
  read: (id: number) => Promise<{ written: Written; version: number; by: string | null }>
  bytes: (id: number, part: Part, bytes: Kept, onProgress: (share: number) => void) => Promise<{ id: number }>
  marks: (photoId: number, part: Part) => Promise<unknown>
}

interface Options {
  door: Door
  /** Who is signed in: nothing is ever sent as somebody else. */
  userId: () => number | null
  /** Something in the store is different now. */
  changed: () => void
  /** The share (0 to 1) of a photo or file that is under way. */
  progress: (clientId: string, share: number) => void
}

const DAY = 24 * 60 * 60_000

/** Statuses after which it may yet be taken as it is; 0 is no answer. */
const mayYet = (status: number): boolean => status === 0 || status === 401 || status === 429 || status >= 500
/** Nobody will take anything else now, either. */
const forAll = (status: number): boolean => status === 0 || status === 401 || status === 429

/** Sends what waits, oldest first; one at a time also where several tabs are open. Resolves when nothing more can be sent now. */
export const createSender = ({ door, userId, changed: tell, progress }: Options) => {
  const store = async (id: string, change: (parcel: Parcel) => Parcel | null) => {
    const after = await changeParcel(id, change)
    tell()
    return after
  }

  /** A step was taken: what comes next begins with all patience. */
  const advance = (id: string, change: (parcel: Parcel) => Parcel | null) =>
    store(id, now => {
      const after = change(now)
      return after && { ...after, tries: 0, said: '' }
    })

  const act = async (step: Step, parcel: Parcel): Promise<Parcel | undefined> => {
    const { id, inspection_id: inspectionId } = parcel
    if (step.do === 'create') {
      const answer = await door.create(bodyOf(id, parcel.trying ?? parcel.written))
      return advance(id, now => created(now, answer.id))
    }
    if (inspectionId === null) throw new Error('it has no id yet')
    if (step.do === 'remove') {
      await door.remove(inspectionId).catch(failure => {
        if (!(failure instanceof CallFailed && failure.status === 404)) throw failure
      })
      // Undone while it was under way, it is brought back next.
      return advance(id, now => (now.remove ? { ...now, state: 'sent', tried_at: Date.now() } : now))
    }
    if (step.do === 'restore') {
      await door.restore(inspectionId).catch(failure => {
        if (!(failure instanceof CallFailed && failure.status === 404)) throw failure
        // Deleting it had never arrived, or it is gone for good: then this says so.
        return door.read(inspectionId)
      })
      return advance(id, restored)
    }
    if (step.do === 'change') {
      const sent = parcel.trying ?? parcel.written
      const { version } = await door.change(inspectionId, changeOf(parcel.base ?? sent, sent, parcel.base_version))
      return advance(id, now => changed(now, sent, version))
    }
    if (step.do === 'bytes') {
      const { client_id } = step.part
      const bytes = await readOriginal(client_id)
      // This browser's data were cleared in part: it cannot be sent any more, and that is said.
      if (!bytes) throw new CallFailed(410, {})
      if (userId() !== parcel.user_id) throw new CallFailed(401, {})
      const answer = await door.bytes(inspectionId, step.part, bytes, share => progress(client_id, share))
      return advance(id, now => partSent(now, client_id, answer.id))
    }
    if (step.do === 'marks') {
      await door.marks(step.photoId, step.part)
      return advance(id, now => marksSent(now, step.part.client_id))
    }
    return advance(id, now => (nextStep(now).do === 'end' ? { ...now, state: 'sent', tried_at: Date.now() } : now))
  }

  /** Writes down why a step failed. */
  const note = async (failure: unknown, step: Step, parcel: Parcel): Promise<Parcel | undefined> => {
    const { status, code, message, errors } = failure instanceof CallFailed ? failure : new CallFailed(0, {})
    if (mayYet(status)) return store(parcel.id, now => failed(now, message, Date.now()))
    if (code === 'changed_meanwhile' && parcel.inspection_id !== null) {
      const current = await door.read(parcel.inspection_id).catch(() => null)
      return store(parcel.id, now =>
        current ? met(now, current.written, current.version, current.by) : failed(now, message, Date.now()),
      )
    }
    const part = 'part' in step ? step.part.client_id : null
    return store(parcel.id, now => refused(now, { code, message, errors, part }, Date.now()))
  }

  /** False when nobody will take anything now. */
  const sendOne = async (first: Parcel): Promise<boolean> => {
    let parcel: Parcel | undefined = first
    // Whoever is contradicted again and again does not hold up the others.
    for (let contradicted = 0; parcel?.state === 'waiting'; ) {
      if (userId() !== parcel.user_id) return false
      const step = nextStep(parcel)
      // Without a network it has certainly not left, and can be taken back without a trace.
      if (step.do === 'remove' && navigator.onLine === false) return false
      // On the disk before it leaves: after a crash nobody else knows what may have arrived.
      const leaves: boolean = ['create', 'change', 'remove'].includes(step.do) && !parcel.trying
      const ready: Parcel | undefined = leaves ? await store(parcel.id, begun) : parcel
      if (!ready) return true
      if (nextStep(ready).do !== step.do) {
        parcel = ready
        continue
      }
      if (userId() !== ready.user_id) return false
      try {
        parcel = await act(step, ready)
      } catch (failure) {
        const status = failure instanceof CallFailed ? failure.status : 0
        parcel = await note(failure, step, ready)
        if (forAll(status)) return false
        contradicted += 1
        if (mayYet(status) || contradicted > 3) return true
      }
    }
    return true
  }

  const sendAll = async (): Promise<void> => {
    const user = userId()
    if (user === null) return
    const done = new Set<string>()
    for (;;) {
      const all = await readParcels(user)
      const unsent = all.filter(({ state }) => state !== 'sent')
      const next = unsent.find(
        ({ id, state, inspection_id }) =>
          state === 'waiting' &&
          !done.has(id) &&
          // What was written first about an inspection goes first.
          unsent.find(one => inspection_id !== null && one.inspection_id === inspection_id)?.id ===
            (inspection_id === null ? undefined : id),
      )
      if (!next) break
      done.add(next.id)
      if (!(await sendOne(next))) break
    }
    await tidy(Date.now() - DAY)
  }

  let running: Promise<void> | null = null
  let wanted = false
  const run = async (): Promise<void> => {
    do {
      wanted = false
      if (navigator.locks) await navigator.locks.request('barnometer.outbox', sendAll)
      else await sendAll()
    } while (wanted)
  }
  return (): Promise<void> => {
    wanted = true
    running ??= run().finally(() => {
      running = null
    })
    return running
  }
}
