import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LiveMeasurement } from '../../shared/contract/measurements.ts'
import { type Correction, offsetAt } from '../../shared/rules/calibration.ts'
import { CALIBRATED, correctionsOf } from '../devices/calibrations.ts'
import type { Bus } from '../kit/bus.ts'
import type { Catalogue } from '../kit/catalogue.ts'
import { openEventStream } from '../kit/event-stream.ts'
import { ARRIVED } from './latest.ts'

/** Sends the messages of `deviceIds` as they arrive, as server-sent events. */
export const streamLive = async (
  { db, bus, ending }: { db: Catalogue; bus: Bus; ending: AbortSignal },
  deviceIds: number[],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const wanted = new Set(deviceIds)
  let corrections = await correctionsOf(db, deviceIds)
  const stream = openEventStream(request, reply, ending)
  stream.onClose(
    bus.subscribe<LiveMeasurement[]>(ARRIVED, messages => {
      for (const message of messages)
        if (wanted.has(message.device_id)) stream.send('measurement', correctedMessage(message, corrections))
    }),
  )
  stream.onClose(
    bus.subscribe<number>(CALIBRATED, async deviceId => {
      if (wanted.has(deviceId)) corrections = await correctionsOf(db, deviceIds).catch(() => corrections)
    }),
  )
  return reply
}

const correctedMessage = (message: LiveMeasurement, corrections: readonly Correction[]): LiveMeasurement => {
  if (corrections.length === 0) return message
  const { device_id, time, values } = message
  const correct = ([key, value]: [string, number]) => [key, value + offsetAt(corrections, device_id, key, time)]
  return { ...message, values: Object.fromEntries(Object.entries(values).map(correct)) }
}
