import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LiveMeasurement } from '#shared/contract/measurements/measurements.ts'
import { type Correction, calibrationOffsetAt } from '#shared/rules/data-quality/calibration.ts'
import type { Span } from '#shared/rules/time/rental.ts'
import { onCustodyChanged } from '../custody/news.ts'
import { holds, visiblePeriods } from '../devices/access.ts'
import { CALIBRATED, correctionsOf } from '../devices/calibrations.ts'
import { Failure } from '../kit/failure.ts'
import { type EventStream, openEventStream } from '../kit/http/event-stream.ts'
import type { SignedIn } from '../kit/http/serve.ts'
import type { Services } from '../kit/services.ts'
import type { Caller } from '../locations/access.ts'
import { ARRIVED } from '../series/latest.ts'
import { keepRights } from '../users/stream-rights.ts'

type Asking = Services & { user: SignedIn; request: FastifyRequest; reply: FastifyReply }

/** Rights that a live stream begins with: when the caller sees each device, and how its values are calibrated. */
interface LiveRights {
  periods: Map<number, Span[]>
  corrections: readonly Correction[]
}

const readRights = async (
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  deviceIds: readonly number[],
): Promise<LiveRights> => ({
  periods: await visiblePeriods(db, caller, deviceIds.length === 1 ? deviceIds[0] : undefined),
  corrections: await correctionsOf(db, deviceIds),
})

/** Sends the messages of `deviceIds` as they arrive, as server-sent events. Throws not_found for a device that is not seen. */
export const streamLive = async (
  context: Asking,
  deviceIds: readonly number[],
  ending: AbortSignal,
): Promise<FastifyReply> => {
  const { now, user, request, reply } = context
  const wanted = [...new Set(deviceIds)]
  const rights = await readRights(context, user, wanted)
  for (const id of wanted) {
    const spans = rights.periods.get(id)
    if (!spans) throw new Failure('not_found')
    if (!holds(spans, new Date(now()).toISOString())) throw new Failure('outside_subscription')
  }
  sendLive(context, wanted, rights, openEventStream(request, reply, ending))
  return reply
}

/**
 * Returns what sends the messages of those of `deviceIds` that the caller sees into an open stream. Several pages ask in one
 * call: a device that is no longer seen takes nothing from the others.
 */
export const liveOf = async (context: Asking, deviceIds: readonly number[]): Promise<(stream: EventStream) => void> => {
  const requested = [...new Set(deviceIds)]
  const rights = await readRights(context, context.user, requested)
  const seen = requested.filter(id => rights.periods.has(id))
  return stream => sendLive(context, seen, rights, stream)
}

/** Sends messages into an open stream as they arrive, while the caller may see them. */
const sendLive = (context: Asking, deviceIds: readonly number[], first: LiveRights, stream: EventStream): void => {
  const { bus, now } = context
  const wanted = new Set(deviceIds)
  const rights = keepRights(context, stream, { first, read: caller => readRights(context, caller, deviceIds) })
  const isSeen = ({ device_id, time }: LiveMeasurement, { periods }: LiveRights): boolean => {
    const spans = periods.get(device_id) ?? []
    // A rental is over at its end, whatever time a late message is of.
    return holds(spans, new Date(time).toISOString()) && holds(spans, new Date(now()).toISOString())
  }
  stream.onClose(
    bus.subscribe<LiveMeasurement[]>(
      ARRIVED,
      messages =>
        rights.send(seen => {
          for (const message of messages)
            if (isSeen(message, seen)) stream.send('measurement', correctedMessage(message, seen.corrections))
        }),
      [...wanted],
    ),
  )
  const invalidate = (deviceId: number): void => {
    if (wanted.has(deviceId)) rights.invalidate()
  }
  stream.onClose(onCustodyChanged(context, invalidate))
  stream.onClose(bus.subscribe<number>(CALIBRATED, invalidate))
}

const correctedMessage = (message: LiveMeasurement, corrections: readonly Correction[]): LiveMeasurement => {
  if (corrections.length === 0) return message
  const { device_id, time, values } = message
  const correct = ([key, value]: [string, number]) => [
    key,
    value + calibrationOffsetAt(corrections, device_id, key, time),
  ]
  return { ...message, values: Object.fromEntries(Object.entries(values).map(correct)) }
}
