import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../failure.ts'

/** Bytes from which a body counts as large. One that does not say its length counts as large once so much of it has come. */
export const LARGE_BODY = 256 * 1024
/** Large bodies that are received or worked on at once: in this process, and of one caller. */
const MAX_LARGE = 24
const MAX_LARGE_OF_ONE = 4
const RETRY_AFTER_S = 2

/** A body may take so long, and a second more for each so many bytes of it: what comes over a poor modem comes, what trickles is ended. */
const GRACE_MS = 60_000
const SLOWEST_BYTES_PER_S = 1024
const LOOK_EVERY_MS = 5000
/**
 * Time (ms) for which what is still being sent after its answer is thrown away, so that the sender gets to read the
 * answer; then the connection ends.
 */
const LINGER_MS = 10_000

export interface BodyLimits {
  graceMs?: number
  lookEveryMs?: number
  lingerMs?: number
}

/** Watches over bodies while they come: how many large ones there are at once, and how slowly they may come. */
export const createBodies = ({
  graceMs = GRACE_MS,
  lookEveryMs = LOOK_EVERY_MS,
  lingerMs = LINGER_MS,
}: BodyLimits = {}) => {
  const coming = new Map<IncomingMessage, { since: number; bytes: number }>()
  const largeOf = new Map<string, number>()
  let large = 0

  const look = (): void => {
    for (const [raw, { since, bytes }] of coming) {
      if (raw.complete || raw.destroyed) coming.delete(raw)
      else if (Date.now() - since > graceMs + ((raw.socket.bytesRead - bytes) / SLOWEST_BYTES_PER_S) * 1000)
        raw.destroy()
    }
  }
  const looking = setInterval(look, lookEveryMs).unref()

  const takeLarge = (caller: string, reply: FastifyReply): void => {
    const own = largeOf.get(caller) ?? 0
    if (large >= MAX_LARGE || own >= MAX_LARGE_OF_ONE) throw new Failure('busy', { retryAfter: RETRY_AFTER_S })
    large += 1
    largeOf.set(caller, own + 1)
    let isOver = false
    const over = (): void => {
      if (isOver) return
      isOver = true
      large -= 1
      const left = (largeOf.get(caller) ?? 1) - 1
      if (left === 0) largeOf.delete(caller)
      else largeOf.set(caller, left)
    }
    reply.raw.once('finish', over).once('close', over)
  }

  return {
    /** Lets a body come, now that its sender is known. Throws busy for a large one where too many are under way. */
    admit: (request: FastifyRequest, reply: FastifyReply, caller: string): void => {
      const { raw } = request
      if (!hasBody(raw)) return
      coming.set(raw, { since: Date.now(), bytes: raw.socket.bytesRead })
      raw.once('close', () => coming.delete(raw))
      if (lengthOf(raw) >= LARGE_BODY) takeLarge(caller, reply)
      else if (isOfUnknownLength(raw)) onceLarger(raw, LARGE_BODY, () => takeLarge(caller, reply))
    },
    /** Answers a call whose body was not read: what is still being sent of it is thrown away, and not for long. */
    refuse: ({ raw }: FastifyRequest): void => {
      if (!hasBody(raw)) return
      setTimeout(() => {
        if (!raw.complete) raw.destroy()
      }, lingerMs).unref()
    },
    stop: (): void => clearInterval(looking),
  }
}
export type Bodies = ReturnType<typeof createBodies>

const lengthOf = ({ headers }: IncomingMessage): number => {
  const length = Number(headers['content-length'] ?? 0)
  // Packed, it may hold hundreds of times as much.
  return headers['content-encoding'] && length > 0 ? LARGE_BODY : length
}
const isOfUnknownLength = ({ headers }: IncomingMessage): boolean => headers['transfer-encoding'] !== undefined
const hasBody = (raw: IncomingMessage): boolean => lengthOf(raw) > 0 || isOfUnknownLength(raw)

/** Calls back once more than so many bytes have come; ends the connection with what that throws. */
const onceLarger = (raw: IncomingMessage, bytes: number, larger: () => void): void => {
  const { push } = raw
  let come = raw.readableLength
  // The pieces are counted on their way into the stream: to listen to its data would let it flow before anybody reads it.
  raw.push = (chunk: unknown, ...rest: [BufferEncoding?]) => {
    if (Buffer.isBuffer(chunk)) {
      const before = come
      come += chunk.length
      if (before <= bytes && come > bytes) {
        try {
          larger()
        } catch {
          raw.destroy()
          return false
        }
      }
    }
    return push.call(raw, chunk, ...rest)
  }
}
