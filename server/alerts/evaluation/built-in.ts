import {
  batteryClearOf,
  batteryLimitOf,
  type LastSigns,
  silentAfterOf,
  spokeAt,
} from '#shared/rules/devices/device-limits.ts'
import { onlineFor } from '#shared/rules/devices/device-status.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import type { Observation } from './evaluate.ts'
import type { Hearing } from './hearing.ts'
import type { OpenAlert } from './open-alert-store.ts'
import type { Placed } from './targets.ts'

/** Silence (ms) after which a device was put away. */
const PUT_AWAY = 7 * DAY_MS

/** The newest sign of the transports may be as old when a minute is evaluated. */
const LAST_SIGN = MINUTE_MS

/** Observations of a device without a rule: that it speaks, and that its battery lasts. `at` is epoch ms. */
export const builtInObservations = (device: Placed, at: number, hearing: Hearing): Observation[] => [
  ...silenceOf(device, at, hearing),
  ...batteryOf(device, at),
]

/**
 * Times (epoch ms) of the arrival of a device's newest value, of its measurement, and of its last call; null for what was not since it has its present
 * owner: what it said before is no news of theirs.
 */
const timesOf = ({ last_value_at, last_message_at, last_seen_at, owned_since }: Placed): LastSigns<number> => {
  const own = (time: string | null) => (time !== null && time >= (owned_since ?? '') ? Date.parse(time) : null)
  return { value: own(last_value_at), message: own(last_message_at), call: own(last_seen_at) }
}

/** Time a device last spoke (epoch ms); null when it has not since it has its present owner. */
const spoken = (device: Placed): number | null => spokeAt(timesOf(device))

/**
 * Tells whether an open alert is wrong by a limit that was changed since: a device that nobody heard is not silent for long enough, or
 * a battery was never below a limit that was lowered.
 */
export const isWellByNewLimit = (
  { kind, worst_value }: Pick<OpenAlert, 'kind' | 'worst_value'>,
  device: Placed,
  at: number,
): boolean => {
  if (kind === 'battery_low') {
    return worst_value !== null && worst_value >= batteryLimitOf(device.battery_limit)
  }
  const heard = spoken(device)
  if (kind !== 'device_silent' || heard === null) return false
  const enough = silentAfterOf(device.upload_interval, device.silent_after_min) * MINUTE_MS
  return at - heard > onlineFor(device.upload_interval) && at - heard <= enough
}

/**
 * While messages could not be taken, nobody can tell whether it spoke; and after that it gets as long to send again what it
 * kept as any silence is given.
 */
const silenceOf = (device: Placed, at: number, { since, during }: Hearing): Observation[] => {
  const heard = spoken(device)
  if (heard === null || at - heard > PUT_AWAY) return []
  const online = onlineFor(device.upload_interval)
  const enough = silentAfterOf(device.upload_interval, device.silent_after_min) * MINUTE_MS
  // A device keeps what it could not send for so long at most, however long it may be silent.
  const catchesUp = Math.min(enough, silentAfterOf(device.upload_interval, null) * MINUTE_MS)
  const wasHeardLately = at - heard <= online
  const couldSpeak =
    at - heard > enough && since !== null && at - since > catchesUp && during(heard, at) > enough - LAST_SIGN
  const canTell = wasHeardLately || couldSpeak
  return [
    {
      watch: 'device_silent',
      kind: 'device_silent',
      rule: null,
      urgency: 'attention',
      edge: {
        comparator: 'greater_or_equal',
        threshold_value: enough / MINUTE_MS,
        clear_value: online / MINUTE_MS,
        times: 1,
      },
      device,
      at,
      from: at,
      numbers: [{ measurement: 'silence', number: canTell ? (at - heard) / MINUTE_MS : null }],
      silentSince: heard,
    },
  ]
}

const batteryOf = (device: Placed, at: number): Observation[] => {
  const heard = Math.max(...Object.values(timesOf(device)).map(time => time ?? 0))
  const percentage = device.battery_percentage
  if (percentage === null || at - heard > DAY_MS) return []
  // A battery that charges is being looked after, and full soon.
  const limit = batteryLimitOf(device.battery_limit)
  if (percentage < limit && isCharging(device)) return []
  return [
    {
      watch: 'battery_low',
      kind: 'battery_low',
      rule: null,
      urgency: 'digest',
      edge: { comparator: 'less', threshold_value: limit, clear_value: batteryClearOf(limit), times: 1 },
      device,
      at,
      from: at,
      numbers: [{ measurement: 'battery', number: percentage }],
    },
  ]
}

const isCharging = ({ state }: Placed): boolean =>
  (JSON.parse(state ?? '{}') as { charging?: unknown }).charging === true
