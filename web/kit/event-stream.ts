import { EventSourceParserStream } from 'eventsource-parser/stream'
import { heard, unheard } from './connection.ts'
import { readSession } from './session.ts'

const AGAIN_MS = 2000
const LATEST_AGAIN_MS = 15_000
/** The server says something every 15 s; longer silence means a connection that died in its sleep. */
const SILENT_MS = 40_000

interface Listener<Message> {
  take: (message: Message) => void
  /** After a break: messages may have been missed. */
  catchUp: () => void
  /** Before the stream first opened something may have been missed, too. */
  catchUpFirst?: boolean
}

/** Listens to the server-sent events of an address, each a message in JSON, until `signal` ends it, and again after each break. */
export const listen = async <Message>(
  url: string,
  { take, catchUp, catchUpFirst }: Listener<Message>,
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
      for await (const message of messagesOf<Message>(url, signal, isOpen => {
        if (isOpen) wait = AGAIN_MS
        // Refused: that a token was taken back shows with the next reading.
        if (catchUpFirst || !first || !isOpen) catchUp()
      }))
        take(message)
    } catch (failure) {
      if (!signal.aborted && failure instanceof TypeError) unheard()
    }
  }
}

async function* messagesOf<Message>(url: string, signal: AbortSignal, onAnswer: (isOpen: boolean) => void) {
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
      yield JSON.parse(next.value.data) as Message
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
