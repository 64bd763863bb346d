import { readFileSync } from 'node:fs'
import {
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  jetstreamManager,
  type StreamInfo,
} from '@nats-io/jetstream'
import { connect, credsAuthenticator, errors, type NatsConnection } from '@nats-io/transport-node'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import type { NatsSettings } from './nats-url.ts'

/** ms that one try to connect and one question to the server may take, and between two signs of life. */
const [CONNECT_MS, PING_MS] = [5000, 10_000]
const NANOS = 1_000_000
const MEGABYTE = 1_000_000
/** Minutes at most for which the server knows a message again. */
const MAX_REPEATED_MINUTES = 10

/** Marks of a server that is only away; what else is wrong stays so until somebody mends it. */
const AWAY = ['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EPIPE', 'EAI_AGAIN']
/** Mark of a name that nobody knows: a container's is gone while it does not run, so this is no reason to end either. */
const UNKNOWN = 'ENOTFOUND'

const hasCode = (error: unknown, codes: readonly string[]): boolean =>
  error instanceof Error && (('code' in error && codes.includes(String(error.code))) || hasCode(error.cause, codes))

/** Tells whether the name of a server is not known, for now or for ever. */
export const isUnknown = (error: unknown): boolean => hasCode(error, [UNKNOWN])

/** Tells whether a server is away for now, rather than one that will never do. */
export const isAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (error instanceof errors.TimeoutError || error instanceof errors.ClosedConnectionError) return true
  return hasCode(error, [...AWAY, UNKNOWN]) || isAway(error.cause)
}

/** Subjects of a stream: news go in at `sent`, and what is stored comes out at `heard` with its number. */
export const subjectsOf = (stream: string) => ({
  sent: (topic: string, deviceId?: number): string => `${stream}.sent.${topic}.${deviceId ?? 'all'}`,
  heard: (topic: string, deviceId?: number): string => `${stream}.heard.${topic}.${deviceId ?? '>'}`,
})

/** Connects once; whoever calls tries again. */
export const connectTo = (settings: NatsSettings): Promise<NatsConnection> => {
  const { user, secret, credentials } = settings
  return connect({
    servers: `${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${settings.port}`,
    name: 'barnometer',
    timeout: CONNECT_MS,
    pingInterval: PING_MS,
    maxPingOut: 2,
    reconnect: false,
    ...(settings.isEncrypted ? { tls: {} } : {}),
    ...(user ? { user, pass: secret } : {}),
    ...(!user && secret ? { token: secret } : {}),
    ...(credentials ? { authenticator: credsAuthenticator(readFileSync(credentials)) } : {}),
  })
}

/** Opens the interface to streams. Throws in words where the server has none. */
export const streamsOf = async (connection: NatsConnection): Promise<JetStreamManager> => {
  try {
    return await jetstreamManager(connection)
  } catch (error) {
    // The client exports the type of this error, but not its class.
    if (!(error instanceof Error && error.name === 'JetStreamNotEnabled')) throw error
    throw new Error('the server has no JetStream: start it with -js or `jetstream {}` in its configuration')
  }
}

const hasNone = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound

/** Finds the stream of the product, or makes it: the limits of one that is there stay as they are. */
export const keptStream = async (
  manager: JetStreamManager,
  settings: NatsSettings,
  installation: string,
): Promise<StreamInfo> => {
  const there = await manager.streams.info(settings.stream).catch(error => {
    if (hasNone(error)) return null
    throw error
  })
  if (there) return there
  const { stream: name, storage } = settings
  return manager.streams.add({
    name,
    subjects: subjectsIn(name),
    storage,
    description: descriptionOf(installation),
    ...limitsOf(settings),
    republish: { src: `${name}.sent.>`, dest: `${name}.heard.>` },
  })
}

/** Finds the stream of the product, or makes it, with the limits that the settings name. Refuses what somebody else keeps. */
export const ownStream = async (
  manager: JetStreamManager,
  settings: NatsSettings,
  installation: string,
): Promise<StreamInfo> => {
  const { stream: name, storage } = settings
  const there = await keptStream(manager, settings, installation)
  const { config } = there
  const [description, limits] = [descriptionOf(installation), limitsOf(settings)]
  if (config.subjects.join() !== subjectsIn(name).join() || (config.description ?? description) !== description)
    throw new Error(
      `the stream ${name} is another program's or installation's: name another one in NATS_URL, nats://host:4222/name`,
    )
  if (config.storage !== storage)
    throw new Error(`the stream ${name} is kept in ${config.storage}: delete it, or set storage=${config.storage}`)
  const wanted = { description, ...limits }
  const isAsSet = Object.entries(wanted).every(([key, value]) => config[key as keyof typeof wanted] === value)
  return isAsSet ? there : manager.streams.update(name, wanted)
}

const subjectsIn = (stream: string): string[] => [`${stream}.sent.>`]
const descriptionOf = (installation: string): string => `News of the Barnometer installation ${installation}`
const limitsOf = ({ minutes, megabytes, replicas }: NatsSettings) => ({
  max_age: minutes * MINUTE_MS * NANOS,
  max_bytes: megabytes * MEGABYTE,
  num_replicas: replicas,
  // A message that is sent again within it is not stored twice. The server keeps all numbers of this time in memory.
  duplicate_window: Math.min(minutes, MAX_REPEATED_MINUTES) * MINUTE_MS * NANOS,
})
