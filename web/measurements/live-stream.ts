import { EventSourceParserStream } from 'eventsource-parser/stream'
import { urlOf } from '../../shared/contract/call.ts'
import { api } from '../../shared/contract/index.ts'
import type { LiveMeasurement } from '../../shared/contract/measurements.ts'
import { heard, unheard } from '../kit/connection.ts'
import { readSession } from '../kit/session.ts'

const AGAIN_MS = 2000
const LATEST_AGAIN_MS = 15_000
/** The server says something every 15 s; longer silence means a connection that died in its sleep. */
const SILENT_MS = 40_000

interface Listener {
  take: (message: LiveMeasurement) => void
  /** After a break: messages may have been missed. */
  catchUp: () => void
}

/** Listens to what devices send until `signal` ends it, and again after each break. */
export const listen = async (deviceId: number, { take, catchUp }: Listener, signal: AbortSignal): Promise<void> => {
  let wait = AGAIN_MS
  for (let first = true; !signal.aborted; first = false) {
    if (!first) {
      await pause(wait, signal)
      if (signal.aborted) return
      wait = Math.min(wait * 2, LATEST_AGAIN_MS)
    }
    try {
      for await (const message of messagesOf(deviceId, signal, isOpen => {
        if (isOpen) wait = AGAIN_MS
        // Refused: that a token was taken back shows with the next reading.
        if (!first || !isOpen) catchUp()
      }))
        take(message)
    } catch (failure) {
      if (!signal.aborted && failure instanceof TypeError) unheard()
    }
  }
}

async function* messagesOf(deviceId: number, signal: AbortSignal, onAnswer: (isOpen: boolean) => void) {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), SILENT_MS)
  const hear = () => {
    heard()
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), SILENT_MS)
  }
  try {
    const answer = await fetch(urlOf(api.streamLive, { query: { device_ids: deviceId } }), {
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
      yield JSON.parse(next.value.data) as LiveMeasurement
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
