import { call } from '#shared/contract/call.ts'
import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { callerAt, type Device } from './farm.ts'

/** A chart shows at most this many steps, so that each step of a minute holds one message. */
const MINUTES_AT_ONCE = 400
const BEGIN = Date.parse('2024-01-01T00:00:00Z')

/** Sends one device's messages, one a minute of its own time, and remembers each that was acknowledged. */
export const createSender = (device: Device, batch = 1) => {
  const acknowledged = new Map<number, number>()
  let sent = 0

  const nextMessages = () => Array.from({ length: batch }, () => messageAt(sent++))

  /** Sends a request. Its values count as acknowledged only when the answer says so. */
  const send = async (origin: string): Promise<Response> => {
    const messages = nextMessages()
    const answer = await fetch(`${origin}/api/measurements`, {
      method: 'POST',
      headers: { authorization: `Bearer ${device.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(batch === 1 ? messages[0] : messages),
    })
    const text = await answer.text()
    if (answer.status === 201 && JSON.parse(text).accepted === batch * 3)
      for (const message of messages) acknowledged.set(message.time, message.t)
    return answer
  }

  /** Sends until the server is gone or `stopped` says so. */
  const sendOn = async (origin: string, stopped: () => boolean): Promise<void> => {
    while (!stopped()) {
      const answer = await send(origin).catch(() => null)
      if (answer === null) return
    }
  }

  const missingAt = (origin: string, token: string) => missingOf(origin, token, device, acknowledged)

  return { send, sendOn, missingAt, acknowledged: () => acknowledged.size }
}
export type Sender = ReturnType<typeof createSender>

/** Times of acknowledged messages that the chart does not show exactly once and with their value. */
export const missingOf = async (
  origin: string,
  token: string,
  device: Device,
  acknowledged: Map<number, number>,
): Promise<string[]> => {
  const missing: string[] = []
  const until = Math.max(BEGIN, ...acknowledged.keys())
  for (let from = BEGIN; from <= until; from += MINUTES_AT_ONCE * MINUTE_MS) {
    const shown = await chartOf(origin, token, device, from)
    for (let minute = from; minute < from + MINUTES_AT_ONCE * MINUTE_MS; minute += MINUTE_MS) {
      const value = acknowledged.get(minute)
      if (value !== undefined && shown.get(minute) !== value) missing.push(new Date(minute).toISOString())
    }
  }
  return missing
}

/** The `number`th message of a device. */
export const messageAt = (number: number) => ({
  time: BEGIN + number * MINUTE_MS,
  t: (number % 400) / 10,
  h: 50,
  co2: 1000 + (number % 700),
})

const chartOf = async (origin: string, token: string, device: Device, from: number): Promise<Map<number, number>> => {
  const iso = (at: number) => new Date(at).toISOString()
  const query = {
    device_id: device.id,
    interval: 'selection',
    date_start: iso(from),
    date_end: iso(from + MINUTES_AT_ONCE * MINUTE_MS),
  } as const
  const frame = await call(measurementEndpoints.getSeries, { query }, callerAt(origin, token))
  if (frame.step_seconds !== 60) throw new Error('the chart must show single messages')
  const { mean = [], count = [] } = frame.series.t ?? {}
  return new Map(frame.time.map((at, index) => [at, count[index] === 1 ? (mean[index] ?? Number.NaN) : Number.NaN]))
}

export const allMissingAt = async (senders: Sender[], origin: string, token: string): Promise<string[]> =>
  (await Promise.all(senders.map(sender => sender.missingAt(origin, token)))).flat()

export const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
