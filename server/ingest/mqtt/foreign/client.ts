import type { MqttClient } from 'mqtt'
import { deviceNamed, onNameFreed, topicNames } from '../../../devices/mqtt.ts'
import { onDeviceRemoved } from '../../../devices/removal.ts'
import type { Metrics } from '../../../kit/metrics.ts'
import type { Services } from '../../../kit/services.ts'
import type { IngestServices } from '../../take-messages.ts'
import { createAcknowledger } from '../broker/acknowledger.ts'
import type { Tell } from '../desired-settings.ts'
import { refuse, takePayload, unlessDefect, untilTaken } from '../take.ts'
import type { Bindings } from '../topics/bindings.ts'
import { createDiscovery, DISCOVERY_TOPICS } from '../topics/discovery.ts'
import { ALL_UP, downTopic, nameInUp } from '../topics/topics.ts'
import { FOREIGN_TOPICS, readForeignTopic } from './foreign.ts'
import { takeForeign } from './take-foreign.ts'

const LONGEST_PAYLOAD = 5 * 1024 * 1024
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** Messages that wait for the disk; then the broker keeps the others. */
const MAX_WAITING = 1000

interface ClientParts {
  services: Services
  ingestServices: IngestServices
  metrics: Metrics
  bindings: Bindings
  /** Aborts when the server is about to end. */
  ending: AbortSignal
  /** Called each time the broker has been reached. */
  reached: () => Promise<void>
}

/** A client of somebody else's broker. Its session there outlives this process, so what comes meanwhile is kept by the broker. */
export const openClient = async (parts: ClientParts, url: URL, clientId: string) => {
  const { services, ingestServices, metrics, bindings, ending } = parts
  const { connect } = await import('mqtt')
  const secure = url.protocol === 'mqtts:'
  const client: MqttClient = connect({
    protocol: secure ? 'mqtts' : 'mqtt',
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 8883 : 1883),
    ...(url.username ? { username: decodeURIComponent(url.username) } : {}),
    ...(url.password ? { password: decodeURIComponent(url.password) } : {}),
    clientId,
    clean: false,
    reconnectPeriod: 0,
    reconnectOnConnackError: true,
    resubscribe: false,
    manualConnect: true,
  })

  const discovery = createDiscovery()
  const listen = (topics: string[]): void => {
    client.subscribe(topics, { qos: 1 }, error => {
      if (error) services.log.error({ err: error, topics }, 'MQTT: not subscribed')
    })
  }

  /**
   * Takes what came of a topic. `isKept`: the broker tells what it kept, as it does whenever this client comes back. That was said once
   * before, maybe by a device that is dead since, and its time of arrival would be now.
   */
  const take = async (topic: string, payload: Buffer, isKept: boolean): Promise<void> => {
    const name = nameInUp(topic)
    if (name === null) return takeOther(topic, payload, isKept)
    if (isKept) return
    const device = await untilTaken(() => deviceNamed(services.db, name), ending)
    if (device === null) metrics.count('barnometer_mqtt_refused_total')
    else if (payload.length > LONGEST_PAYLOAD) refuse(ingestServices, device.id, 'too_large', '')
    else await takePayload(parts, device.id, payload)
  }

  const takeOther = async (topic: string, payload: Buffer, isKept: boolean): Promise<void> => {
    if (payload.length > LONGEST_PAYLOAD) return
    const announced = topic.startsWith(ANNOUNCEMENTS) ? discovery.learn(topic, payload) : null
    if (announced) listen([announced])
    const said = readForeignTopic(topic, payload) ?? discovery.read(topic, payload)
    // Presence of a device is kept until it changes: that holds still.
    if (!said || (isKept && said.online === undefined)) return
    const deviceId = await untilTaken(() => bindings.deviceOf(said.topic), ending)
    if (deviceId !== null) await takeForeign(parts, deviceId, said)
    else if (said.online === undefined) bindings.hear(said)
  }

  const acknowledger = createAcknowledger(MAX_WAITING)
  // mqtt.js acknowledges when the callback comes without an error, one message after the other; these are stored together, and acknowledged as soon as they are.
  client.handleMessage = (packet, done) => {
    const taken = unlessDefect(parts, packet.topic, take(packet.topic, Buffer.from(packet.payload), packet.retain))
    acknowledger.add(client.stream, packet.qos > 0 ? packet.messageId : undefined, taken, () => done(HELD))
  }

  let pause = FIRST_PAUSE_MS
  let again: NodeJS.Timeout | undefined
  let complaint = ''
  client.on('connect', () => {
    pause = FIRST_PAUSE_MS
    complaint = ''
    services.log.info({ broker: url.host }, 'MQTT: connected')
    for (const topics of [[ALL_UP], FOREIGN_TOPICS, DISCOVERY_TOPICS]) listen(topics)
    parts.reached().catch(error => services.log.warn({ err: error }, 'MQTT: devices were not told their settings'))
  })
  client.on('error', error => {
    // The same every half minute is said once.
    if (error.message !== complaint) services.log.warn({ err: error, broker: url.host }, 'MQTT: broker not reached')
    complaint = error.message
  })
  client.on('close', () => {
    if (ending.aborted) return
    clearTimeout(again)
    again = setTimeout(() => client.reconnect(), pause)
    pause = Math.min(LONGEST_PAUSE_MS, pause * 2)
  })
  client.connect()

  const tell: Tell = (device, body) => {
    if (!client.connected) return
    for (const name of topicNames(device)) client.publish(downTopic(name), body, { qos: 1, retain: true }, () => {})
  }
  // An empty message takes away what the broker keeps, a Wi-Fi secret among it.
  const stopsClearing = [
    onDeviceRemoved(services, (_, device) => tell(device, '')),
    onNameFreed(services, device => {
      if (!client.connected) return
      for (const name of topicNames(device))
        if (name !== String(device.id)) client.publish(downTopic(name), '', { qos: 1, retain: true }, () => {})
    }),
  ]
  return {
    tell,
    /** Resolves once the broker has it. */
    publish: async (topic: string, body: string): Promise<void> =>
      void (await client.publishAsync(topic, body, { qos: 1 })),
    connected: () => client.connected,
    close: () =>
      new Promise<void>(resolve => {
        for (const stop of stopsClearing) stop()
        clearTimeout(again)
        client.end(true, () => resolve())
      }),
  }
}
export type Client = Awaited<ReturnType<typeof openClient>>

const ANNOUNCEMENTS = 'homeassistant/'

/** Keeps mqtt.js from acknowledging. */
const HELD = new Error('acknowledged once it is stored')
