import { onlineFor } from '../../shared/rules/device-status.ts'
import type { Observation } from './evaluate.ts'
import type { Placed, Watched } from './targets.ts'

const MINUTE = 60_000
const DAY = 86_400_000
/** A device that reboots or has a bad hour of radio is not worth a message. */
const GRACE = 30 * MINUTE
/** One that was silent for longer was put away. */
const PUT_AWAY = 7 * DAY

const BATTERY = { comparator: 'less', threshold_value: 15, clear_value: 25, times: 1 } as const

/** What is watched without a rule: that devices speak, and that their batteries last. `at` and `awakeSince` are epoch ms. */
export const builtInObservations = ({ devices }: Watched, at: number, awakeSince: number): Observation[] =>
  [...devices.values()].flatMap(device => [...silenceOf(device, at, awakeSince), ...batteryOf(device, at)])

/** Null when it was never heard. */
const heardAt = ({ last_message_at, last_seen_at }: Placed): number | null => {
  const times = [last_message_at, last_seen_at].filter(time => time !== null).map(time => Date.parse(time))
  return times.length === 0 ? null : Math.max(...times)
}

/** While nobody listened, nobody can tell whether it spoke. */
const silenceOf = (device: Placed, at: number, awakeSince: number): Observation[] => {
  const heard = heardAt(device)
  if (heard === null || at - heard > PUT_AWAY) return []
  const online = onlineFor(device.upload_interval)
  const canTell = at - heard <= online || at - Math.max(heard, awakeSince) > online + GRACE
  return [
    {
      watch: 'device_silent',
      kind: 'device_silent',
      rule: null,
      urgency: 'attention',
      edge: {
        comparator: 'greater_or_equal',
        threshold_value: (online + GRACE) / MINUTE,
        clear_value: online / MINUTE,
        times: 1,
      },
      device,
      at,
      from: at,
      numbers: [{ measurement: 'silence', number: canTell ? (at - heard) / MINUTE : null }],
      silentSince: heard,
    },
  ]
}

const batteryOf = (device: Placed, at: number): Observation[] => {
  const heard = heardAt(device)
  const percentage = device.battery_percentage
  if (percentage === null || heard === null || at - heard > DAY) return []
  // What charges is being looked after, and full soon.
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
