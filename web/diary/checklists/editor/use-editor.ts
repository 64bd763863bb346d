import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChecklistItem, ItemInput } from '#shared/contract/diary/checklists.ts'
import { newId } from '../../../kit/browser/new-id.ts'
import {
  type ChecklistDraft,
  isFull,
  moved,
  movedTo,
  ownItem,
  withInput,
  withItemChange,
  without,
  withTemplateItem,
} from './draft.ts'
import { dropKept, keep, readKept } from './kept-draft.ts'

/** A change is kept with this browser once somebody pauses. */
const PAUSE_MS = 400

interface Options {
  /** Name of its draft in this browser. */
  name: string
  saved: ChecklistDraft
  version: number
  /** Keys whose items may have answers already. */
  known: ReadonlySet<string>
}

/** A checklist while it is changed; what is not saved yet is kept with this browser. */
export const useEditor = ({ name, saved, version, known }: Options) => {
  const { t } = useTranslation('checklists')
  const [kept] = useState(() => readKept(name))
  const [draft, setDraft] = useState(kept?.draft ?? saved)
  const [resumed, setResumed] = useState(kept !== null)
  const [from, setFrom] = useState(kept?.version ?? version)
  const [keptAt, setKeptAt] = useState<number | null>(null)
  const [opened, setOpened] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const keepSoon = useDebouncedCallback((next: ChecklistDraft) => {
    if (keep(name, { draft: next, version: from })) setKeptAt(Date.now())
  }, PAUSE_MS)
  const change = (next: Partial<ChecklistDraft>) => {
    const whole = { ...draft, ...next }
    setDraft(whole)
    keepSoon(whole)
  }
  const setItems = (items: ChecklistItem[]) => change({ items })
  const tell = (items: ChecklistItem[], key: string) => {
    const index = items.findIndex(item => item.key === key)
    setSaid(t('moved', { name: items[index]?.name, nth: index + 1, of: items.length }))
  }
  const { items } = draft
  return {
    draft,
    change,
    opened,
    open: setOpened,
    /** Text for those who hear the screen. */
    said,
    keptAt,
    resumed,
    dirty: JSON.stringify(draft) !== JSON.stringify(saved),
    /** The version the changes were made from. */
    version: from,
    startOver: () => {
      keepSoon.cancel()
      dropKept(name)
      setDraft(saved)
      setFrom(version)
      setResumed(false)
      setKeptAt(null)
    },
    forget: () => {
      keepSoon.cancel()
      dropKept(name)
    },
    set: (key: string, fields: Partial<ChecklistItem>) => setItems(withItemChange(items, key, fields)),
    setInput: (key: string, input: ItemInput) => {
      const next = known.has(key) ? newId() : null
      setItems(withInput(items, key, input, next))
      if (next !== null && opened === key) setOpened(next)
    },
    move: (key: string, by: -1 | 1) => {
      const next = moved(items, key, by)
      setItems(next)
      tell(next, key)
    },
    drag: (key: string, target: string) => setItems(movedTo(items, key, target)),
    dropped: (key: string) => tell(items, key),
    remove: (...keys: string[]) => setItems(keys.reduce<ChecklistItem[]>((rest, key) => without(rest, key), items)),
    add: (...added: ChecklistItem[]) =>
      setItems(added.reduce<ChecklistItem[]>((list, item) => withTemplateItem(list, item), items)),
    addOwn: (input: ItemInput) => {
      if (isFull(items)) return
      const item = ownItem(newId(), '', input)
      setItems([...items, item])
      setOpened(item.key)
    },
  }
}
export type Editor = ReturnType<typeof useEditor>
