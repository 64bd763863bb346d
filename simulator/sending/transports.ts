import type { MqttClient } from 'mqtt'
import { CallFailed } from '#shared/contract/call.ts'
import { type Attempt, attemptJson, callerOf, type Sendable, type Sent, type Told } from './send.ts'

export const TRANSPORTS = ['json', 'influx', 'ttn', 'chirpstack', 'mqtt'] as const
export type Transport = (typeof TRANSPORTS)[number]

export interface TransportOptions {
  transport: Transport
  origin: string
  /** `mqtt://host:port` of the broker; with it devices sign in by id and key. */
  mqttUrl: string
  /** Secret of the endpoints of network servers. */
  webhookSecret: string
  signal?: AbortSignal | undefined
}

export interface TransportDevice {
  id: number
  key: string
  eui?: string | undefined
}

/**
 * Way a device hands over its messages. One without an EUI has no way through the endpoints of network servers and takes
 * the JSON endpoint.
 */
export const attemptOf = (options: TransportOptions, device: TransportDevice): Attempt => {
  const { transport, origin, signal } = options
  if (transport === 'influx') return influx(origin, device.key, signal)
  if (transport === 'mqtt') return mqtt(options.mqttUrl, device, signal)
  if ((transport === 'ttn' || transport === 'chirpstack') && device.eui) return webhook(options, transport, device.eui)
  return attemptJson(callerOf(origin, device.key, signal))
}

const valuesOf = ({ time, state: _, ...values }: Sendable): [string, number][] => Object.entries(values)

/** Takes an answer that was not understood for none: it is sent again. */
const asking = async (ask: () => Promise<Sent | CallFailed>): Promise<Sent | CallFailed> => {
  try {
    return await ask()
  } catch {
    return new CallFailed(0, {})
  }
}

const post = async (url: string, headers: Record<string, string>, body: string, signal?: AbortSignal) => {
  const answer = await fetch(url, { method: 'POST', headers, body, signal: signal ?? null })
  const text = await answer.text()
  if (answer.ok) return { text }
  return { failure: new CallFailed(answer.status, {}, Number(answer.headers.get('retry-after')) || undefined) }
}

/** Line protocol has no place for a state: a message of nothing else stays here. */
const influx =
  (origin: string, key: string, signal?: AbortSignal): Attempt =>
  messages =>
    asking(async () => {
      const lines = messages
        .map(message => ({ message, values: valuesOf(message) }))
        .filter(({ values }) => values.length > 0)
        .map(({ message, values }) => `barn ${values.map(pair => pair.join('=')).join(',')} ${message.time}`)
      if (lines.length === 0) return { accepted: 0, refused: 0 }
      const headers = { authorization: `Token ${key}`, 'content-type': 'text/plain' }
      const { failure } = await post(`${origin}/api/v2/write?precision=ms`, headers, lines.join('\n'), signal)
      return failure ?? { accepted: lines.length, refused: 0 }
    })

/** Name of a value as decoders of network servers call it; further temperatures are probes. */
const decodedName = (key: string): string => key.replace(/^t(?=$|_)/, 'temperature')

const webhook = (
  { origin, webhookSecret, signal }: TransportOptions,
  network: 'ttn' | 'chirpstack',
  eui: string,
): Attempt => {
  let uplinks = 0
  const bodyOf = (message: Sendable) => {
    // Strength of the signal is said by the gateway.
    const { rssi = null, snr = null, ...values } = Object.fromEntries(valuesOf(message))
    const fields = Object.fromEntries(Object.entries(values).map(([key, value]) => [decodedName(key), value]))
    const time = new Date(message.time).toISOString()
    const [number, gateways] = [uplinks++, [{ rssi, snr }]]
    if (network === 'chirpstack')
      return { deviceInfo: { devEui: eui }, time, fCnt: number, object: fields, rxInfo: gateways }
    const uplink_message = { f_cnt: number, decoded_payload: fields, received_at: time, rx_metadata: gateways }
    return { end_device_ids: { dev_eui: eui }, uplink_message }
  }
  const headers = { 'x-webhook-secret': webhookSecret, 'content-type': 'application/json' }
  return messages =>
    asking(async () => {
      const sent: Sent = { accepted: 0, refused: 0 }
      for (const message of messages) {
        if (valuesOf(message).length === 0) continue
        const body = JSON.stringify(bodyOf(message))
        const answer = await post(`${origin}/api/lorawan/${network}?event=up`, headers, body, signal)
        if (answer.failure) return answer.failure
        const { accepted, rejected } = JSON.parse(answer.text)
        sent.accepted += accepted
        sent.refused += rejected.length
      }
      return sent
    })
}

/**
 * Attempt over a connection that each device keeps; what the server sends comes when it comes, and is heard with the
 * next message.
 */
const mqtt = (url: string, { id, key }: TransportDevice, signal?: AbortSignal): Attempt => {
  let told: Told | undefined
  let connecting: Promise<MqttClient> | undefined
  const connect = async (): Promise<MqttClient> => {
    const { connectAsync } = await import('mqtt')
    const client = await connectAsync(url, { username: String(id), password: key, clientId: `simulator-${id}` })
    client.on('error', () => {})
    client.on('message', (_, payload) => {
      told = JSON.parse(payload.toString())
    })
    signal?.addEventListener('abort', () => client.end(true))
    await client.subscribeAsync(`barnometer/${id}/down`, { qos: 1 })
    return client
  }
  return messages =>
    asking(async () => {
      connecting ??= connect().catch(error => {
        connecting = undefined
        throw error
      })
      const client = await connecting
      await client.publishAsync(`barnometer/${id}/up`, JSON.stringify(messages), { qos: 1 })
      const heard = told
      told = undefined
      return { accepted: messages.length, refused: 0, ...(heard ? { told: heard } : {}) }
    })
}
