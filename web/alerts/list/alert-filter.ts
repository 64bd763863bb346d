import type { Alert } from '#shared/contract/alerts/alerts.ts'
import { hasWords } from '#shared/rules/formats/search-text.ts'
import type { SearchOf } from '../../kit/routing/address.ts'
import type { alertsScreen } from '../screens.ts'

export const URGENT = ['act_now', 'attention', 'digest'] as const
export const FILTER_KINDS = ['rule', 'device_silent', 'battery_low'] as const

type Search = Omit<SearchOf<typeof alertsScreen>, 'alert'>

/** Tells whether alerts are of several farms, which then have to be named; one of a device without a place is of none. */
export const isOfSeveralFarms = (alerts: readonly Pick<Alert, 'location_id'>[]): boolean =>
  new Set(alerts.flatMap(({ location_id }) => location_id ?? [])).size > 1

/** Filters of the alerts on the screen, as the address keeps them. */
export interface AlertFilters {
  hidden: boolean
  search: string
  open: boolean
  unread: boolean
  place: number | null
  device: number | null
  urgency: (typeof URGENT)[number] | null
  kind: (typeof FILTER_KINDS)[number] | null
}

const idIn = (text: string | undefined): number | null => (/^\d{1,10}$/.test(text ?? '') ? Number(text) : null)

export const alertFiltersIn = (search: Search): AlertFilters => ({
  hidden: search.show === 'hidden',
  search: search.q ?? '',
  open: search.open === '1',
  unread: search.unread === '1',
  place: idIn(search.place),
  device: idIn(search.device),
  urgency: URGENT.find(one => one === search.urgency) ?? null,
  kind: FILTER_KINDS.find(one => one === search.kind) ?? null,
})

/** The address that shows this; what is as usual is left out. */
export const alertSearch = (filters: AlertFilters): Search => ({
  show: filters.hidden ? 'hidden' : undefined,
  q: filters.search || undefined,
  open: filters.open ? '1' : undefined,
  unread: filters.unread ? '1' : undefined,
  place: filters.place === null ? undefined : String(filters.place),
  device: filters.device === null ? undefined : String(filters.device),
  urgency: filters.urgency ?? undefined,
  kind: filters.kind ?? undefined,
})

/** Tells whether anything narrows the list, besides which of the two lists it is. */
export const hasAlertFilters = (filters: AlertFilters): boolean =>
  Object.values(alertSearch({ ...filters, hidden: false })).some(value => value !== undefined)

/**
 * Tells whether an alert, called `title` on the screen, is shown; one that is looked at stays, whatever became of it
 * meanwhile.
 */
export const matchesAlertFilters = (
  alert: Alert,
  title: string,
  filters: AlertFilters,
  looked: readonly number[] = [],
): boolean => {
  const { open, unread, place, device, urgency, kind } = filters
  const { device_name, location_name, area_name, acknowledged, checks } = alert
  return (
    hasWords([title, device_name, location_name, area_name, acknowledged?.note, ...checks], filters.search) &&
    (looked.includes(alert.id) || ((!open || alert.state === 'firing') && (!unread || !alert.read))) &&
    (place === null || alert.location_id === place) &&
    (device === null || alert.device_id === device) &&
    (urgency === null || alert.urgency === urgency) &&
    (kind === null || alert.kind === kind)
  )
}

const URGENT_FIRST: Record<Alert['urgency'], number> = { act_now: 0, attention: 1, digest: 2 }

/** Open ones first, the most urgent of them before the others, then the newest. */
export const sortedAlerts = (alerts: readonly Alert[]): Alert[] =>
  alerts.toSorted(
    (a, b) =>
      Number(b.state === 'firing') - Number(a.state === 'firing') ||
      (a.state === 'firing' ? URGENT_FIRST[a.urgency] - URGENT_FIRST[b.urgency] : 0) ||
      b.fired_at.localeCompare(a.fired_at) ||
      b.id - a.id,
  )

/** Places and devices that have alerts, to choose from, by name. */
export const choicesIn = (alerts: readonly Alert[]) => {
  const named = (pairs: (readonly [number | null, string | null])[]) =>
    [...new Map(pairs.filter((pair): pair is [number, string] => pair[0] !== null && pair[1] !== null))]
      .map(([id, name]) => ({ value: String(id), label: name }))
      .sort((a, b) => a.label.localeCompare(b.label))
  return {
    places: named(alerts.map(one => [one.location_id, one.location_name])),
    devices: named(alerts.map(one => [one.device_id, one.device_name])),
  }
}
