import type { Device } from '#shared/contract/devices/devices.ts'
import { elementAt, nextOf } from '#shared/rules/collections/elements.ts'
import { hasWords } from '#shared/rules/formats/search-text.ts'
import { batteryStatus } from '../../ui/status/battery-status.ts'
import type { Status } from '../../ui/status/status.ts'
import { type Presence, presenceOf } from './device-state.ts'

const ONLINE = ['off', 'online', 'offline'] as const
const PHOTO = ['off', 'only_photo', 'no_photo'] as const
export type OnlineFilter = (typeof ONLINE)[number]
export type PhotoFilter = (typeof PHOTO)[number]

/** The filters go round with each press (specification §4). */
export const nextDeviceOnline = (value: OnlineFilter): OnlineFilter => nextOf(ONLINE, value)
export const nextDevicePhoto = (value: PhotoFilter): PhotoFilter => nextOf(PHOTO, value)

export type Column =
  | 'worst'
  | 'device'
  | 'place'
  | 'plan'
  | 'rental'
  | 'battery'
  | 'power'
  | 'connection'
  | 'seen'
  | 'data'
  | 'photo'
  | 'thermal'
  | 'refused'

export interface DeviceFilters {
  search: string
  plan: Device['plan'] | 'all'
  online: OnlineFilter
  photo: PhotoFilter
  /** Shows only devices of which values were refused. */
  refused: boolean
  sort: Column
  descending: boolean
}

const oneOf = <Value extends string>(values: readonly Value[], text: unknown): Value =>
  values.find(value => value === text) ?? elementAt(values, 0)

/** Filters and order of the list, as they stand in the address. */
export const deviceFiltersIn = (search: Record<string, unknown>): DeviceFilters => ({
  search: typeof search.q === 'string' ? search.q : '',
  plan: oneOf(['all', 'light', 'basic', 'pro'], search.plan),
  online: oneOf(ONLINE, search.online),
  photo: oneOf(PHOTO, search.photo),
  refused: search.refused === '1',
  sort: oneOf(COLUMNS, typeof search.sort === 'string' ? search.sort.replace('-', '') : ''),
  descending: typeof search.sort === 'string' && search.sort.startsWith('-'),
})

/** The other way round; what is as always leaves no trace in the address. */
export const deviceSearch = ({ search, plan, online, photo, refused, sort, descending }: DeviceFilters) => ({
  q: search || undefined,
  plan: plan === 'all' ? undefined : plan,
  online: online === 'off' ? undefined : online,
  photo: photo === 'off' ? undefined : photo,
  refused: refused ? '1' : undefined,
  sort: sort === 'worst' ? undefined : `${descending ? '-' : ''}${sort}`,
})

const COLUMNS: readonly Column[] = [
  'worst',
  'device',
  'place',
  'plan',
  'rental',
  'battery',
  'power',
  'connection',
  'seen',
  'data',
  'photo',
  'thermal',
  'refused',
]

const hasPhoto = (device: Device): boolean => device.last_photo_date !== null || device.last_photo_ir_date !== null

const words = (device: Device): (string | null | undefined)[] => [
  device.name,
  device.device_name,
  device.eui,
  device.placement?.area_name,
  device.placement?.location_name,
  device.modem_operator,
  device.rental?.email,
]

export const matchesDeviceFilters = (
  device: Device,
  { search, plan, online, photo, refused }: DeviceFilters,
): boolean =>
  (plan === 'all' || device.plan === plan) &&
  (online === 'off' || (device.online === true) === (online === 'online')) &&
  (photo === 'off' || hasPhoto(device) === (photo === 'only_photo')) &&
  (!refused || device.refused_values > 0) &&
  hasWords(words(device), search)

const GRAVITY: Partial<Record<Status, number>> = { act_now: 4, no_data: 3, attention: 2, pending: 1 }
const PRESENCE_GRAVITY: Record<Presence, number> = { silent: 5, late: 2, not_started: 1, online: 0 }
const gravityOf = (status: Status): number => GRAVITY[status] ?? 0

/** Order in which devices need somebody: silent before a failing battery before late before refused values. */
export const gravity = (device: Device): number => {
  const presence = presenceOf(device)
  const silent = PRESENCE_GRAVITY[presence]
  const battery = device.battery_percentage === null ? 0 : gravityOf(batteryStatus(device))
  return Math.max(silent, battery, device.refused_values > 0 ? 1.5 : 0)
}

const PLANS = ['light', 'basic', 'pro']
const POWERS = ['power_save_battery', 'power_save', 'low_power', 'ok']

const VALUES: Record<Exclude<Column, 'worst'>, (device: Device) => string | number | null> = {
  device: device => device.name,
  place: ({ placement }) => placement && `${placement.location_name} ${placement.area_name}`,
  plan: device => PLANS.indexOf(device.plan),
  rental: device => device.rental?.email ?? device.rental?.end ?? null,
  battery: device => device.battery_percentage,
  power: device => device.power_state && POWERS.indexOf(device.power_state),
  connection: device => device.modem_signal ?? device.connection_type,
  seen: device => device.last_seen_min,
  data: device => device.last_msg_min,
  photo: device => device.last_photo_min,
  thermal: device => device.last_photo_ir_min,
  refused: device => device.refused_values,
}

const collator = new Intl.Collator(undefined, { numeric: true })
const byName = (a: Device, b: Device): number => collator.compare(a.name, b.name)

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))

/** Devices in the order of a column; what has no value there comes last either way. */
export const sortedDevices = (
  devices: readonly Device[],
  { sort, descending }: Pick<DeviceFilters, 'sort' | 'descending'>,
): Device[] => {
  if (sort === 'worst') return devices.toSorted((a, b) => gravity(b) - gravity(a) || byName(a, b))
  const valueAt = VALUES[sort]
  return devices.toSorted((a, b) => {
    const [one, other] = [valueAt(a), valueAt(b)]
    if (one === null || other === null) return Number(one === null) - Number(other === null) || byName(a, b)
    return (descending ? -1 : 1) * compare(one, other) || byName(a, b)
  })
}
