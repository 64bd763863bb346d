import { setTimeout as delay } from 'node:timers/promises'
import { Failure } from '../../kit/failure.ts'
import { isMonstrous } from '../../kit/http/json-body.ts'
import { wordsIn } from '../../kit/language.ts'
import type { Metrics } from '../../kit/metrics.ts'
import type { Services } from '../../kit/services.ts'
import { isUnstorable } from '../not-stored.ts'
import { type IngestServices, takeMessages } from '../take-messages.ts'

/** Answers nobody reads, since MQTT has none; a device's page words them anew. */
const t = wordsIn('en')
const LONGEST_SHOWN = 100
const USUAL_PAUSE_S = 2
const LONGEST_PAUSE_S = 30
/** Tries of a message that a store refuses while it takes others. */
const MAX_TRIES = 3

/** Tells whether an error is a defect of ours: it is no better when tried again. */
export const isDefect = (error: unknown): boolean =>
  [TypeError, RangeError, ReferenceError, SyntaxError].some(kind => error instanceof kind)

/** Seconds until the next try, after so many that failed: twice as long each time, by `chance` (0 to 1) down to half of that. */
export const retryDelayS = (tries: number, first: number, chance: number): number =>
  Math.min(LONGEST_PAUSE_S, first * 2 ** Math.min(tries, 10)) * (0.5 + chance / 2)

/**
 * Does `work` until it is done, for as long as the stores have no room or are away: MQTT has no way to say "later", so the message
 * waits here, unacknowledged, with growing pauses that differ by chance, so that those that failed together do not come back together.
 * Rejects when `ending` aborts; then the sender still has it. Rejects, too, once the stores have refused this very message a few times
 * while they took others: it must not stand in their way.
 */
export const untilTaken = async <Result>(work: () => Promise<Result>, ending: AbortSignal): Promise<Result> => {
  let refusals = 0
  for (let tries = 0; ; tries++) {
    ending.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      const failure = error instanceof Failure ? error : null
      if (isDefect(error) || (failure && failure.code !== 'busy')) throw error
      if (isUnstorable(error) && ++refusals >= MAX_TRIES) throw error
      // Messages behind it are not kept waiting longer each time.
      const doublings = isUnstorable(error) ? 0 : tries
      const pause = retryDelayS(doublings, failure?.retryAfter ?? USUAL_PAUSE_S, Math.random())
      await delay(pause * 1000, undefined, { signal: ending })
    }
  }
}

export interface Taking {
  services: Pick<Services, 'now' | 'log'>
  ingestServices: IngestServices
  /** Aborts when the server is about to end. */
  ending: AbortSignal
}

/** A message that meets a defect of ours, or that no store takes, counts as taken: sent again it would only stand in the way of the others. */
export const unlessDefect = async (
  { services, metrics }: Pick<Taking, 'services'> & { metrics: Metrics },
  topic: string,
  taken: Promise<void>,
): Promise<void> => {
  try {
    await taken
  } catch (error) {
    if (!isDefect(error) && !isUnstorable(error)) throw error
    services.log.error({ err: error, topic }, 'MQTT: a message could not be taken')
    metrics.count('barnometer_mqtt_refused_total')
  }
}

/** Stores what a device published. Resolves once it is durable, also when nothing of it can be taken: that is counted on its page. */
export const takePayload = async (
  { services, ingestServices, ending }: Taking,
  deviceId: number,
  payload: Buffer,
): Promise<void> => {
  const now = services.now()
  const body = parsed(payload)
  if (body === undefined) {
    refuse(ingestServices, deviceId, 'unreadable_message', payload.subarray(0, LONGEST_SHOWN).toString())
    return
  }
  const sent = { transport: 'mqtt' as const, body, messages: Array.isArray(body) ? body : [body] }
  try {
    await untilTaken(() => takeMessages(ingestServices, deviceId, sent, { now, t }), ending)
  } catch (error) {
    // Counted when it was read.
    if (error instanceof Failure && error.code === 'nothing_accepted') return
    if (isUnstorable(error))
      refuse(ingestServices, deviceId, 'not_storable', payload.subarray(0, LONGEST_SHOWN).toString())
    else if (error instanceof Failure && error.code === 'too_large') refuse(ingestServices, deviceId, 'too_large', '')
    else throw error
  }
}

/** Counts a message that was not stored, on the page of its device. */
export const refuse = (
  { arrivals }: Pick<IngestServices, 'arrivals'>,
  deviceId: number,
  code: 'unreadable_message' | 'wrong_topic' | 'too_large' | 'not_storable',
  sent: string,
): void =>
  arrivals.refused(deviceId, [{ index: 0, field: '', code, sent: sent.replaceAll('\0', '').slice(0, LONGEST_SHOWN) }])

/** Reads JSON; undefined for what is none, or none that anybody sends. */
export const parsed = (payload: Buffer): unknown => {
  const text = payload.toString()
  if (isMonstrous(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
