import { setTimeout as delay } from 'node:timers/promises'
import { CallFailed, type CallTransport, call } from '#shared/contract/call.ts'
import type { ResponseOf } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import type { SensorMessage } from './devices.ts'
import type { Report } from './reports.ts'

/** Answers that another try would not change. */
const FINAL = new Set([400, 401, 403, 404, 415])
const FIRST_PAUSE = 500
const LONGEST_PAUSE = 30_000
const LONGEST_ANSWER = 60_000

/** Settings and focus mode the server wants of a device. */
export type Told = Pick<ResponseOf<typeof api.sendMeasurements>, 'settings' | 'focus'>

export interface Sent {
  told?: Told
  accepted: number
  /** Values the server refused; sending them again would not help. */
  refused: number
}

/** A message, which may tell the state of its device. */
export type Sendable = (SensorMessage | { time: number }) & { state?: Report }

/** Attempt to hand over messages; a failure where nobody knows that they arrived. */
export type Attempt = (messages: readonly Sendable[]) => Promise<Sent | CallFailed>

interface SendOptions {
  signal?: AbortSignal | undefined
  /** Waits between two tries, ms. */
  pause?: (ms: number, signal?: AbortSignal) => Promise<unknown>
}

/** A caller that gives up on an answer that does not come, and stops at once on `signal`. */
export const callerOf = (origin: string, token: string, signal?: AbortSignal): CallTransport => ({
  origin,
  token,
  fetch: (url, init) => {
    const late = AbortSignal.timeout(LONGEST_ANSWER)
    return fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, late]) : late })
  },
})

/**
 * Sends messages in their order and resolves when the server has answered for each of them. While it is away, busy or broken the
 * messages are kept and tried again, ever more slowly. Throws {@link CallFailed} only for what no further try would change
 * (a wrong key), and the abort reason when stopped.
 */
export const send = async (
  messages: readonly Sendable[],
  attempt: Attempt,
  options: SendOptions = {},
): Promise<Sent> => {
  const pause = options.pause ?? ((ms, signal) => delay(ms, undefined, { signal }))
  for (let tries = 0; ; tries++) {
    options.signal?.throwIfAborted()
    const outcome = await attempt(messages)
    if (!(outcome instanceof CallFailed)) return outcome
    options.signal?.throwIfAborted()
    if (FINAL.has(outcome.status)) throw outcome
    if (outcome.status === 413 && messages.length > 1) return sendHalves(messages, attempt, options)
    if (outcome.status === 413 || outcome.status === 422) return { accepted: 0, refused: messages.length }
    await pause(waitFor(tries, outcome.retryAfter), options.signal)
  }
}

// A connection can also break within the answer; then nobody knows what was stored, and sending twice is harmless.
export const attemptJson =
  (caller: CallTransport): Attempt =>
  async messages => {
    try {
      const body = messages.length === 1 ? messages[0] : messages
      const answer = await call(api.sendMeasurements, { body }, caller)
      const { accepted, rejected, settings, focus } = answer
      const told = { ...(settings && { settings }), ...(focus && { focus }) }
      return { accepted, refused: rejected.length, ...(settings || focus ? { told } : {}) }
    } catch (failure) {
      return failure instanceof CallFailed ? failure : new CallFailed(0, {})
    }
  }

const sendHalves = async (messages: readonly Sendable[], attempt: Attempt, options: SendOptions): Promise<Sent> => {
  const middle = Math.ceil(messages.length / 2)
  const first = await send(messages.slice(0, middle), attempt, options)
  const second = await send(messages.slice(middle), attempt, options)
  return { accepted: first.accepted + second.accepted, refused: first.refused + second.refused }
}

/** Asks again for as long as the server answers that it is too busy. */
export const whenTaken = async <T>(ask: () => Promise<T>): Promise<T> => {
  for (let tries = 0; ; tries++) {
    try {
      return await ask()
    } catch (failure) {
      if (!(failure instanceof CallFailed) || (failure.status !== 429 && failure.status !== 503)) throw failure
      await delay(waitFor(tries, failure.retryAfter))
    }
  }
}

/** The server's own wish, else twice as long after each failure. */
const waitFor = (tries: number, retryAfter: number | undefined): number =>
  retryAfter ? retryAfter * 1000 : Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(tries, 10))
