import { setTimeout as delay } from 'node:timers/promises'
import { Failure } from '../../kit/failure.ts'
import { textsOf } from '../../kit/language.ts'
import type { World } from '../../kit/world.ts'
import { type Doors, storeMessages } from '../doors.ts'

/** Answers nobody reads, since MQTT has none; a device's page words them anew. */
const texts = textsOf('en')
const LONGEST_SHOWN = 100

/**
 * Does `work` until it is done, for as long as the stores have no room: MQTT has no way to say "later", so the message waits
 * here, unacknowledged. Rejects when `ending` aborts; then the sender still has it.
 */
export const untilTaken = async <Result>(work: () => Promise<Result>, ending: AbortSignal): Promise<Result> => {
  for (;;) {
    ending.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'busy') throw error
      await delay((error.retryAfter ?? 2) * 1000, undefined, { signal: ending })
    }
  }
}

/** Stores what a device published. Resolves once it is durable, also when nothing of it can be taken: that is counted on its page. */
export const takePayload = async (
  world: Pick<World, 'now' | 'log'>,
  doors: Doors,
  deviceId: number,
  payload: Buffer,
  ending: AbortSignal,
) => {
  const now = world.now()
  const sent = parsed(payload)
  if (sent === undefined) {
    refuse(doors, deviceId, 'unreadable_message', payload.subarray(0, LONGEST_SHOWN).toString())
    return null
  }
  const messages = Array.isArray(sent) ? sent : [sent]
  const { answer } = await untilTaken(() => storeMessages(doors, deviceId, messages, { now, texts }), ending)
  return answer
}

/** Counts a message that was not stored, on the page of its device. */
export const refuse = (
  { arrivals }: Pick<Doors, 'arrivals'>,
  deviceId: number,
  code: 'unreadable_message' | 'wrong_topic' | 'too_large',
  sent: string,
): void =>
  arrivals.refused(deviceId, [{ index: 0, field: '', code, sent: sent.replaceAll('\0', '').slice(0, LONGEST_SHOWN) }])

const parsed = (payload: Buffer): unknown => {
  try {
    return JSON.parse(payload.toString())
  } catch {
    return undefined
  }
}
