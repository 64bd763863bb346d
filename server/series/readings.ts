import type { Correction } from '#shared/rules/data-quality/calibration.ts'
import { type Interval, lengthOf, mergeIntervals } from '#shared/rules/time/interval.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { type ListParameter, listParameter } from '../kit/database/list-parameter.ts'
import type { SuspectInterval } from './fault-store.ts'
import { notesOf, type SeriesNote } from './notes.ts'

/** A device with the ranges of it that are asked for. */
export interface SeriesSource {
  deviceId: number
  ranges: Interval[]
  /** Seconds between two messages, as wanted; that of the part it is in where nobody says. */
  uploadInterval?: number
}

/** Time (ms) that is read of devices, of each for itself. */
export const lengthOfSources = (sources: readonly SeriesSource[]): number =>
  sources.flatMap(({ ranges }) => ranges.map(lengthOf)).reduce((sum, length) => sum + length, 0)

export interface ReadingsSelection {
  /** Readings are told apart by part; one that lies in several belongs to the first. */
  parts: readonly (readonly SeriesSource[])[]
  /** All where none are named. */
  keys?: readonly string[] | undefined
  corrections?: readonly Correction[] | undefined
  /** Readings left out. */
  without?: readonly SuspectInterval[] | undefined
  /** Keeps what is left out, for queries that tell it apart by the column `suspect`. */
  withSuspect?: boolean
  /** Readings that were written twice and are not merged yet count twice. Quicker. */
  unmerged?: boolean
  /** Beginning of the names of its parameters, which tells them from those of another in one query. */
  prefix?: string
}

export interface Readings {
  /**
   * A row a reading: part, device_id, key, time, epoch_ms, value as measured, calibrated, import_id, suspect (0 or 1).
   * A column that a query does not take costs nothing.
   */
  query: string
  params: Record<string, (number | string)[]>
}

/** Sources of nearly all queries: one device after the other with the same range. */
export const sameRange = (deviceIds: readonly number[], range: Interval): SeriesSource[] =>
  deviceIds.map(deviceId => ({ deviceId, ranges: [range] }))

/** Tells whether no part has several devices, whose means would be averaged. */
export const hasOneDeviceEach = (parts: readonly (readonly SeriesSource[])[]): boolean =>
  parts.every(sources => new Set(sources.map(({ deviceId }) => deviceId)).size < 2)

/**
 * The readings of the series store that somebody asks for, calibrated and without those in doubt: every other query reads
 * from this one. Devices, ranges and what is known of their values travel as lists, so the text has one length. Null where
 * nothing can be there.
 */
export const readingsIn = (selection: ReadingsSelection): Readings | null => {
  const { parts, prefix = '' } = selection
  const intervals = distantIntervals(parts)
  if (intervals.length < 2 || intervals.length > MAX_INTERVALS) return readingsOfInterval(selection)
  return joinedQueries(
    intervals.map((interval, index) =>
      readingsOfInterval({ ...selection, parts: partsIn(parts, interval), prefix: `${prefix}interval_${index}_` }),
    ),
  )
}

/** Rows of several queries as one; null without any. */
export const joinedQueries = (queries: readonly (Readings | null)[]): Readings | null => {
  const some = queries.filter(one => one !== null)
  if (some.length === 0) return null
  return {
    query: some.map(({ query }) => query).join(' UNION ALL '),
    params: Object.assign({}, ...some.map(({ params }) => params)),
  }
}

/** Intervals that are read each for itself: more of them are told apart by a join. */
const MAX_INTERVALS = 4

/**
 * Times of all devices that are less than a day apart from each other, as one interval. Most that is read of readings beside the
 * summaries is a cut hour at the beginning of a period and the hours at its end: each end lies in parts of its own, where the
 * engine has nothing to merge, and each device has one place in it.
 */
const distantIntervals = (parts: ReadingsSelection['parts']): Interval[] =>
  mergeIntervals(
    parts.flatMap(sources => sources.flatMap(({ ranges }) => ranges)),
    DAY_MS,
  )

/** Places that begin in an interval, in the parts they are in. */
const partsIn = (parts: ReadingsSelection['parts'], { from, until }: Interval): SeriesSource[][] =>
  parts.map(sources =>
    sources.flatMap(source => {
      const ranges = source.ranges.filter(range => range.from >= from && range.from < until)
      return ranges.length > 0 ? [{ ...source, ranges }] : []
    }),
  )

const readingsOfInterval = (selection: ReadingsSelection): Readings | null => {
  const scope = scopeOf(selection)
  if (!scope) return null
  const { within, keys, noted, params } = scope
  const isLeftOut = noted.suspect !== '0' && !selection.withSuspect
  // Query of one level where it can be: each more costs the engine a millisecond.
  const plain = (columns: string) => `
    SELECT ${within.part} AS part, device_id, key, time, toUnixTimestamp64Milli(time) AS epoch_ms, value, import_id ${columns}
    FROM measurements ${selection.unmerged ? '' : 'FINAL'} ${within.join}
    WHERE ${within.condition} ${keys ? `AND key IN ${keys.sql}` : ''}`
  const columns = `, ${noted.calibrated} AS calibrated, ${noted.suspect} AS suspect`
  const query = noted.join
    ? `SELECT part, device_id, key, time, epoch_ms, value, import_id ${columns} FROM (${plain('')}) AS measured ${noted.join}
      ${isLeftOut ? 'WHERE suspect = 0' : ''}`
    : `${plain(columns)} ${isLeftOut ? 'AND suspect = 0' : ''}`
  return { query, params }
}

/** Conditions on rows that have `device_id`, `key` and `time`, and what is known of the values of each. */
export interface Scope {
  within: Within
  keys: ListParameter | null
  noted: Noted
  params: Readings['params']
}

/** Scope of a query to a table of the series store. */
export const scopeOf = (selection: ReadingsSelection): Scope | null => {
  const { prefix = '' } = selection
  const places = placesOf(selection.parts)
  if (places.length === 0) return null
  const within =
    (places.length > FEWEST ? onePlaceEach(places, prefix) : null) ??
    (places.length <= FEW ? fewPlaces(places, prefix) : manyPlaces(places, prefix))
  const keys = selection.keys ? listParameter(`${prefix}keys`, 'String', selection.keys) : null
  const notes = notesOf(selection, new Set(places.flatMap(place => [...place.devices])))
  const noted = notes.length <= FEW ? fewNotes(notes, prefix) : manyNotes(notes, prefix)
  return { within, keys, noted, params: { ...within.params, ...keys?.params, ...noted.params } }
}

/** Joining costs the engine 5 ms, as much as comparing each reading with so many. */
const FEW = 8
/** Looking a place up costs the engine a millisecond, as much as reading the text of so many comparisons. */
const FEWEST = 2

/** No time of the engine lies beyond these. */
const [FIRST, LAST] = [Date.UTC(1900, 0, 1), Date.UTC(2299, 11, 31)]
const clamped = (ms: number): number => Math.min(Math.max(Math.trunc(ms), FIRST), LAST)

/** A time (epoch ms) as the engine reads it. */
export const instant = (ms: number): string => `fromUnixTimestamp64Milli(${clamped(ms)}, 'UTC')`

/** Devices that share a range of a part. */
interface Place extends Interval {
  part: number
  devices: Set<number>
}

const placesOf = (parts: ReadingsSelection['parts']): Place[] => {
  const places = new Map<string, Place>()
  parts.forEach((sources, part) => {
    for (const { deviceId, ranges } of sources)
      for (const { from, until } of ranges) {
        const name = `${part} ${from} ${until}`
        const place = places.get(name) ?? { part, from, until, devices: new Set() }
        places.set(name, place)
        place.devices.add(deviceId)
      }
  })
  return [...places.values()]
}

export interface Within {
  part: string
  join: string
  condition: string
  params: Readings['params']
}

const fewPlaces = (places: readonly Place[], prefix: string): Within => {
  const parameters = places.map(({ devices }, index) =>
    listParameter(`${prefix}devices_${index}`, 'UInt32', [...devices]),
  )
  const conditions = places.map(
    ({ from, until }, index) =>
      `(device_id IN ${parameters[index]?.sql} AND time >= ${instant(from)} AND time < ${instant(until)})`,
  )
  const several = new Set(places.map(({ part }) => part)).size > 1
  const cases = places.flatMap(({ part }, index) => [conditions[index], part])
  return {
    part: several ? `multiIf(${[...cases.slice(0, -2), cases.at(-1)].join(', ')})` : String(places[0]?.part),
    join: '',
    condition: `(${conditions.join(' OR ')})`,
    params: Object.assign({}, ...parameters.map(({ params }) => params)),
  }
}

/**
 * Devices of which each has one place: it is looked up, at a tenth of what joining costs. Null where one has several.
 */
const onePlaceEach = (places: readonly Place[], prefix: string): Within | null => {
  const placed = places.flatMap(place => [...place.devices].map(device => ({ ...place, device })))
  const ids = placed.map(({ device }) => device)
  if (new Set(ids).size < ids.length) return null
  const devices = listParameter(`${prefix}devices`, 'UInt32', ids)
  const lookUp = (name: string, values: readonly number[]) => {
    const list = listParameter(`${prefix}${name}`, 'Int64', values)
    return { sql: `transform(device_id, ${devices.sql}, ${list.sql}, toInt64(-1))`, params: list.params }
  }
  const [froms, untils] = [placed.map(one => clamped(one.from)), placed.map(one => clamped(one.until))]
  const [from, until] = [Math.min(...froms), Math.max(...untils)]
  const part = lookUp(
    'device_part',
    placed.map(one => one.part),
  )
  const [begins, ends] = [lookUp('device_from', froms), lookUp('device_until', untils)]
  const own = [
    { differs: froms.some(one => one !== from), bound: begins, sql: `toUnixTimestamp64Milli(time) >= ${begins.sql}` },
    { differs: untils.some(one => one !== until), bound: ends, sql: `toUnixTimestamp64Milli(time) < ${ends.sql}` },
  ].filter(({ differs }) => differs)
  return {
    part: part.sql,
    join: '',
    condition: [
      `device_id IN ${devices.sql} AND time >= ${instant(from)} AND time < ${instant(until)}`,
      ...own.map(({ sql }) => sql),
    ].join(' AND '),
    params: Object.assign({}, devices.params, part.params, ...own.map(({ bound }) => bound.params)),
  }
}

/** Each device with the times from which on it belongs to another part, or to none. */
const manyPlaces = (places: readonly Place[], prefix: string): Within => {
  const byDevice = new Map<number, Place[]>()
  for (const place of places)
    for (const device of place.devices) byDevice.set(device, [...(byDevice.get(device) ?? []), place])
  const rows = [...byDevice].flatMap(([device, of]) => {
    const edges = [...new Set(of.flatMap(({ from, until }) => [clamped(from), clamped(until)]))].sort((a, b) => a - b)
    return edges.map(at => {
      const here = of.filter(({ from, until }) => clamped(from) <= at && at < clamped(until))
      return { device, at, part: here.length ? Math.min(...here.map(({ part }) => part)) : -1 }
    })
  })
  const devices = listParameter(`${prefix}devices`, 'UInt32', [...byDevice.keys()])
  const lists = {
    device: listParameter(
      `${prefix}place_device`,
      'UInt32',
      rows.map(({ device }) => device),
    ),
    since: listParameter(
      `${prefix}place_since`,
      'Int64',
      rows.map(({ at }) => at),
    ),
    part: listParameter(
      `${prefix}place_part`,
      'Int64',
      rows.map(({ part }) => part),
    ),
  }
  const [from, until] = [Math.min(...places.map(one => one.from)), Math.max(...places.map(one => one.until))]
  const days = fewDays(byDevice, { from, until }, prefix)
  return {
    part: 'of_part',
    join: `ASOF JOIN (
      SELECT of_device, fromUnixTimestamp64Milli(since_ms, 'UTC') AS since, of_part
      FROM system.one ARRAY JOIN ${lists.device.sql} AS of_device, ${lists.since.sql} AS since_ms, ${lists.part.sql} AS of_part
    ) AS places ON device_id = of_device AND time >= since`,
    condition: `device_id IN ${devices.sql} AND time >= ${instant(from)} AND time < ${instant(until)} ${days.condition} AND of_part >= 0`,
    params: { ...devices.params, ...paramsOf(lists), ...days.params },
  }
}

/** Days are named where they leave out most of the readings, and are not so many themselves that looking them up takes long. */
const MAX_DAYS = 10_000
const DAYS_SHARE = 1 / 4
/** The engine's dates, as days since 1970. */
const DATES: Readonly<Interval> = { from: 0, until: 2 ** 16 }

const dayOf = (time: number): number => Math.floor(time / DAY_MS)

/**
 * Condition on the days of UTC that the places of each device touch, where these are few of all between the first and the last:
 * such as those at both ends of a year whose other hours were summed up. The engine reads no others then. Empty elsewhere.
 */
const fewDays = (byDevice: ReadonlyMap<number, readonly Place[]>, whole: Interval, prefix: string) => {
  const daysOf = ({ from, until }: Interval): Interval => ({
    from: dayOf(clamped(from)),
    until: dayOf(clamped(until) - 1) + 1,
  })
  const touched = [...byDevice].flatMap(([device, places]) =>
    mergeIntervals(places.map(daysOf)).map(days => ({ device, ...days })),
  )
  const count = touched.reduce((sum, days) => sum + lengthOf(days), 0)
  const most = Math.min(MAX_DAYS, byDevice.size * lengthOf(daysOf(whole)) * DAYS_SHARE)
  if (count > most || touched.some(({ from, until }) => from < DATES.from || until > DATES.until))
    return { condition: '', params: {} }
  const rows = touched.flatMap(({ device, ...days }) =>
    Array.from({ length: lengthOf(days) }, (_, index) => ({ device, day: days.from + index })),
  )
  const lists = {
    device: listParameter(
      `${prefix}day_device`,
      'UInt32',
      rows.map(({ device }) => device),
    ),
    day: listParameter(
      `${prefix}day`,
      'UInt16',
      rows.map(({ day }) => day),
    ),
  }
  return {
    condition: `AND (device_id, toDate(time)) IN (
      SELECT day_device, toDate(day) FROM system.one ARRAY JOIN ${lists.device.sql} AS day_device, ${lists.day.sql} AS day
    )`,
    params: paramsOf(lists),
  }
}

export interface Noted {
  /** Added to a value as measured. */
  offset: string
  calibrated: string
  suspect: string
  join: string
  params: Readings['params']
}

const listsOf = (notes: readonly SeriesNote[], prefix: string) => ({
  device: listParameter(
    `${prefix}note_device`,
    'UInt32',
    notes.map(({ device }) => device),
  ),
  key: listParameter(
    `${prefix}note_key`,
    'String',
    notes.map(({ key }) => key),
  ),
  since: listParameter(
    `${prefix}note_since`,
    'Int64',
    notes.map(({ since }) => clamped(since)),
  ),
  offset: listParameter(
    `${prefix}note_offset`,
    'Float64',
    notes.map(({ offset }) => offset),
  ),
  suspect: listParameter(
    `${prefix}note_suspect`,
    'UInt8',
    notes.map(({ suspect }) => Number(suspect)),
  ),
})

const paramsOf = (lists: Readonly<Record<string, ListParameter>>): Readings['params'] =>
  Object.assign({}, ...Object.values(lists).map(list => list.params))

const fewNotes = (notes: readonly SeriesNote[], prefix: string): Noted => {
  if (notes.length === 0) return { offset: '0', calibrated: 'value', suspect: '0', join: '', params: {} }
  const lists = listsOf(notes, prefix)
  const found = ({ sql }: { sql: string }): string => {
    const cases = notes.map((_, index) => {
      const at = (list: { sql: string }) => `${list.sql}[${index + 1}]`
      const since = `fromUnixTimestamp64Milli(${at(lists.since)}, 'UTC')`
      return `device_id = ${at(lists.device)} AND key = ${at(lists.key)} AND time >= ${since}, ${sql}[${index + 1}]`
    })
    // The latest comes first: it holds for what is after it.
    return `multiIf(${cases.toReversed().join(', ')}, 0)`
  }
  const offset = notes.some(note => note.offset !== 0) ? found(lists.offset) : '0'
  return {
    offset,
    calibrated: offset === '0' ? 'value' : `value + ${offset}`,
    suspect: notes.some(note => note.suspect) ? found(lists.suspect) : '0',
    join: '',
    params: paramsOf(lists),
  }
}

const manyNotes = (notes: readonly SeriesNote[], prefix: string): Noted => {
  const lists = listsOf(notes, prefix)
  return {
    offset: 'note_offset',
    calibrated: 'value + note_offset',
    suspect: 'note_suspect',
    join: `ASOF LEFT JOIN (
        SELECT note_device, note_key, fromUnixTimestamp64Milli(since_ms, 'UTC') AS note_since, note_offset, note_suspect
        FROM system.one ARRAY JOIN ${lists.device.sql} AS note_device, ${lists.key.sql} AS note_key,
          ${lists.since.sql} AS since_ms, ${lists.offset.sql} AS note_offset, ${lists.suspect.sql} AS note_suspect
      ) AS notes ON device_id = note_device AND key = note_key AND time >= note_since`,
    params: paramsOf(lists),
  }
}
