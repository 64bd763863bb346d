import { onlineFor } from '#shared/rules/devices/device-status.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import type { Observation } from './evaluate.ts'
import type { Hearing } from './hearing.ts'
import type { Placed } from './targets.ts'

/** A device that reboots or has a bad hour of radio is not worth a message. */
const GRACE = 30 * MINUTE_MS
/** Silence (ms) after which a device was put away. */
const PUT_AWAY = 7 * DAY_MS

/** The newest sign of the transports may be as old when a minute is evaluated. */
const LAST_SIGN = MINUTE_MS

const BATTERY = { comparator: 'less', threshold_value: 15, clear_value: 25, times: 1 } as const

/** Observations of a device without a rule: that it speaks, and that its battery lasts. `at` is epoch ms. */
export const builtInObservations = (device: Placed, at: number, hearing: Hearing): Observation[] => [
  ...silenceOf(device, at, hearing),
  ...batteryOf(device, at),
]

/**
 * Time a device was last heard (epoch ms); null when it was not since it has its present owner: what it said before is
 * no news of theirs.
 */
const heardAt = ({ last_message_at, last_seen_at, owned_since }: Placed): number | null => {
  const times = [last_message_at, last_seen_at].flatMap(time =>
    time !== null && time >= (owned_since ?? '') ? [Date.parse(time)] : [],
  )
  return times.length === 0 ? null : Math.max(...times)
}

/**
 * While messages could not be taken, nobody can tell whether it spoke; and after that it gets as long to send again what it
 * kept as any silence is given.
 */
const silenceOf = (device: Placed, at: number, { since, during }: Hearing): Observation[] => {
  const heard = heardAt(device)
  if (heard === null || at - heard > PUT_AWAY) return []
  const online = onlineFor(device.upload_interval)
  const enough = online + GRACE
  const wasHeardLately = at - heard <= online
  const couldSpeak =
    at - heard > enough && since !== null && at - since > enough && during(heard, at) > enough - LAST_SIGN
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
  const heard = heardAt(device)
  const percentage = device.battery_percentage
  if (percentage === null || heard === null || at - heard > DAY_MS) return []
  // A battery that charges is being looked after, and full soon.
  if (percentage < BATTERY.threshold_value && isCharging(device)) return []
  return [
    {
      watch: 'battery_low',
      kind: 'battery_low',
      rule: null,
      urgency: 'digest',
      edge: BATTERY,
      device,
      at,
      from: at,
      numbers: [{ measurement: 'battery', number: percentage }],
    },
  ]
}

const isCharging = ({ state }: Placed): boolean =>
  (JSON.parse(state ?? '{}') as { charging?: unknown }).charging === true
