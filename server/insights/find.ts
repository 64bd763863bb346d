import {
  type Assessment,
  BIN,
  type DayData,
  type Edges,
  INSIGHT_QUANTITIES,
  intervalsWhere,
  isInsight,
} from '#shared/rules/insights/insights.ts'
import { assessDay, assessNight } from '#shared/rules/insights/insights-all.ts'
import { EMISSION_DAYS } from '#shared/rules/insights/insights-emission.ts'
import { NEIGHBOUR_DAYS, sensorTrouble } from '#shared/rules/insights/insights-others.ts'
import type { RoundOfAge } from '#shared/rules/locations/rounds.ts'
import { dayAfter } from '#shared/rules/time/calendar-periods.ts'
import type { Interval } from '#shared/rules/time/interval.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { permittedDaysAt } from '../emissions/permits.ts'
import { jsonOf } from '../kit/database/json.ts'
import { inParts } from '../kit/database/rows-as.ts'
import type { Services } from '../kit/services.ts'
import { boundariesOn, type ComfortPlace, roundsIn } from '../locations/rounds/comfort.ts'
import { emptyOn } from '../locations/rounds/empty.ts'
import { AREA_TYPES } from '../taxonomy/area-types.ts'
import { type LocalDay, localDays, localHours, nightOf } from './days.ts'
import {
  areasToLookAt,
  type Due,
  doneSince,
  insightsBefore,
  keepInsights,
  type LocationToLookAt,
  markDone,
  type Phase,
} from './insight-store.ts'
import { type LoadedArea, loadAreas } from './load.ts'

/** Wait after the end of a night or day: what was sent at its end should be in by then. */
const AFTER = 30 * MINUTE_MS
/** Days that are made up when nobody looked at them. */
const MADE_UP = 7
/** A day is judged with so many before it. */
const LOOKED_AT = EMISSION_DAYS - 1
const SILENT = 180 * MINUTE_MS

/** Locations that are asked about at a time: of most nothing is due. */
const ASKED_AT_ONCE = 500

/** Looks at the nights and days of all locations that are over and that nobody looked at. */
export const findInsights = async (services: Services): Promise<void> => {
  for (const part of inParts(await areasToLookAt(services.db), ASKED_AT_ONCE)) {
    const now = services.now()
    const ids = part.map(([{ id }]) => id)
    // No place on earth is a day or more away from UTC.
    const since = new Date(now - (MADE_UP + 2) * DAY_MS).toISOString().slice(0, 10)
    const known: Known = { now, done: await doneSince(services.db, ids, since), days: new Map() }
    for (const [location, areas] of part)
      await findInsightsAt(services, location, areas, known).catch(error =>
        services.log.error({ err: error, location: location.id }, 'no insights'),
      )
  }
}

/** Knowledge that locations share which are looked at together. */
interface Known {
  now: number
  /** Nights and days that somebody looked at, see `doneSince`. */
  done: ReadonlySet<string>
  /** Local days by time zone. */
  days: Map<string, LocalDay[]>
}

type Areas = Parameters<typeof loadAreas>[2]

const findInsightsAt = async (
  services: Services,
  location: LocationToLookAt,
  areas: Areas,
  known: Known,
): Promise<void> => {
  const { time_zone: zone } = location
  const { now } = known
  const days = known.days.get(zone) ?? localDays(now - (MADE_UP + LOOKED_AT) * DAY_MS, now, zone)
  known.days.set(zone, days)
  const due = dueIn(days, now, zone).filter(({ day, phase }) => !known.done.has(`${location.id} ${day} ${phase}`))
  if (due.length === 0) return
  const places = due.map(({ day }) => days.findIndex(({ date }) => date === day))
  const first = days[Math.max(0, Math.min(...places) - (due.some(({ phase }) => phase === 'day') ? LOOKED_AT : 1))]
  const last = days[Math.max(...places)]
  if (!first || !last) return
  const from = Math.floor(first.from / BIN) * BIN
  const loaded = await loadAreas(services, location.id, areas, { from, until: Math.min(last.until, now) })
  const rounds = await roundsIn(
    services.db,
    areas.map(({ id }) => id),
    first.from,
    last.until,
  )
  const isEmpty = await emptyOn(
    services.db,
    areas.map(({ id }) => id),
    { from: first.date, until: dayAfter(last.date) },
  )
  const emissionOn = due.some(({ phase }) => phase === 'day')
    ? await permittedDaysAt(services, location.id, { from: first.date, until: dayAfter(last.date) })
    : () => null
  const before = await insightsBefore(
    services.db,
    areas.map(({ id }) => id),
    days[0]?.date ?? '',
  )
  for (const one of due.toSorted((a, b) => (a.day < b.day ? -1 : 1))) {
    const until = days.findIndex(({ date }) => date === one.day)
    const assessed = days.slice(0, until + 1).filter(day => day.from >= first.from)
    for (const area of loaded) {
      const isEmptyOn = ({ date }: LocalDay) => isEmpty(area.area.id, date)
      // Barns without animals are no measure for one with them.
      const siblings = loaded.filter(
        other =>
          other !== area &&
          other.area.area_type_id === area.area.area_type_id &&
          !assessed.slice(-NEIGHBOUR_DAYS).some(({ date }) => isEmpty(other.area.id, date)),
      )
      const found = lookAt(area, siblings, assessed, zone, one.phase, now, {
        emissionOn: date => emissionOn(area.area.id, date),
        rounds: rounds.get(area.area.id) ?? [],
        isEmptyOn,
      }).filter(assessment =>
        isInsight(assessment, before.has(`${area.area.id} ${assessment.insight} ${days[until - 1]?.date}`)),
      )
      for (const { insight } of found) before.add(`${area.area.id} ${insight} ${one.day}`)
      await keepInsights(
        services.db,
        found.map(assessment => rowOf(assessment, area, siblings, one.day)),
        new Date(now),
      )
    }
    await markDone(services.db, location.id, one, new Date(now))
  }
}

/** Nights that ended and days that are over. */
const dueIn = (days: readonly LocalDay[], now: number, zone: string): Due[] =>
  days.slice(-MADE_UP - 1).flatMap((day, index, all): Due[] => {
    const before = days[days.length - all.length + index - 1]
    const night = before && nightOf(before, day, zone)
    return [
      ...(night && night.until + AFTER <= now ? [{ day: day.date, phase: 'night' as const }] : []),
      ...(day.until + AFTER <= now ? [{ day: day.date, phase: 'day' as const }] : []),
    ]
  })

const lookAt = (
  area: LoadedArea,
  siblings: LoadedArea[],
  days: readonly LocalDay[],
  zone: string,
  phase: Phase,
  now: number,
  {
    emissionOn,
    rounds,
    isEmptyOn,
  }: {
    emissionOn: (date: string) => DayData['emission'][number]
    rounds: readonly RoundOfAge[]
    isEmptyOn: (day: LocalDay) => boolean
  },
): Assessment[] => {
  const [before, day] = days.slice(-2)
  if (!before || !day) return []
  const spanOf = ({ from, until }: Interval): Interval => ({
    from: Math.max(0, Math.round((from - area.from) / BIN)),
    until: Math.round((until - area.from) / BIN),
  })
  // Days of other animals, and of none, say nothing of those that are there now.
  const withAnimals = days.slice(days.findLastIndex(isEmptyOn) + 1)
  const data: DayData = {
    ...area,
    species: AREA_TYPES.find(({ id }) => id === area.area.area_type_id)?.key ?? '',
    edges: edgesOf({ area_type_id: area.area.area_type_id, rounds }, day.date),
    days: withAnimals.map(spanOf),
    night: spanOf(nightOf(before, day, zone)),
    hoursOf: span =>
      localHours(area.from + span.from * BIN, area.from + span.until * BIN, zone).map(one => ({
        hour: one.hour,
        span: spanOf(one),
      })),
    siblings,
    emission: withAnimals.map(({ date }) => emissionOn(date)),
  }
  if (phase === 'night') return isEmptyOn(before) || isEmptyOn(day) ? [] : assessNight(data)
  const trouble = troubleOf(area, spanOf(day), now - day.until < DAY_MS)
  return [...(isEmptyOn(day) ? [] : assessDay(data)), ...(trouble ? [trouble] : [])]
}

/** Comfort and limits on a day: at its night and by day the animals are of the same age. */
const edgesOf = (place: Pick<ComfortPlace, 'area_type_id' | 'rounds'>, date: string): DayData['edges'] =>
  Object.fromEntries(
    INSIGHT_QUANTITIES.flatMap((quantity): [string, Edges][] => {
      const found = boundariesOn(place, quantity, date)
      return found ? [[quantity, { low: found.low_value, high: found.high_value, limit: found.limit_value }]] : []
    }),
  )

/** A battery is known as it is now, and says nothing of days long ago. */
const troubleOf = ({ from, devices }: LoadedArea, day: Interval, isNew: boolean): Assessment | null => {
  const inDay = (start: number, end: number): Interval => ({
    from: Math.max(day.from, Math.floor((start - from) / BIN)),
    until: Math.min(day.until, Math.floor((end - from) / BIN) + 1),
  })
  const silent = devices.flatMap(({ heard, ranges, upload_interval }) => {
    const longest = Math.max(SILENT, 3000 * upload_interval)
    // A device that never said a word has not been started yet.
    const first = heard.indexOf(1)
    if (first < 0) return []
    return ranges
      .map(range => inDay(Math.max(range.from, from + first * BIN), range.until - 1))
      .flatMap(span => intervalsWhere(span, at => heard[at] !== 1))
      .filter(span => (span.until - span.from) * BIN > longest)
  })
  const suspect = devices
    .flatMap(device => device.suspect)
    .filter(fault => fault.fault !== 'warm_up')
    .map(fault => inDay(fault.start, fault.end))
    .filter(span => span.until > span.from)
  const low = devices
    .flatMap(({ battery_percentage: charge, battery_limit: limit }) => (charge === null ? [] : [{ charge, limit }]))
    .filter(({ charge, limit }) => charge < limit)
    .sort((one, other) => one.charge - other.charge)
  return sensorTrouble({ silent, suspect, battery: isNew ? (low[0] ?? null) : null }, day)
}

const MAX_TIMES = 20

const rowOf = (assessment: Assessment, { area, from, devices }: LoadedArea, siblings: LoadedArea[], day: string) => {
  const { window, times, numbers, quantities, variant = null, ...rest } = assessment
  const at = (bin: number) => new Date(from + bin * BIN).toISOString()
  const longest = times.toSorted((a, b) => b.until - b.from - (a.until - a.from)).slice(0, MAX_TIMES)
  const seen = [...devices, ...(rest.insight === 'neighbours' ? siblings.flatMap(sibling => sibling.devices) : [])]
  const placed = seen.filter(({ ranges }) => ranges.some(range => range.until > from + window.from * BIN))
  return {
    ...rest,
    variant,
    area_id: area.id,
    day,
    start: at(window.from),
    end: at(window.until),
    numbers: jsonOf(numbers),
    quantities: jsonOf([...quantities]),
    times: jsonOf(
      longest.toSorted((a, b) => a.from - b.from).map(span => ({ start: at(span.from), end: at(span.until) })),
    ),
    device_ids: jsonOf([...new Set(placed.map(({ id }) => id))]),
  }
}
