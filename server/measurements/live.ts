import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LiveMeasurement } from '../../shared/contract/measurements.ts'
import { type Correction, offsetAt } from '../../shared/rules/calibration.ts'
import { CALIBRATED, correctionsOf } from '../devices/calibrations.ts'
import type { Bus } from '../kit/bus.ts'
import type { Catalogue } from '../kit/catalogue.ts'
import { ARRIVED } from './latest.ts'

const HEARTBEAT_MS = 15_000
/** Bytes that may wait for one reader. */
const MOST_UNSENT = 1_000_000
/** Then the client comes again, and is checked again. */
const LIFETIME_MS = 15 * 60_000

/**
 * Sends the messages of `deviceIds` as they arrive, as server-sent events, until the client goes, the server ends, or the
 * time is over.
 */
export const streamLive = async (
  { db, bus, ending }: { db: Catalogue; bus: Bus; ending: AbortSignal },
  deviceIds: number[],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const wanted = new Set(deviceIds)
  let corrections = await correctionsOf(db, deviceIds)
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
  raw.write('retry: 2000\n\n')
  const send = (text: string): void => {
    // A reader who does not keep up comes again and reads what was missed.
    if (raw.writableLength > MOST_UNSENT) close()
    else raw.write(text)
  }
  const stop = bus.subscribe<LiveMeasurement[]>(ARRIVED, messages => {
    for (const message of messages)
      if (wanted.has(message.device_id))
        send(`event: measurement\ndata: ${JSON.stringify(correctedMessage(message, corrections))}\n\n`)
  })
  const stopCalibrated = bus.subscribe<number>(CALIBRATED, async deviceId => {
    if (wanted.has(deviceId)) corrections = await correctionsOf(db, deviceIds).catch(() => corrections)
  })
  const heartbeat = setInterval(() => send(': still here\n\n'), HEARTBEAT_MS)
  const end = setTimeout(() => raw.end(), LIFETIME_MS)
  const close = () => {
    stop()
    stopCalibrated()
    ending.removeEventListener('abort', close)
    clearInterval(heartbeat)
    clearTimeout(end)
    raw.end()
  }
  ending.addEventListener('abort', close, { once: true })
  request.raw.on('close', close)
  raw.on('error', close)
  return reply
}

const correctedMessage = (message: LiveMeasurement, corrections: readonly Correction[]): LiveMeasurement => {
  if (corrections.length === 0) return message
  const { device_id, time, values } = message
  const correct = ([key, value]: [string, number]) => [key, value + offsetAt(corrections, device_id, key, time)]
  return { ...message, values: Object.fromEntries(Object.entries(values).map(correct)) }
}
