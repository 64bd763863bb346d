import type { Device } from '../../contract/devices/devices.ts'
import type { LastValues } from '../../contract/measurements/measurements.ts'
import type { Location, LocationArea } from '../../contract/places/locations.ts'
import { isSilent } from '../devices/device-limits.ts'
import type { ClimateStatus } from '../science/grade.ts'
import { type DefinitionLists, definitionOf, judgedBy, statusOfLast } from '../science/measurement-definition.ts'
import { freshnessOf } from '../time/freshness.ts'

/** Graded value of an area, with what it is measured against. */
export interface Finding {
  /** Measurement key. */
  key: string
  quantity: string
  name: string
  unit: string
  decimals: number
  value: number
  time: string
  low: number | null
  high: number | null
  limit: number | null
  status: ClimateStatus
  grade: number | null
}

/** The state of an area: `not_graded` where it is measured, and there is nothing to judge the values by. */
export type AreaStatus = ClimateStatus | 'not_graded'

/** State of a place by the device that hangs there. */
export interface AreaDeviceState {
  status: AreaStatus
  /** The lowest grade of what it measures. */
  grade: number | null
  /** The value that is worst off and so sets the grade. */
  finding: Finding | null
  /** True when the grade goes by values that are too old to be shown as those of now. */
  stale: boolean
  /** Time of its last value, ISO 8601; null when there is none. */
  lastTime: string | null
}

export interface AreaState extends AreaDeviceState {
  area: LocationArea
  location: Location
  /** The device that speaks for the area: of several that were heard the one that is worst off. */
  device: Device | null
  /** True where that device is silent, by the limit that holds for it. */
  silent: boolean
  /** Devices beside it that were never heard. */
  waiting: readonly Device[]
}

/** Order on home (design §3). */
const SEVERITY: readonly AreaStatus[] = ['act_now', 'too_cold', 'attention', 'no_data', 'not_graded', 'good']
/**
 * Rank of a status, the most urgent first: of two values to watch the lower grade decides, whichever side it lies on.
 */
const URGENCY: Record<ClimateStatus, number> = { act_now: 0, too_cold: 1, attention: 1, no_data: 2, good: 2 }

const findingOf = (
  key: string,
  last: LastValues[string],
  areaTypeId: number | undefined,
  lists: DefinitionLists,
): Finding | null => {
  const known = definitionOf(key, areaTypeId, lists)
  const definition = known && judgedBy(known, last.by_age)
  const status = definition && statusOfLast(definition, last)
  if (!definition?.edges || !status) return null
  const { quantity, edges } = definition
  return {
    key,
    quantity: quantity.abbreviation,
    name: quantity.name,
    unit: quantity.unit,
    decimals: quantity.decimals,
    value: last.value,
    time: last.time,
    low: edges.low_value,
    high: edges.high_value,
    limit: edges.limit_value,
    status,
    grade: last.grade,
  }
}

/** Order of two findings: what is wrong now goes before what was wrong, and that before what is well. */
const byUrgency =
  (now: number) =>
  (one: Finding, other: Finding): number => {
    const place = ({ status, time }: Finding): number =>
      status !== 'good' && freshnessOf(time, now) !== 'fresh' ? 1.5 : URGENCY[status]
    return (
      place(one) - place(other) ||
      URGENCY[one.status] - URGENCY[other.status] ||
      (one.grade ?? 11) - (other.grade ?? 11)
    )
  }

const latest = (last: LastValues): string | null =>
  Object.values(last).reduce<string | null>((time, { time: next }) => (time && time > next ? time : next), null)

/** State of an area at `now` (epoch ms) by the last values of a device. Those older than 180 minutes say nothing. */
export const stateOfDevice = (
  last: LastValues,
  areaTypeId: number | undefined,
  lists: DefinitionLists,
  now: number,
): AreaDeviceState => {
  const present = Object.entries(last).filter(([, { time }]) => freshnessOf(time, now) !== 'gone')
  const lastTime = latest(last)
  if (present.length === 0) return { status: 'no_data', grade: null, finding: null, stale: false, lastTime }
  const isStale = (time: string | null) => time !== null && freshnessOf(time, now) === 'stale'
  const findings = present
    .flatMap(([key, value]) => findingOf(key, value, areaTypeId, lists) ?? [])
    .sort(byUrgency(now))
  const [finding = null] = findings
  const stale = isStale(finding?.time ?? lastTime)
  const grades = findings.filter(({ time }) => isStale(time) === stale).flatMap(({ grade }) => grade ?? [])
  return {
    status: finding?.status ?? 'not_graded',
    grade: grades.length === 0 ? null : Math.min(...grades),
    finding,
    stale,
    lastTime,
  }
}

/** The state as it is drawn: one that goes by old values is not that of now, and what was never heard is only awaited. */
export const shownStatus = ({
  status,
  stale,
  lastTime,
}: Pick<AreaDeviceState, 'status' | 'stale' | 'lastTime'>): AreaStatus | 'stale' | 'pending' => {
  if (stale) return 'stale'
  return status === 'no_data' && lastTime === null ? 'pending' : status
}

/** Kinds of areas that home counts, in the order in which its sentence looks for them. */
export const AREA_KINDS = ['now', 'watch', 'old', 'silent', 'ungraded', 'waiting', 'bare', 'fine'] as const
export type AreaKind = (typeof AREA_KINDS)[number]

const KINDS: Record<Exclude<AreaStatus, 'no_data'>, AreaKind> = {
  act_now: 'now',
  attention: 'watch',
  too_cold: 'watch',
  not_graded: 'ungraded',
  good: 'fine',
}

/** Kind of an area on home. One that was never heard waits, or has no device: only what was heard before falls silent. */
export const kindOfArea = (state: Pick<AreaState, 'status' | 'stale' | 'device' | 'lastTime' | 'silent'>): AreaKind => {
  const isOld = state.stale || (state.status === 'no_data' && state.lastTime !== null)
  if (isOld && state.device) return state.silent ? 'silent' : 'old'
  if (state.stale) return 'old'
  if (state.status !== 'no_data') return KINDS[state.status]
  return state.device ? 'waiting' : 'bare'
}

/** Order of two states: worst first, of the same the one of now, then by grade, then what was ever heard. */
export const worseFirst = (one: AreaDeviceState, other: AreaDeviceState): number =>
  SEVERITY.indexOf(one.status) - SEVERITY.indexOf(other.status) ||
  Number(one.stale) - Number(other.stale) ||
  (one.grade ?? 11) - (other.grade ?? 11) ||
  Number(one.lastTime === null) - Number(other.lastTime === null)

/** The state that speaks for an area: the worst of the devices that were heard, as a new one beside them says nothing yet. */
export const speakingState = <State extends AreaDeviceState>(states: readonly State[]): State | undefined => {
  const heard = states.filter(({ lastTime }) => lastTime !== null)
  return (heard.length > 0 ? heard : states).toSorted(worseFirst)[0]
}

const EMPTY: AreaDeviceState = { status: 'no_data', grade: null, finding: null, stale: false, lastTime: null }
const SILENT = { ...EMPTY, device: null, silent: false } as const

let names: Intl.Collator | undefined
/** Order of two names. The collator is made with the first list: that takes longer than many lists to sort. */
const byName = (one: string, other: string): number => {
  names ??= new Intl.Collator(undefined, { numeric: true })
  return names.compare(one, other)
}

/** All areas of all locations at `now` (epoch ms), worst first, then by grade, then by name with 2 before 10. */
export const areaStates = (
  read: {
    locations: readonly Location[]
    devices: readonly Device[]
    last: Record<string, LastValues>
    lists: DefinitionLists
  },
  now: number,
): AreaState[] => {
  const devices = Map.groupBy(read.devices, ({ placement }) => placement?.area_id)
  const stateOf = (location: Location, area: LocationArea): AreaState => {
    const states = (devices.get(area.id) ?? []).map(device => {
      const state = stateOfDevice(read.last[device.id] ?? {}, area.area_type_id, read.lists, now)
      return { device, ...state, silent: isSilent(device, now, state.lastTime) }
    })
    const worst = speakingState(states) ?? SILENT
    const waiting =
      worst.lastTime === null ? [] : states.flatMap(({ device, lastTime }) => (lastTime === null ? [device] : []))
    // Air is judged by the animals in it alone.
    if (area.empty_since !== undefined && worst.status !== 'no_data')
      return { area, location, ...worst, waiting, status: 'not_graded', grade: null, finding: null, stale: false }
    return { area, location, ...worst, waiting }
  }
  return read.locations
    .flatMap(location => location.areas.map(area => stateOf(location, area)))
    .sort((one, other) => worseFirst(one, other) || byName(one.area.name, other.area.name))
}

/** Word for a state: "below comfort" has one of its own for each quantity. */
export const statusWordKey = ({
  status,
  quantity,
}: {
  status: ClimateStatus
  quantity: string
}): ClimateStatus | 'too_dry' | 'too_low' => {
  if (status !== 'too_cold' || quantity === 'temp_deg_c') return status
  return quantity === 'rv_perc' ? 'too_dry' : 'too_low'
}
