import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../ui/feedback/toast.ts'
import type { Attachment } from '../outbox/outbox-item.ts'
import { NotKept, writeDraft } from '../outbox/outbox-store.ts'
import { lockDraft, TAB } from './draft/draft-tabs.ts'
import { forkOf, type InspectionDraft, type InspectionValues } from './draft/form-draft.ts'
import type { Taken } from './photos/form-photo.ts'

/** State of the draft on this device: nothing kept so far (null), kept at a time, no room, or keeping not possible. */
export type Keeping = { at: number } | 'full' | 'never' | null

/** Asks the browser once not to clear what it keeps when it runs short of room. */
let isPersistRequested = false
const askToPersist = (): void => {
  if (isPersistRequested) return
  isPersistRequested = true
  void navigator.storage?.persist?.().catch(() => false)
}

/** A change as it follows from what stands there by then: photos become ready while somebody answers something else. */
export type ValuesChange = Partial<InspectionValues> | ((values: InspectionValues) => Partial<InspectionValues>)

/**
 * A draft, kept on this device at each change. Writing is slower than typing: what was written meanwhile is kept in one
 * go after it, and `settle` waits for the last of it. One tab has it at a time.
 */
export const useInspectionDraft = (first: InspectionDraft) => {
  const { t } = useTranslation('inspect')
  const [draft, setDraft] = useState<InspectionDraft>({ ...first, owner: TAB })
  const [keeping, setKeeping] = useState<Keeping>(first.saved_at === null ? null : { at: first.saved_at })
  /** Why the last photo or file is not there. */
  const [trouble, setTrouble] = useState<string | null>(null)
  /** `elsewhere`: another tab goes on with it. `apart`: so it does, and what is written here is one of its own. */
  const [tabs, setTabs] = useState<'here' | 'elsewhere' | 'apart'>('here')
  const latest = useRef(draft)
  const writing = useRef<Promise<void> | null>(null)
  const dirty = useRef(false)
  const ended = useRef(false)
  const kept = useRef(first.saved_at !== null)
  /** Photos and files that are being made ready. */
  const coming = useRef(new Set<Promise<unknown>>())

  const show = (next: InspectionDraft): void => {
    latest.current = next
    setDraft(next)
  }
  const keepLatest = async (): Promise<void> => {
    while (dirty.current && !ended.current) {
      dirty.current = false
      const at = Date.now()
      try {
        if (await writeDraft({ ...latest.current, saved_at: at })) {
          kept.current = true
          setKeeping({ at })
        } else {
          // Another tab took it while this one slept: neither writes over the other.
          show(forkOf(latest.current))
          kept.current = false
          dirty.current = true
          setTabs('apart')
        }
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
  const change = (next: InspectionDraft): void => {
    show(next)
    void keep()
  }
  const setValues = (values: ValuesChange): void => {
    const before = latest.current
    change({
      ...before,
      values: { ...before.values, ...(typeof values === 'function' ? values(before.values) : values) },
    })
  }
  const setParts = (of: (parts: Attachment[]) => Attachment[]): void =>
    change({ ...latest.current, parts: of(latest.current.parts) })
  /** Takes a photo or file out; one the server has is deleted there once this is saved. */
  const removePart = (id: string): void => {
    const { parts, dropped = [] } = latest.current
    const there = parts.find(part => part.client_id === id)?.sent_id
    change({
      ...latest.current,
      parts: parts.filter(part => part.client_id !== id),
      ...(typeof there === 'number' && { dropped: [...dropped, { photo_id: there, client_id: id }] }),
    })
  }

  const takeIn = async (take: () => Promise<Taken>, name: string): Promise<string | null> => {
    askToPersist()
    setTrouble(null)
    const taken = await take().catch(() => null)
    if (!taken) {
      setTrouble(t('photos.not_taken', { name }))
      return null
    }
    const withIt = (): InspectionDraft => ({ ...latest.current, parts: [...latest.current.parts, taken.part] })
    try {
      await writing.current
      if (await writeDraft({ ...withIt(), saved_at: Date.now() }, [taken.kept])) kept.current = true
      change(withIt())
    } catch (failure) {
      const full = failure instanceof NotKept && failure.full
      setTrouble(t(full ? 'photos.no_room' : 'photos.not_kept', { name }))
      return null
    }
    if (taken.shrunk) showToast({ id: 'shrunk', message: t('photos.shrunk', { name }) })
    return taken.part.client_id
  }

  /** Bytes and draft in one: never one without the other. Resolves with the client id, null where there was no room. */
  const addPart = (take: () => Promise<Taken>, name: string): Promise<string | null> => {
    const taken = takeIn(take, name)
    coming.current.add(taken)
    return taken.finally(() => coming.current.delete(taken))
  }

  const give = useEffectEvent(async () => {
    await Promise.all(coming.current)
    await writing.current
    ended.current = true
    setTabs('elsewhere')
  })
  const { key } = draft
  useEffect(() => lockDraft(key, give), [key])

  return {
    draft,
    keeping,
    trouble,
    tabs,
    setTrouble,
    setValues,
    setParts,
    removePart,
    addPart,
    /** All that was written is on the disk if there is room, and nothing is written after it. */
    settle: async (): Promise<{ draft: InspectionDraft; kept: boolean }> => {
      await keep()
      ended.current = true
      return { draft: latest.current, kept: kept.current }
    },
    /** Lets the draft be written again after `settle`: it goes on after all. */
    unsettle: () => {
      ended.current = false
    },
  }
}
