import { createServer, type Socket } from 'node:net'
import type { Client } from 'aedes'
import type { KeyRing } from '../../../devices/adding/keys.ts'
import { deviceNamed, type NamedDevice, topicNames } from '../../../devices/mqtt.ts'
import type { Metrics } from '../../../kit/metrics.ts'
import { hashOf } from '../../../kit/security/secrets.ts'
import type { Services } from '../../../kit/services.ts'
import type { IngestServices } from '../../take-messages.ts'
import type { Tell } from '../desired-settings.ts'
import { isBeside, isOfItself, readForeignTopic } from '../foreign/foreign.ts'
import { takeForeign } from '../foreign/take-foreign.ts'
import { refuse, takePayload, unlessDefect } from '../take.ts'
import type { Bindings } from '../topics/bindings.ts'
import { downTopic, upTopic } from '../topics/topics.ts'
import { createFrameGuard } from './frame-guard.ts'
import { createSessionListeners, type Told } from './listeners.ts'
import type { SignInTries } from './sign-in-tries.ts'

const LONGEST_PACKET = 1024 * 1024
const LONGEST_SIGN_IN = 8 * 1024
const MAX_CONNECTIONS = 10_000
/** Connections of one device: those that it left behind count until their keep-alive has passed. One device must not take the room of all. */
const MAX_OF_DEVICE = 5
const SIGN_IN_WITHIN_MS = 10_000
const KEEP_ALIVE_MS = 60_000
const LAST_WILL_MS = 1000
const SERVER_UNAVAILABLE = 3
const BAD_USERNAME_OR_PASSWORD = 4
const NOT_AUTHORIZED = 5
/** User name of those who listen alone. */
const LISTENER = 'homeassistant'

export interface BrokerParts {
  services: Services
  ingestServices: IngestServices
  metrics: Metrics
  bindings: Bindings
  keyRing: KeyRing
  tries: SignInTries
  /** Messages for those who listen alone, such as Home Assistant. */
  told: Told
  /** Aborts when the server is about to end. */
  ending: AbortSignal
  /** Message for a device that begins to listen; null for none. */
  greeting: (deviceId: number) => Promise<string | null>
}

/** A connected device. */
interface Session {
  key: string
  device: NamedDevice
  up: string[]
  down: string[]
  /** Topics the device listens at. */
  listensAt: Set<string>
}

class SignInFailed extends Error {
  readonly returnCode: number
  constructor(returnCode: number, message: string) {
    super(message)
    this.returnCode = returnCode
  }
}

/** The built-in broker: for devices, each with its own two topics, and for those who are told what they may see and send nothing. Nothing is kept in it that a restart would lose. */
export const openBroker = async (parts: BrokerParts, address: { host: string; port: number }) => {
  const { services, ingestServices, metrics, bindings, keyRing, tries } = parts
  const { Aedes } = await import('aedes')
  const sessions = new Map<Client, Session>()
  /** Connections of each device, by its id, the oldest first. */
  const connections = new Map<number, Set<Client>>()
  const listeners = createSessionListeners(services, parts.told)
  const failed = (error: unknown) => services.log.warn({ err: error }, 'MQTT: a device was not told')

  const signIn = async (
    client: Client,
    username: string | undefined,
    password: Buffer | undefined,
  ): Promise<Session | null> => {
    const [address, name, key] = [addressOf(client), username ?? '', password?.toString() ?? '']
    // All of those who listen have one name: one with a wrong secret must not shut out the others behind a proxy.
    const tried = name === LISTENER ? `${LISTENER} ${hashOf(key)}` : name
    if (!(await tries.mayTry(address, tried))) throw new SignInFailed(NOT_AUTHORIZED, 'too many failed sign-ins')
    const link = name === LISTENER ? await listeners.signIn(client, key) : null
    if (link === 'full') throw new SignInFailed(SERVER_UNAVAILABLE, 'too many connections of this link')
    if (link !== null) return null
    const deviceId = key === '' ? null : await keyRing(key)
    // Firmware such as Tasmota takes a number alone for a word of its own.
    const named = name === `device-${deviceId}` ? String(deviceId) : name
    const device = deviceId === null ? null : await deviceNamed(services.db, named)
    if (device === null || device.id !== deviceId) {
      await tries.failed(address, tried)
      metrics.count('barnometer_mqtt_refused_total')
      throw new SignInFailed(BAD_USERNAME_OR_PASSWORD, 'no such device with this key')
    }
    const names = topicNames(device)
    // A number, which no name can be taken for: who chooses a device's name must not choose whose place it takes.
    client.id = `device ${device.id}/${client.id}`
    return { key, device, up: names.map(upTopic), down: names.map(downTopic), listensAt: new Set() }
  }

  const begin = (client: Client, session: Session): void => {
    const ofDevice = connections.get(session.device.id) ?? new Set()
    connections.set(session.device.id, ofDevice.add(client))
    sessions.set(client, session)
    const [oldest] = ofDevice
    if (ofDevice.size <= MAX_OF_DEVICE || !oldest) return
    ofDevice.delete(oldest)
    metrics.count('barnometer_mqtt_refused_total')
    oldest.close()
  }

  const take = async (session: Session | undefined, topic: string, payload: Buffer | string): Promise<void> => {
    if (!session || (await keyRing(session.key)) !== session.device.id) throw new Error('the key has ended')
    if (session.up.includes(topic)) {
      await takePayload(parts, session.device.id, Buffer.from(payload))
      return
    }
    const said = readForeignTopic(topic, Buffer.from(payload))
    const bound = said && (await bindings.deviceOf(said.topic))
    if (said && (bound === session.device.id || (bound === null && isOfItself(said))))
      return takeForeign(parts, session.device.id, said, topic)
    if (bound === null && isBeside(topic)) return
    // Acknowledged like anything else that another try would not change.
    metrics.count('barnometer_mqtt_refused_total')
    refuse(ingestServices, session.device.id, 'wrong_topic', topic)
  }

  const tellListener = async (client: Client, topic: string, body: string): Promise<void> => {
    const session = sessions.get(client)
    if (!session || (await keyRing(session.key)) !== session.device.id) return
    client.publish({ cmd: 'publish', topic, payload: body, qos: 1, retain: true, dup: false }, error => {
      if (error) failed(error)
    })
  }

  const greet = async (client: Client, topics: string[]): Promise<void> => {
    const session = sessions.get(client)
    const body = session && (await parts.greeting(session.device.id))
    if (body) for (const topic of topics) await tellListener(client, topic, body)
  }

  const gone = (client: Client): void => {
    listeners.left(client)
    const session = sessions.get(client)
    if (!session) return
    sessions.delete(client)
    const ofDevice = connections.get(session.device.id)
    ofDevice?.delete(client)
    if (ofDevice && ofDevice.size > 0) return
    connections.delete(session.device.id)
    ingestServices.arrivals.connection(session.device.id, false)
  }

  const aedes = await Aedes.createBroker({
    connectTimeout: SIGN_IN_WITHIN_MS,
    maxClientsIdLength: Number.MAX_SAFE_INTEGER,
    preConnect: (_, packet, done) => {
      // No session outlives its connection: what a device is to know is in the database.
      packet.clean = true
      // A device may sign in by its id and by its name beside each other. Whose the client id is, is known once it has signed in.
      if (packet.clientId) packet.clientId = `${packet.username}/${packet.clientId}`
      done(null, true)
    },
    authenticate: (client, username, password, done) => {
      signIn(client, username, password).then(
        session => {
          if (session) begin(client, session)
          // A connection that ends before it is acknowledged is none whose end the broker tells.
          const socket = client.conn as Socket
          if (client.closed || socket.destroyed) return gone(client)
          socket.once('close', () => {
            listeners.left(client)
            // The last will of a device is taken by its session, a moment after the connection has ended.
            setTimeout(gone, LAST_WILL_MS, client).unref()
          })
          done(null, true)
        },
        error => {
          const known = error instanceof SignInFailed ? error : new SignInFailed(SERVER_UNAVAILABLE, String(error))
          done(known, false)
        },
      )
    },
    authorizePublish: (client, packet, done) => {
      packet.retain = false
      // Home Assistant says when it comes and goes; nobody is told.
      if (client && listeners.has(client)) return done(null)
      // The broker acknowledges when this is done, so not before everything is durable.
      const taken = take(client ? sessions.get(client) : undefined, packet.topic, packet.payload)
      unlessDefect(parts, packet.topic, taken).then(
        () => done(null),
        error => done(error instanceof Error ? error : new Error(String(error))),
      )
    },
    authorizeSubscribe: (client, subscription, done) => {
      if (listeners.has(client))
        return done(null, listeners.subscribe(client, subscription.topic) ? subscription : null)
      const session = sessions.get(client)
      const own = session?.down.includes(subscription.topic) === true
      if (own) session.listensAt.add(subscription.topic)
      done(null, own ? subscription : null)
    },
  })

  // Routes nothing: what a device publishes, or its last will, is for the server alone, and what a device is told is written to its own
  // connection. Whoever listens to a foreign topic would otherwise be told whatever somebody publishes there.
  aedes.publish = (_: unknown, ...rest: unknown[]) => {
    const done = rest.at(-1)
    if (typeof done === 'function') setImmediate(() => done())
  }

  aedes.on('clientReady', client => {
    const session = sessions.get(client)
    if (session) ingestServices.arrivals.connection(session.device.id, true)
  })
  aedes.on('subscribe', (subscriptions, client) => {
    listeners.subscribed(
      client,
      subscriptions.map(({ topic }) => topic),
    )
    const topics = subscriptions.map(({ topic }) => topic).filter(topic => sessions.get(client)?.down.includes(topic))
    greet(client, topics).catch(failed)
  })
  aedes.on('unsubscribe', (topics, client) => {
    listeners.unsubscribe(client, topics)
    for (const topic of topics) sessions.get(client)?.listensAt.delete(topic)
  })
  aedes.on('clientDisconnect', gone)
  aedes.on('error' as 'closed', (error?: unknown) => services.log.error({ err: error }, 'MQTT broker'))

  const server = createServer(socket => {
    socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS)
    const client = aedes.handle(socket)
    guard(
      socket,
      () => (sessions.has(client) || listeners.has(client) ? LONGEST_PACKET : LONGEST_SIGN_IN),
      () => {
        metrics.count('barnometer_mqtt_refused_total')
        const session = sessions.get(client)
        if (session) refuse(ingestServices, session.device.id, 'too_large', '')
      },
    )
  })
  server.maxConnections = MAX_CONNECTIONS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address.port, address.host, resolve)
  })
  const bound = server.address()

  const tell: Tell = (device, body) => {
    for (const client of connections.get(device.id) ?? [])
      for (const topic of sessions.get(client)?.listensAt ?? []) tellListener(client, topic, body).catch(failed)
  }
  return {
    tell,
    port: typeof bound === 'object' && bound ? bound.port : address.port,
    connected: () => sessions.size,
    close: () =>
      new Promise<void>(resolve => {
        listeners.stop()
        server.close()
        aedes.close(resolve)
      }),
  }
}
export type Broker = Awaited<ReturnType<typeof openBroker>>

const addressOf = ({ conn }: Client): string => (conn as Socket).remoteAddress ?? ''

/** The broker's parser would keep 256 MB of one packet. It reads on demand, so what is too long is stopped before it gets there. */
const guard = (socket: Socket, limit: () => number, refused: () => void): void => {
  const mayPass = createFrameGuard(limit)
  const read = socket.read.bind(socket)
  socket.read = size => {
    const chunk: Buffer | null = read(size)
    if (chunk === null || mayPass(chunk)) return chunk
    refused()
    socket.destroy()
    return null
  }
}
