import { EventSourceParserStream } from 'eventsource-parser/stream'
import { isOwnAnswer } from '#shared/contract/call.ts'
import { heard, unheard } from '../browser/connection.ts'
import { hearClock } from '../time/now.ts'
import { readSession } from './session.ts'

const AGAIN_MS = 2000
const LATEST_AGAIN_MS = 15_000
/** The server says something every 15 s; longer silence means a connection that died in its sleep. */
const SILENT_MS = 40_000

/** Server-sent event. */
export interface ServerEvent {
  event: string | undefined
  /** Value of its JSON. */
  data: unknown
}

interface Listener {
  take: (event: ServerEvent) => void
  /** The server agreed, or refused; `first` is false after a break, in which events may have been missed. */
  onAnswer: (opened: { isOpen: boolean; first: boolean }) => void
  /** Called when nobody answered. */
  onLost: () => void
}

/** Listens to the server-sent events of an address until `signal` ends it, and again after each break. */
export const listen = async (
  url: () => string,
  { take, onAnswer, onLost }: Listener,
  signal: AbortSignal,
): Promise<void> => {
  let wait = AGAIN_MS
  for (let first = true; !signal.aborted; first = false) {
    if (!first) {
      await pause(wait, signal)
      if (signal.aborted) return
      wait = Math.min(wait * 2, LATEST_AGAIN_MS)
    }
    try {
      for await (const event of eventsOf(url(), signal, isOpen => {
        if (isOpen) wait = AGAIN_MS
        onAnswer({ isOpen, first })
      }))
        take(event)
    } catch (failure) {
      if (signal.aborted || !(failure instanceof TypeError)) continue
      unheard()
      onLost()
    }
  }
}

async function* eventsOf(url: string, signal: AbortSignal, onAnswer: (isOpen: boolean) => void) {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), SILENT_MS)
  const hear = () => {
    heard()
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), SILENT_MS)
  }
  try {
    const answer = await fetch(url, {
      headers: { authorization: `Bearer ${readSession().token}` },
      signal: AbortSignal.any([signal, silence.signal]),
    })
    // An answer from something on the way: no news, and no refusal either.
    if (!isOwnAnswer(answer)) return
    hearClock(answer)
    onAnswer(answer.ok)
    if (!answer.ok || !answer.body) return
    const heartbeats = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, stream) => {
        hear()
        stream.enqueue(chunk)
      },
    })
    const reader = answer.body
      .pipeThrough(heartbeats)
      .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
      .pipeThrough(new EventSourceParserStream())
      .getReader()
    for (let next = await reader.read(); !next.done; next = await reader.read())
      yield { event: next.value.event, data: JSON.parse(next.value.data) as unknown }
  } finally {
    clearTimeout(timer)
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise(done => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      done()
    })
  })
