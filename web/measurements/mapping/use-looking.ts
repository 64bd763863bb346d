import { useState } from 'react'
import type { RawMessage } from '#shared/contract/measurements/mappings.ts'
import { type Message, messageOf } from './tried.ts'

export interface Looking {
  /** The message that came and is looked at; null while one is tried, or none came. */
  raw: RawMessage | null
  /** Text in the test box; null while it is closed. */
  pasted: string | null
  message: (Message & { isJson: boolean }) | null
  /** Ids of the neighbours. */
  older: number | undefined
  newer: number | undefined
  onPaste: (text: string | null) => void
  onShow: (id: number | undefined) => void
}

/** Message that is looked at: the newest until somebody goes back, then that one while it is there. */
export const useLooking = (messages: readonly RawMessage[]): Looking => {
  const [selectedId, setSelectedId] = useState<number | undefined>()
  const [pasted, setPasted] = useState<string | null>(null)
  const found = selectedId === undefined ? 0 : messages.findIndex(one => one.id === selectedId)
  const at = Math.max(0, found)
  const raw = pasted === null ? (messages[at] ?? null) : null
  const newer = at > 0 ? messages[at - 1]?.id : undefined
  return {
    raw,
    pasted,
    message: pasted === null ? raw && messageOf(raw.body) : messageOf(pasted),
    older: messages[at + 1]?.id,
    newer,
    onPaste: setPasted,
    // Back at the newest, the next one that comes is shown, too.
    onShow: id => setSelectedId(id === messages[0]?.id ? undefined : id),
  }
}
