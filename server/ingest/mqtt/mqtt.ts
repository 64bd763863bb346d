import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { KeyRing } from '../../devices/adding/keys.ts'
import { addLeases, BEAT_MS, endLease, HELD_MS, holdOn, type Lease, takeLease } from '../../kit/leases/leases.ts'
import type { Metrics } from '../../kit/metrics.ts'
import { secretNamed } from '../../kit/security/secret-store.ts'
import type { Services } from '../../kit/services.ts'
import type { IngestServices } from '../take-messages.ts'
import { type Broker, openBroker } from './broker/broker.ts'
import type { Told } from './broker/listeners.ts'
import { createSignInTries } from './broker/sign-in-tries.ts'
import { createTeller, type Teller } from './desired-settings.ts'
import { type Client, openClient } from './foreign/client.ts'
import { createBindings } from './topics/bindings.ts'

const NOTE_MS = 1000
/** Lease of the process that is connected to the broker at MQTT_URL. */
const CLIENT_LEASE = 'mqtt-client'

export interface MqttState {
  /** State of the connection to somebody else's broker. */
  client: 'off' | 'connected' | 'waiting'
  /** Devices connected to the built-in broker; null when it is off. */
  devices: number | null
}

/** MQTT: a client of the broker at MQTT_URL, and a broker of its own at MQTT_LISTEN, each only where it is set. */
export const createMqtt = (
  services: Services,
  parts: { ingestServices: IngestServices; metrics: Metrics; keyRing: KeyRing; told: Told; triesPerMinute: number },
) => {
  const { MQTT_URL, MQTT_LISTEN, ROLE, DATA_DIR, DATABASE_URL } = services.environment
  const ending = new AbortController()
  const bindings = createBindings(services)
  let noting: NodeJS.Timeout | undefined
  let broker: Broker | undefined
  let client: Client | undefined
  let teller: Teller | undefined
  let looking: NodeJS.Timeout | undefined
  let held: { lease: Lease; end(): void } | undefined

  /**
   * Connects once no other process is connected, and leaves when another one has taken over: two with one session would drive each
   * other out, two sessions would store each message twice.
   */
  const connectInTurn = async (open: (clientId: string) => Promise<Client>): Promise<void> => {
    await addLeases(services.db, [CLIENT_LEASE])
    const clientId = await secretNamed(services.db, CLIENT_LEASE, clientIdIn(DATA_DIR))
    let isBusy = false
    const look = async (): Promise<void> => {
      if (isBusy || held || ending.signal.aborted) return
      isBusy = true
      try {
        const lease = await takeLease(services.db, CLIENT_LEASE, HELD_MS)
        if (!lease) return
        const { signal, end } = holdOn(services, lease)
        held = { lease, end }
        client = await open(clientId)
        signal.addEventListener('abort', () => {
          end()
          held = undefined
          const left = client
          client = undefined
          void left?.close()
        })
      } catch (error) {
        services.log.warn({ err: error }, 'MQTT: not connected')
      } finally {
        isBusy = false
      }
    }
    await look()
    looking = setInterval(() => void look(), BEAT_MS)
  }

  return {
    isConnected: (): boolean => client?.connected() ?? false,
    state: (): MqttState => ({
      client: client ? (client.connected() ? 'connected' : 'waiting') : 'off',
      devices: broker ? broker.connected() : null,
    }),
    /** Publishes at somebody else's broker. False when this process is not connected to it. */
    publish: async (topic: string, body: string): Promise<boolean> => {
      if (!client?.connected()) return false
      await client.publish(topic, body)
      return true
    },
    /** Port of the built-in broker. */
    port: () => broker?.port,
    start: async (): Promise<void> => {
      if (!MQTT_URL && !MQTT_LISTEN) return
      const known = createTeller(services, parts.ingestServices.desiredSettings, (device, body) => {
        broker?.tell(device, body)
        client?.tell(device, body)
      })
      teller = known
      const shared = { services, ...parts, bindings, ending: ending.signal }
      noting = setInterval(
        () => bindings.flush().catch(error => services.log.warn({ err: error }, 'MQTT: topics not noted')),
        NOTE_MS,
      )
      if (MQTT_LISTEN && ROLE !== 'jobs') {
        const tries = createSignInTries(parts.triesPerMinute, services)
        broker = await openBroker({ ...shared, tries, greeting: known.greeting }, addressOf(MQTT_LISTEN))
      }
      if (MQTT_URL && (ROLE === 'all' || ROLE === 'jobs')) {
        const open = (id: string) => openClient({ ...shared, reached: known.tellAll }, new URL(MQTT_URL), id)
        if (DATABASE_URL) await connectInTurn(open)
        else client = await open(clientIdIn(DATA_DIR))
      }
    },
    /** Ends both sides. Messages not stored by now are not acknowledged, and come again. */
    stop: async (): Promise<void> => {
      ending.abort()
      clearInterval(noting)
      clearInterval(looking)
      bindings.stop()
      teller?.stop()
      await Promise.all([broker?.close(), client?.close()])
      held?.end()
      if (held) await endLease(services.db, held.lease).catch(() => {})
    },
  }
}
export type Mqtt = ReturnType<typeof createMqtt>

const addressOf = (listen: string) => {
  const at = listen.lastIndexOf(':')
  return { host: listen.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(listen.slice(at + 1)) }
}

/** Name of the client, kept in a file: by it the broker finds the session again. */
const clientIdIn = (folder: string): string => {
  const path = join(folder, 'mqtt-client-id')
  if (!existsSync(path)) writeFileSync(path, `barnometer-${randomBytes(6).toString('hex')}`)
  return readFileSync(path, 'utf8').trim()
}
