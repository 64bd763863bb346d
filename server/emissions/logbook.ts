import { type LogbookEntry, MAX_LOGBOOK_ENTRIES, MAX_MANUAL_ENTRIES } from '#shared/contract/places/emissions.ts'
import { NO_EMISSION_SETTINGS, outdoorDevicesOf, outdoorsOn } from '#shared/rules/locations/emission-settings.ts'
import { differWithin } from '#shared/rules/locations/setting-changes.ts'
import type { Emitted } from '#shared/rules/science/emission-chain.ts'
import { type Dates, dayAfter, startOfDate } from '#shared/rules/time/calendar-periods.ts'
import { partsWithin, toInterval } from '#shared/rules/time/interval.ts'
import { localDateAt } from '#shared/rules/time/local-time.ts'
import { knownZone } from '#shared/rules/time/time-zone.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { calibrationsBegunIn } from '../devices/calibrations.ts'
import { isPlaceActive, placementsOfLocations } from '../devices/placement/placements.ts'
import type { Services } from '../kit/services.ts'
import { areaChangesSince } from '../locations/changes.ts'
import type { EmissionPlace } from '../locations/places.ts'
import { manualWithin } from '../manual-measurements/manual.ts'
import { suspectIntervalsIn } from '../series/faults.ts'
import { keysOf, outdoorKeysOf } from './hours.ts'
import type { ReckonedArea } from './reckoning.ts'
import { settingChangesOf, settingsOfAreas, versionsSince } from './settings-store.ts'

/** Days without a valid hour that are worth a line. */
const SILENT_DAYS = 2

/**
 * Logbook of an emission, the newest first: calibrations of what it is made of, also outdoors, doubtful readings, days without a
 * result, and changes of settings, areas and rounds, also those that somebody made later about these days, all of them; and what was
 * measured of the gas and of CO2 by hand, the newest of it. `areas` are those of the places as they were reckoned for these days: who
 * shows or keeps them has them already.
 */
export const logbookOf = async (
  db: Services['db'],
  areas: readonly ReckonedArea[],
  places: readonly EmissionPlace[],
  gas: Emitted,
  within: Dates,
): Promise<LogbookEntry[]> => {
  const entries: Noted[] = []
  for (const place of places) {
    const ofPlace = areas.filter(area => area.place.id === place.id)
    entries.push(...(await entriesOf(db, ofPlace, place, gas, within)))
  }
  const newest = entries.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
  const byHand = [...new Set(newest.flatMap(({ measured }) => measured ?? []))]
  const isLeftOut = leftOutOf(new Set(byHand.slice(MAX_MANUAL_ENTRIES)))
  const cut = newest.findIndex(isLeftOut)
  return newest.flatMap(({ measured, ...entry }, index) => {
    if (!isLeftOut({ measured })) return [entry]
    return index === cut ? [{ ...entry, ...NOTHING_MEASURED, kind: 'manual_cut' as const }] : []
  })
}

/**
 * The newest entries, as many as one answer holds. Measurements by hand displace no others: one that was taken outdoors stands at each
 * barn.
 */
export const shownOf = (all: readonly LogbookEntry[]): LogbookEntry[] => {
  const isTooMuch = all.length > MAX_LOGBOOK_ENTRIES
  let byHand = 0
  return all
    .filter(({ kind }) => !isTooMuch || kind !== 'manual' || ++byHand <= MAX_MANUAL_ENTRIES)
    .slice(0, MAX_LOGBOOK_ENTRIES)
}

/** An entry; of a measurement by hand with what tells it from others, as it stands at each area that it bears on. */
type Noted = LogbookEntry & { measured?: string | undefined }

const leftOutOf =
  (all: ReadonlySet<string>) =>
  ({ measured }: Pick<Noted, 'measured'>): boolean =>
    measured !== undefined && all.has(measured)

const NOTHING_MEASURED = { device_name: null, measurement: null, value: null, length: null }

const iso = (time: number): string => new Date(time).toISOString()

/** Changes of settings after these days that say something else of them than before. */
const laterChanges = async (db: Services['db'], areaIds: readonly number[], until: string, within: Dates) => {
  const byArea = Map.groupBy(await versionsSince(db, areaIds, until), ({ area_id }) => area_id)
  return [...byArea.values()].flatMap(versions =>
    versions.filter(({ changed_at, settings }, index) => {
      const before = versions[index - 1]?.settings ?? NO_EMISSION_SETTINGS
      return changed_at >= until && differWithin(before, settings, within)
    }),
  )
}

const entriesOf = async (
  db: Services['db'],
  areas: readonly ReckonedArea[],
  place: EmissionPlace,
  gas: Emitted,
  within: Dates,
): Promise<Noted[]> => {
  const zone = knownZone(place.time_zone)
  const [from, until] = [startOfDate(within.from, zone), startOfDate(within.until, zone)]
  const names = new Map(place.areas.map(({ id, name }) => [id, name]))
  const [keys, outdoorKeys] = [new Set(keysOf(gas)), new Set(outdoorKeysOf(gas))]
  const areaIds = [...names.keys()]
  const settingsOf = await settingsOfAreas(db, areaIds)
  const outdoorDevices = new Set(areaIds.flatMap(id => outdoorDevicesOf(settingsOf(id))))
  const placements = (await placementsOfLocations(db, [place.id])).filter(
    row =>
      ((isPlaceActive(row) && names.has(row.area_id)) || outdoorDevices.has(row.device_id)) &&
      partsWithin([toInterval(row)], { from, until }).length > 0,
  )
  /** Areas whose emission a measurement of a device bears on at a time: its own, and each whose air outdoors it measures. */
  const bearsOn = (row: (typeof placements)[number], measurement: string, time: number): number[] => {
    const date = localDateAt(time, zone)
    const isOutdoors = (id: number) => {
      const { source, device_id } = outdoorsOn(settingsOf(id), date)
      return source === 'device' && device_id === row.device_id
    }
    const isOwn = names.has(row.area_id) && !isOutdoors(row.area_id) && keys.has(measurement)
    return [...(isOwn ? [row.area_id] : []), ...(outdoorKeys.has(measurement) ? areaIds.filter(isOutdoors) : [])]
  }
  const entries: Noted[] = []
  const none = NOTHING_MEASURED
  const hungAt = (deviceId: number, time: number) =>
    placements.find(row => {
      const span = toInterval(row)
      return row.device_id === deviceId && time >= span.from && time < span.until
    })
  const placeOf = (area_id: number, row: (typeof placements)[number]) => ({
    area_id,
    area_name: names.get(area_id) ?? row.area_name,
    device_name: row.device_name,
  })
  const devices = [...new Set(placements.map(row => row.device_id))]
  const calibrations = await calibrationsBegunIn(db, devices, { from: iso(from), until: iso(until) })
  for (const { device_id, measurement, method, offset: value, valid_from } of calibrations) {
    const at = Date.parse(valid_from)
    const row = hungAt(device_id, at)
    if (!row) continue
    const kind = method === 'one_value' ? ('reference' as const) : ('calibration' as const)
    for (const area_id of bearsOn(row, measurement, at))
      entries.push({ ...none, ...placeOf(area_id, row), at: iso(at), kind, measurement, value })
  }
  // A tube of the gas or of CO2 stands beside what the emission is made of; a thermometer that somebody reads each day does not.
  const byHand = await manualWithin(db, devices, [...outdoorKeys], { from: iso(from), until: iso(until) })
  for (const { device_id, measurement, time, value } of byHand) {
    const at = Date.parse(time)
    const row = hungAt(device_id, at)
    if (!row) continue
    const measured = `${device_id} ${at} ${measurement}`
    for (const area_id of bearsOn(row, measurement, at))
      entries.push({ ...none, ...placeOf(area_id, row), at: iso(at), kind: 'manual', measurement, value, measured })
  }
  for (const fault of await suspectIntervalsIn(db, devices, from, until)) {
    const row = hungAt(fault.device_id, fault.start)
    if (!row || fault.fault === 'warm_up') continue
    const { measurement } = fault
    const length = (fault.end - fault.start) / HOUR_MS
    for (const area_id of bearsOn(row, measurement, fault.start))
      entries.push({ ...none, ...placeOf(area_id, row), at: iso(fault.start), kind: 'fault', measurement, length })
  }
  const changes = await settingChangesOf(db, areaIds, { from: iso(from), until: iso(until) })
  for (const { area_id, changed_at } of [...changes, ...(await laterChanges(db, areaIds, iso(until), within))])
    entries.push({ ...none, at: changed_at, kind: 'settings', area_id, area_name: names.get(area_id) ?? '' })
  for (const { area_id, changed_at, kind } of await areaChangesSince(db, areaIds, iso(from), within))
    entries.push({ ...none, at: changed_at, kind, area_id, area_name: names.get(area_id) ?? '' })
  for (const { area, settings, days, measured } of areas) {
    for (const kind of ['places', 'ventilation', 'outdoors'] as const)
      for (const { valid_from } of settings[`${kind}_history`])
        if (valid_from >= within.from && valid_from < within.until)
          entries.push({
            ...none,
            at: iso(startOfDate(valid_from, zone)),
            kind,
            area_id: area.id,
            area_name: area.name,
          })
    const first = days.findIndex(({ date }) => measured.has(date))
    let start: string | null = null
    const end = (date: string) => {
      const length = start === null ? 0 : (Date.parse(date) - Date.parse(start)) / DAY_MS
      if (start !== null && length >= SILENT_DAYS)
        entries.push({
          ...none,
          at: iso(startOfDate(start, zone)),
          kind: 'silence',
          area_id: area.id,
          area_name: area.name,
          length,
        })
      start = null
    }
    const over = days.filter((day, index) => first >= 0 && index >= first && day.hours > 0)
    for (const day of over)
      if (!measured.has(day.date) && day.animals !== 0) start ??= day.date
      else end(day.date)
    const last = over.at(-1)
    if (last) end(dayAfter(last.date))
  }
  return entries
}
