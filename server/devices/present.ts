import type { StateValues } from '#shared/contract/devices/device-state.ts'
import type { Device } from '#shared/contract/devices/devices.ts'
import { REJECTION_CODES } from '#shared/contract/measurements/measurements.ts'
import { batteryLimitOf, type DeviceLimits, silentAfterOf, spokeAt } from '#shared/rules/devices/device-limits.ts'
import { isOnline, minutesSince } from '#shared/rules/devices/device-status.ts'
import { hasPhotos } from '#shared/rules/devices/plan.ts'
import { contains, type Span } from '#shared/rules/time/rental.ts'
import { WEEK_MS } from '#shared/rules/time/units.ts'
import { type Custody, custodiesOf } from '../custody/timeline.ts'
import { Failure } from '../kit/failure.ts'
import type { Words } from '../kit/language.ts'
import { isoNow, type Services } from '../kit/services.ts'
import type { Caller } from '../locations/access.ts'
import { isSeen, type PlacesSeen, placesSeenBy, visiblePeriods, withoutUnseenProject } from './access.ts'
import { devicesWithKeys } from './adding/key-store.ts'
import { type PlacementRow, placementsOfDevices } from './placement/placement-store.ts'
import { type DeviceRow, devicesOf, reportsOf } from './store.ts'
import { limitsOfDevices } from './watching/limit-store.ts'
import { lostOf } from './watching/lost-store.ts'
import { refusalsOf } from './watching/refusal-store.ts'

export const refusalsSince = (now: number): string => new Date(now - WEEK_MS).toISOString().slice(0, 10)

type Context = Services & { t: Words }
type Refusal = Awaited<ReturnType<typeof refusalsOf>>[number]
type Report = Awaited<ReturnType<typeof reportsOf>>[number]

export const storedRejectionSentence = ({ field, code }: { field: string; code: string }, t: Words): string => {
  const known = REJECTION_CODES.find(one => one === code)
  return known ? t(`refusals.${known}`, { field }) : code
}

/** Refusals within the visible periods: whoever has a device for a time learns nothing of those before or after. */
export const refusalsIn = <Refused extends { last_time: string }>(visible: Span[], refused: Refused[]): Refused[] =>
  refused.filter(one => visible.some(span => contains(span, one.last_time)))

/** Shows a device as its caller sees it. Throws not_found when it is not there for the caller. */
export const presentDevice = async (context: Context, user: Caller, id: number) => {
  const [device] = await presentDevices(context, user, id)
  if (!device) throw new Failure('not_found')
  return device
}

/** The devices a caller sees, as the contract shows them; one when `deviceId` is given. */
export const presentDevices = async (context: Context, user: Caller, deviceId?: number) => {
  const { db } = context
  const periods = await visiblePeriods(db, user, deviceId)
  const rows = await devicesOf(db, [...periods.keys()])
  const ids = rows.map(row => row.id)
  const placements = Map.groupBy(await placementsOfDevices(db, ids), placement => placement.device_id)
  const rentals = Map.groupBy(await custodiesOf(db, ids), rental => rental.device_id)
  const refusals = Map.groupBy(await refusalsOf(db, ids, refusalsSince(context.now())), refusal => refusal.device_id)
  const lost = Map.groupBy(await lostOf(db, ids, refusalsSince(context.now())), row => row.device_id)
  const reports = new Map((await reportsOf(db, ids)).map(report => [report.device_id, report]))
  const limits = await limitsOfDevices(db, ids)
  const [places, withKeys] = [await placesSeenBy(db, user), await devicesWithKeys(db, ids)]
  const now = isoNow(context)
  return rows.map(row => {
    const all = rentals.get(row.id) ?? []
    const own = all.filter(rental => rental.user_id === user.id)
    const visible = periods.get(row.id) ?? []
    const refused = refusalsIn(visible, refusals.get(row.id) ?? [])
    const title = titleOf(user, all, now)
    return {
      ...presentState(row, context.now(), {
        visible,
        places,
        placements: placements.get(row.id) ?? [],
        report: reports.get(row.id),
      }),
      ...presentLimits(row, limits.get(row.id), title.may.includes('edit')),
      refused_values: refused.reduce((sum, refusal) => sum + refusal.count, 0),
      lost_messages: lostShare(refusalsIn(visible, lost.get(row.id) ?? [])),
      main_refusal: mainRefusal(refused, context.t),
      rentals: own.map(rental => ({ ...rental, owner: rental.owner === 1 })),
      has_owner: all.some(rental => rental.owner === 1 && rental.user_id !== null && contains(rental, now)),
      needs_key: title.may.includes('keys') && !withKeys.has(row.id) && row.eui === null,
      ...title,
    }
  })
}

/** Limits that hold for a device, and to whoever may change them those of its own. */
const presentLimits = (row: DeviceRow, chosen: DeviceLimits = NO_LIMITS, mayEdit: boolean) => ({
  silent_after_min: silentAfterOf(row.upload_interval, chosen.silent_after_min),
  battery_limit: batteryLimitOf(chosen.battery_limit),
  own_limits: mayEdit ? { silent_after_min: row.silent_after_min, battery_limit: row.battery_limit } : NO_LIMITS,
})

const NO_LIMITS: DeviceLimits = { silent_after_min: null, battery_limit: null }

/** Rental that runs now for the caller, and what the caller may do: an owner everything, a renter places it. */
const titleOf = (user: Caller, all: Custody[], now: string): Pick<Device, 'may' | 'rental'> => {
  const running = all.filter(rental => contains(rental, now))
  const mine = running.filter(rental => rental.user_id === user.id)
  const lent = running.find(rental => rental.owner === 0)
  const owner = running.find(rental => rental.owner === 1)
  if (user.admin || mine.some(rental => rental.owner === 1)) {
    const current = lent ?? owner
    const rental = current ? { owner: true, email: lent?.email ?? null, start: current.start, end: current.end } : null
    return { rental, may: ['edit', 'delete', 'keys', 'place', 'own', ...(user.admin ? (['settings'] as const) : [])] }
  }
  const [rented] = mine
  if (!rented) return { rental: null, may: [] }
  return { rental: { owner: false, email: null, start: rented.start, end: rented.end }, may: ['place'] }
}

/** Share of the messages that were lost; null for a device that does not number its messages. */
const lostShare = (days: { heard: number; lost: number }[]): Device['lost_messages'] => {
  if (days.length === 0) return null
  const sum = (field: 'heard' | 'lost') => days.reduce((total, day) => total + day[field], 0)
  const lost = Math.max(0, sum('lost'))
  return { lost, of: sum('heard') + lost }
}

const mainRefusal = (refused: Refusal[], t: Words): Device['main_refusal'] => {
  const counts = new Map<string, Refusal>()
  for (const one of refused) {
    const key = `${one.code} ${one.field}`
    counts.set(key, { ...one, count: one.count + (counts.get(key)?.count ?? 0) })
  }
  const [main] = [...counts.values()].sort((a, b) => b.count - a.count)
  return main ? { field: main.field, code: main.code, message: storedRejectionSentence(main, t) } : null
}

interface ReportedParts {
  visible: Span[]
  places: PlacesSeen
  placements: PlacementRow[]
  report: Report | undefined
}

const presentState = (row: DeviceRow, now: number, { visible, places, placements, report }: ReportedParts) => {
  const at = new Date(now).toISOString()
  const sees = (time: string | null | undefined) =>
    time !== null && time !== undefined && visible.some(span => contains(span, time))
  const seesNow = sees(at)
  const running = placements.find(placement => contains(placement, at))
  // A report from the time it was somebody else's is theirs to know.
  const isReported = seesNow && sees(report?.at)
  const state: StateValues = isReported && report ? JSON.parse(report.state) : {}
  const seen = (time: string | null) => (seesNow && sees(time) ? time : null)
  const [lastMessage, lastSeen] = [seen(row.last_message_at), seen(row.last_seen_at ?? row.last_message_at)]
  const spoke = spokeAt({ value: seen(row.last_value_at), message: lastMessage, call: lastSeen })
  const seenPhoto = (time: string | null) => (hasPhotos(row.plan) && sees(time) ? time : null)
  const [photo, photoIr] = [seenPhoto(row.last_photo_at), seenPhoto(row.last_photo_ir_at)]
  return {
    ...row,
    eui_confirmed: row.eui === null || row.eui_confirmed_at !== null,
    active: seesNow && running !== undefined,
    online: isOnline(later(lastMessage, isReported ? report?.at : null), row.upload_interval, now),
    battery_percentage: lastMessage === null ? null : row.battery_percentage,
    charging: state.charging ?? null,
    power_state: state.power_state ?? null,
    connection_status: state.connection_status ?? null,
    connection_type: state.connection_type ?? null,
    modem_status: state.modem_status ?? null,
    modem_network: state.modem_network ?? null,
    modem_operator: state.modem_operator ?? null,
    modem_signal: state.modem_signal ?? null,
    last_seen_min: minutesSince(lastSeen, now),
    last_seen_date: lastSeen,
    last_msg_min: minutesSince(lastMessage, now),
    last_msg_date: lastMessage,
    spoke_min: minutesSince(spoke, now),
    spoke_date: spoke,
    last_photo_min: minutesSince(photo, now),
    last_photo_date: photo,
    last_photo_ir_min: minutesSince(photoIr, now),
    last_photo_ir_date: photoIr,
    // People who have the device elsewhere do not learn whose barn it hangs in.
    placement:
      running && seesNow && isSeen(places, running) ? presentPlacement(withoutUnseenProject(places, running)) : null,
  }
}

/** A message that only tells the state is one, too. */
const later = (message: string | null, report: string | null | undefined): string | null =>
  message !== null && report ? (message > report ? message : report) : (message ?? report ?? null)

const presentPlacement = (row: PlacementRow) => ({ ...row, location_research_id: row.id })
