import { HOUR_MS } from '#shared/rules/time/units.ts'
import { onDesiredSettingsChanged } from '../../../devices/settings/desired-settings.ts'
import {
  claimSending,
  type DownlinkRoute,
  endSending,
  keepRoute,
  pendingInterval,
  routeOf,
} from '../../../devices/settings/network-server.ts'
import { after } from '../../../kit/held-work.ts'
import { isoNow, type Services } from '../../../kit/services.ts'
import type { Arrivals } from '../../arrivals.ts'
import type { Decoder } from '../decoders/decoder.ts'
import { decoderOfId } from '../decoders/decoders.ts'
import { commandFor, topicIn } from './chirpstack-commands.ts'

const ANSWERS_WITHIN_MS = 5000
const MAX_KNOWN = 50_000
/** Time (ms) after which the store is asked again: another process may have kept another way, or forgotten this one. */
const TRUSTED_MS = 60_000
/** Comes back with the acknowledgement of the device. */
const MARK = 'barnometer:change:'
const HEARD = 'lorawan-heard'

/** The change of a setting that an acknowledged downlink carried; null for somebody else's. */
export const changeIn = (correlationIds: readonly string[]): number | null => {
  const mark = correlationIds.find(id => /^barnometer:change:\d{1,9}$/.test(id))
  return mark ? Number(mark.slice(MARK.length)) : null
}

/** Time (ms) after which what a killed process was about to send is free again. */
const CLAIMED_MS = 30_000

/**
 * Time (ms) after which a change that no device acknowledged is handed over again: a device hears after its next uplink, and sends each
 * hour at the slowest.
 */
const UNHEARD_MS = 3 * HOUR_MS

const wasJustSent = (route: { sent_change: number | null; sent_at: string | null }, changeId: number, now: number) =>
  route.sent_change === changeId && route.sent_at !== null && Date.parse(route.sent_at) > now - UNHEARD_MS

/** Connection to another party's MQTT broker, which at most one process has. */
export interface BrokerLink {
  isConnected(): boolean
  /** False where this process has no connection. */
  publish(topic: string, body: string): Promise<boolean>
}

/**
 * Asks devices of The Things Stack, and of ChirpStack over MQTT, for the interval that is wanted of them, where their maker documents how. They hear it after
 * their next uplink, and the change is confirmed when they acknowledge. What could not be handed over is tried again with
 * each uplink; what was, and is not acknowledged, with the first one after three hours.
 */
export const createDownlinks = (services: Services, arrivals: Arrivals, broker: BrokerLink) => {
  /** Ways to devices that the store is known to have. */
  const known = new Map<number, { told: string; until: number }>()

  const send = async (deviceId: number): Promise<void> => {
    const route = await routeOf(services.db, deviceId)
    const wanted = route && (await pendingInterval(services.db, deviceId))
    const downlink = wanted && decoderOfId(route.decoder)?.askInterval?.(wanted.seconds)
    if (!downlink || wasJustSent(route, wanted.id, services.now())) return
    const topic = topicIn(route.url)
    // Another process may have the connection to the broker.
    if (topic !== null && !broker.isConnected()) return
    const [now, until, unheard] = [isoNow(services), after(services, CLAIMED_MS), after(services, -UNHEARD_MS)]
    // Every process hears of a wish: the one that claims it sends it.
    const claim = { device_id: deviceId, changeId: wanted.id, unheard, now, until }
    if (!(await claimSending(services.db, claim))) return
    let isSent = false
    try {
      if (topic === null) await post(route, wanted.id, downlink)
      isSent = topic === null || (await broker.publish(topic, commandFor(topic, wanted.id, downlink)))
    } finally {
      await endSending(services.db, deviceId, isSent ? { sent_change: wanted.id, sent_at: now } : null)
    }
  }

  const post = async (route: DownlinkRoute, changeId: number, downlink: Downlink): Promise<void> => {
    const answer = await fetch(route.url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
      headers: { authorization: `Bearer ${route.api_key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        downlinks: [
          {
            f_port: downlink.fPort,
            frm_payload: Buffer.from(downlink.bytes).toString('base64'),
            confirmed: true,
            priority: 'NORMAL',
            correlation_ids: [`${MARK}${changeId}`],
          },
        ],
      }),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`the network server answered ${answer.status}`)
  }

  /** An uplink and a wish may come at once: the second looks when the first has noted what it sent. */
  const sending = new Map<number, Promise<void>>()
  const trySend = (deviceId: number): void => {
    const turn = (sending.get(deviceId) ?? Promise.resolve())
      .then(() => send(deviceId))
      .catch(error => services.log.warn({ err: error, device: deviceId }, 'LoRaWAN: downlink not handed over'))
      .finally(() => {
        if (sending.get(deviceId) === turn) sending.delete(deviceId)
      })
    sending.set(deviceId, turn)
  }
  onDesiredSettingsChanged(services, deviceId => {
    // A hand-over forgets the way to the network server of who had the device.
    known.delete(deviceId)
    trySend(deviceId)
  })
  services.bus.subscribe<number>(HEARD, trySend)

  return {
    /** An uplink came, which said where to hand over what its device is to hear. */
    heard: async (deviceId: number, route: DownlinkRoute): Promise<void> => {
      const told = JSON.stringify(route)
      const remembered = known.get(deviceId)
      if (remembered?.told !== told || remembered.until <= services.now()) {
        const { url, api_key, decoder } = (await routeOf(services.db, deviceId)) ?? {}
        if (JSON.stringify({ url, api_key, decoder }) !== told) await keepRoute(services.db, deviceId, route)
        if (known.size >= MAX_KNOWN) known.clear()
        known.set(deviceId, { told, until: services.now() + TRUSTED_MS })
      }
      // The process that is connected to the broker hands it over; a network server's own address is reached from here.
      if (topicIn(route.url) === null) trySend(deviceId)
      else services.bus.publish(HEARD, deviceId)
    },

    /** The device has heard the change with this id. */
    acknowledged: async (deviceId: number, changeId: number): Promise<void> => {
      const wanted = await pendingInterval(services.db, deviceId)
      if (wanted?.id !== changeId) return
      const state = { values: {}, settings: { upload_interval: wanted.seconds }, refused: {} }
      arrivals.told(deviceId, [{ time: services.now(), state }])
    },
  }
}
type Downlink = ReturnType<NonNullable<Decoder['askInterval']>>
export type Downlinks = ReturnType<typeof createDownlinks>
