import type { FastifyReply, FastifyRequest } from 'fastify'
import { OWN_ANSWER } from '#shared/contract/call.ts'
import { originHeaders } from './origins.ts'

const HEARTBEAT_MS = 15_000
/** Bytes that may wait for one reader. */
const MAX_UNSENT = 1_000_000
/** Lifetime of a stream (ms); after it the client comes again, and is checked again. */
const LIFETIME_MS = 15 * 60_000

export interface EventStream {
  send(event: string, data: unknown): void
  /** Runs when nobody listens any more: the client went, the server ends, or the time is over. */
  onClose(stop: () => void): void
  close(): void
}

/**
 * Makes an answer a stream of server-sent events. `ending` aborts when the server is about to end. How many an account may have
 * open is a quota.
 */
export const openEventStream = (request: FastifyRequest, reply: FastifyReply, ending: AbortSignal): EventStream => {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    [OWN_ANSWER.name]: OWN_ANSWER.value,
    ...originHeaders(reply),
  })
  raw.write('retry: 2000\n\n')
  const stops: (() => void)[] = []
  let closed = false
  const write = (text: string): void => {
    // A reader who does not keep up comes again and reads what was missed.
    if (raw.writableLength > MAX_UNSENT) close()
    else if (!closed) raw.write(text)
  }
  const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS)
  const end = setTimeout(() => close(), LIFETIME_MS)
  const close = () => {
    if (closed) return
    closed = true
    for (const stop of stops.splice(0)) stop()
    ending.removeEventListener('abort', close)
    clearInterval(heartbeat)
    clearTimeout(end)
    raw.end()
  }
  ending.addEventListener('abort', close, { once: true })
  request.raw.on('close', close)
  raw.on('error', close)
  // A client may have given up while its rights were looked up; no event tells that any more.
  if (request.raw.destroyed || raw.destroyed) close()
  return {
    send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    onClose: stop => {
      if (closed) stop()
      else stops.push(stop)
    },
    close,
  }
}
