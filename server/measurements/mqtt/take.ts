import { setTimeout as delay } from 'node:timers/promises'
import { Failure } from '../../kit/failure.ts'
import { textsOf } from '../../kit/language.ts'
import type { Metrics } from '../../kit/metrics.ts'
import type { World } from '../../kit/world.ts'
import { type Doors, takeMessages } from '../doors.ts'

/** Answers nobody reads, since MQTT has none; a device's page words them anew. */
const texts = textsOf('en')
const LONGEST_SHOWN = 100
const USUAL_PAUSE_S = 2

/** Ours to mend, and no better when tried again. */
const isDefect = (error: unknown): boolean =>
  [TypeError, RangeError, ReferenceError, SyntaxError].some(kind => error instanceof kind)

/**
 * Does `work` until it is done, for as long as the stores have no room or are away: MQTT has no way to say "later", so the message
 * waits here, unacknowledged. Rejects when `ending` aborts; then the sender still has it.
 */
export const untilTaken = async <Result>(work: () => Promise<Result>, ending: AbortSignal): Promise<Result> => {
  for (;;) {
    ending.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      const failure = error instanceof Failure ? error : null
      if (isDefect(error) || (failure && failure.code !== 'busy')) throw error
      await delay((failure?.retryAfter ?? USUAL_PAUSE_S) * 1000, undefined, { signal: ending })
    }
  }
}

export interface Taking {
  world: Pick<World, 'now' | 'log'>
  doors: Doors
  /** Aborts when the server is about to end. */
  ending: AbortSignal
}

/** A message that meets a defect of ours counts as taken: sent again it would only stand in the way of the others. */
export const unlessDefect = async (
  { world, metrics }: Pick<Taking, 'world'> & { metrics: Metrics },
  topic: string,
  taken: Promise<void>,
): Promise<void> => {
  try {
    await taken
  } catch (error) {
    if (!isDefect(error)) throw error
    world.log.error({ err: error, topic }, 'MQTT: a message could not be taken')
    metrics.count('barnometer_mqtt_refused_total')
  }
}

/** Stores what a device published. Resolves once it is durable, also when nothing of it can be taken: that is counted on its page. */
export const takePayload = async (
  { world, doors, ending }: Taking,
  deviceId: number,
  payload: Buffer,
): Promise<void> => {
  const now = world.now()
  const body = parsed(payload)
  if (body === undefined) {
    refuse(doors, deviceId, 'unreadable_message', payload.subarray(0, LONGEST_SHOWN).toString())
    return
  }
  const sent = { door: 'mqtt' as const, body, messages: Array.isArray(body) ? body : [body] }
  try {
    await untilTaken(() => takeMessages(doors, deviceId, sent, { now, texts }), ending)
  } catch (error) {
    // Counted when it was read.
    if (error instanceof Failure && error.code === 'nothing_accepted') return
    if (!(error instanceof Failure) || error.code !== 'too_large') throw error
    refuse(doors, deviceId, 'too_large', '')
  }
}

/** Counts a message that was not stored, on the page of its device. */
export const refuse = (
  { arrivals }: Pick<Doors, 'arrivals'>,
  deviceId: number,
  code: 'unreadable_message' | 'wrong_topic' | 'too_large',
  sent: string,
): void =>
  arrivals.refused(deviceId, [{ index: 0, field: '', code, sent: sent.replaceAll('\0', '').slice(0, LONGEST_SHOWN) }])

/** Undefined for what is no JSON. */
export const parsed = (payload: Buffer): unknown => {
  try {
    return JSON.parse(payload.toString())
  } catch {
    return undefined
  }
}
