import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../ui/toast.ts'
import type { Draft, Values } from './form-draft.ts'
import type { Taken } from './form-photo.ts'
import type { Part } from './outbox-parcel.ts'
import { NotKept, writeDraft } from './outbox-store.ts'

/** Whether this device keeps what is written: not yet asked, kept at a time, no room, or nothing at all. */
export type Keeping = { at: number } | 'full' | 'never' | null

/** Asks the browser once not to clear what it keeps when it runs short of room. */
let asked = false
const askToPersist = (): void => {
  if (asked) return
  asked = true
  void navigator.storage?.persist?.().catch(() => false)
}

/**
 * A draft, kept on this device at each change. Writing is slower than typing: what was written meanwhile is kept in one
 * go after it, and `settled` waits for the last of it.
 */
export const useDraft = (first: Draft) => {
  const { t } = useTranslation('inspect')
  const [draft, setDraft] = useState(first)
  const [keeping, setKeeping] = useState<Keeping>(first.saved_at === null ? null : { at: first.saved_at })
  /** Why the last photo or file is not there. */
  const [trouble, setTrouble] = useState<string | null>(null)
  const latest = useRef(first)
  const writing = useRef<Promise<void> | null>(null)
  const dirty = useRef(false)
  const ended = useRef(false)

  const keepLatest = async (): Promise<void> => {
    while (dirty.current && !ended.current) {
      dirty.current = false
      const at = Date.now()
      try {
        await writeDraft({ ...latest.current, saved_at: at })
        setKeeping({ at })
      } catch (failure) {
        setKeeping(failure instanceof NotKept && failure.full ? 'full' : 'never')
      }
    }
    writing.current = null
  }
  const keep = (): Promise<void> => {
    dirty.current = true
    writing.current ??= keepLatest()
    return writing.current
  }
  const change = (next: Draft): void => {
    latest.current = next
    setDraft(next)
    void keep()
  }
  const setValues = (values: Partial<Values>): void =>
    change({ ...latest.current, values: { ...latest.current.values, ...values } })
  const setParts = (of: (parts: Part[]) => Part[]): void =>
    change({ ...latest.current, parts: of(latest.current.parts) })

  /** Bytes and draft in one: never one without the other. Resolves with the client id, null where there was no room. */
  const addPart = async (take: () => Promise<Taken>, name: string): Promise<string | null> => {
    askToPersist()
    setTrouble(null)
    const taken = await take().catch(() => null)
    if (!taken) {
      setTrouble(t('photos.not_taken', { name }))
      return null
    }
    const withIt = (): Draft => ({ ...latest.current, parts: [...latest.current.parts, taken.part] })
    try {
      await writing.current
      await writeDraft({ ...withIt(), saved_at: Date.now() }, [taken.kept])
      change(withIt())
    } catch (failure) {
      const full = failure instanceof NotKept && failure.full
      setTrouble(t(full ? 'photos.no_room' : 'photos.not_kept', { name }))
      return null
    }
    if (taken.shrunk) showToast({ id: 'shrunk', message: t('photos.shrunk', { name }) })
    return taken.part.client_id
  }

  return {
    draft,
    keeping,
    trouble,
    setTrouble,
    setValues,
    setParts,
    addPart,
    /** All that was written is on the disk, and nothing is written after it. */
    settle: async (): Promise<Draft> => {
      await keep()
      ended.current = true
      return latest.current
    },
    /** It goes on after all. */
    unsettle: () => {
      ended.current = false
    },
  }
}
