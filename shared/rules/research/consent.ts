import { type Interval, mergeIntervals, partsWithin } from '../time/interval.ts'

/** Answers an owner gives a research project about a location. */
export const CONSENT_ANSWERS = ['yes', 'no'] as const
export type ConsentAnswer = (typeof CONSENT_ANSWERS)[number]

/** Entries of the ledger: a question, answers, and the end of what former owners of a location shared. */
export const CONSENT_KINDS = ['asked', ...CONSENT_ANSWERS, 'owner_changed'] as const
export type ConsentKind = (typeof CONSENT_KINDS)[number]

/** Tells whether an entry was said by an owner, so that it has a receipt. */
export const isAnswer = (kind: ConsentKind): kind is ConsentAnswer => kind === 'yes' || kind === 'no'

/** Ways in which shared data is read: looked at, taken out, kept in a frozen version, and made public with one. */
export const READ_KINDS = ['opened', 'downloaded', 'frozen', 'published'] as const
export type ReadKind = (typeof READ_KINDS)[number]

/** An answer, or the end by a change of owners, with its scope. Null of devices or measurements means each of them. */
export interface ConsentStatement {
  answer: Exclude<ConsentKind, 'asked'>
  /** Epoch ms: data from here on is shared, or is not. */
  from: number
  device_ids: readonly number[] | null
  measurements: readonly string[] | null
}

const applies = (statement: ConsentStatement, deviceId: number, measurement: string): boolean =>
  (statement.device_ids?.includes(deviceId) ?? true) && (statement.measurements?.includes(measurement) ?? true)

const isSameList = <Item>(one: readonly Item[] | null, other: readonly Item[] | null): boolean =>
  one === null || other === null
    ? one === other
    : one.length === other.length && one.every(item => other.includes(item))

const isSameScope = (one: ConsentStatement, other: ConsentStatement): boolean =>
  isSameList(one.device_ids, other.device_ids) && isSameList(one.measurements, other.measurements)

/** Tells whether an answer is the last one once more, as by two taps or by a call that is repeated after its answer was lost. */
export const isRepeated = (statements: readonly ConsentStatement[], next: ConsentStatement): boolean => {
  const last = statements.at(-1)
  return last !== undefined && last.answer === next.answer && last.from === next.from && isSameScope(last, next)
}

interface Shared {
  intervals: readonly Interval[]
  /** The no that ended the last interval. */
  ended: ConsentStatement | null
}

/**
 * Intervals after one more answer. The no that ended the last interval lets it run longer when it is said again, with a later
 * time; any other no beyond it shares nothing.
 */
const after = ({ intervals, ended }: Shared, statement: ConsentStatement): Shared => {
  const { answer, from } = statement
  if (answer === 'yes')
    return { intervals: mergeIntervals([...intervals, { from, until: Number.POSITIVE_INFINITY }]), ended: null }
  const last = intervals.at(-1)
  // A change of owners ends it for good: a later no of the new owner shares nothing.
  if (answer === 'owner_changed' && last)
    return { intervals: partsWithin(intervals, { from: Number.NEGATIVE_INFINITY, until: from }), ended: null }
  if (!last || from === last.until) return { intervals, ended }
  if (from < last.until)
    return { intervals: partsWithin(intervals, { from: Number.NEGATIVE_INFINITY, until: from }), ended: statement }
  if (ended?.from !== last.until || !isSameScope(ended, statement)) return { intervals, ended }
  return { intervals: [...intervals.slice(0, -1), { from: last.from, until: from }], ended: statement }
}

/**
 * Intervals in which a measurement of a device is shared, by the answers about its location in the order they were given. Without
 * a yes there is none: nothing is shared by silence.
 */
export const consentedIntervals = (
  statements: readonly ConsentStatement[],
  deviceId: number,
  measurement: string,
): readonly Interval[] =>
  statements
    .filter(statement => applies(statement, deviceId, measurement))
    .reduce<Shared>(after, { intervals: [], ended: null }).intervals

/** Number of no device: it stands for those that no answer names. */
const ANY_OTHER_DEVICE = 0

/** Devices that statements name, and one for all others. */
const devicesOf = (statements: readonly ConsentStatement[]): Set<number> =>
  new Set([ANY_OTHER_DEVICE, ...statements.flatMap(({ device_ids }) => device_ids ?? [])])

const endOfLast = (intervals: readonly Interval[]): number => intervals.at(-1)?.until ?? Number.NEGATIVE_INFINITY

/** Time until which a measurement of a device is shared at last. */
const endOf = (statements: readonly ConsentStatement[], deviceId: number, measurement: string): number =>
  endOfLast(consentedIntervals(statements, deviceId, measurement))

/** A statement, with whether its speaker owns the location still. */
type StatementOf = ConsentStatement & { isOwner: boolean }

/**
 * Time until which a measurement of a device is shared by those who own the location still: without the yes of a former owner, and
 * without a no by which one shared for longer.
 */
const endByOwners = (statements: readonly StatementOf[], deviceId: number, measurement: string): number =>
  endOfLast(
    statements
      .filter(one => applies(one, deviceId, measurement) && (one.answer !== 'yes' || one.isOwner))
      .reduce<Shared>(
        (shared, one) => {
          const next = after(shared, one)
          return one.isOwner || endOfLast(next.intervals) <= endOfLast(shared.intervals) ? next : shared
        },
        { intervals: [], ended: null },
      ).intervals,
  )

/**
 * Scope of what ends at `now` (epoch ms) because who said yes to it owns the location no more; null where nothing does. What an
 * owner who stays has said yes to goes on, unless a former owner shared more of the same measurement, by a yes or by a later no: what
 * another shared is nobody's answer.
 */
export const endedByOwners = (
  statements: readonly StatementOf[],
  now: number,
): Pick<ConsentStatement, 'device_ids' | 'measurements'> | null => {
  const devices = devicesOf(statements)
  const ended = [...new Set(statements.flatMap(({ measurements }) => measurements ?? []))].flatMap(key =>
    [...devices]
      .filter(id => endOf(statements, id, key) > Math.max(now, endByOwners(statements, id, key)))
      .map(deviceId => ({ key, deviceId })),
  )
  if (ended.length === 0) return null
  const ids = [...new Set(ended.map(({ deviceId }) => deviceId))]
  return {
    device_ids: ids.includes(ANY_OTHER_DEVICE) ? null : ids,
    measurements: [...new Set(ended.map(({ key }) => key))],
  }
}

/**
 * End (epoch ms) that a no would move later though nobody who owns the location now said yes to what is shared by that; null where
 * there is none. `isOwner` says of each statement whether its speaker is an owner still.
 */
export const movedForFormerOwner = (
  statements: readonly StatementOf[],
  no: ConsentStatement,
  keys: readonly string[],
): number | null => {
  const byOwners = [...statements, { ...no, isOwner: true }]
  const devices = devicesOf([...statements, no])
  const moved = keys.flatMap(key =>
    [...devices].flatMap(id => {
      const [end, next] = [endOf(statements, id, key), endOf([...statements, no], id, key)]
      return next > end && endByOwners(byOwners, id, key) < next ? [end] : []
    }),
  )
  return moved.length > 0 ? Math.min(...moved) : null
}

/** An interval in which exactly these measurements of a device are shared. */
export interface ConsentedInterval extends Interval {
  measurements: string[]
}

/**
 * Times shared of a device, as intervals in order that do not overlap, each with its measurements out of `keys`. So a query reads
 * each of them with one list of measurements.
 */
export const consentedOf = (
  statements: readonly ConsentStatement[],
  deviceId: number,
  keys: readonly string[],
): ConsentedInterval[] => {
  const named = statements.some(({ measurements }) => measurements === null)
    ? keys
    : keys.filter(key => statements.some(({ measurements }) => measurements?.includes(key)))
  const byKey = named.map(key => ({ key, intervals: consentedIntervals(statements, deviceId, key) }))
  const edges = [...new Set(byKey.flatMap(({ intervals }) => intervals.flatMap(({ from, until }) => [from, until])))]
  edges.sort((a, b) => a - b)
  return edges.slice(0, -1).flatMap((from, index) => {
    const piece = { from, until: edges[index + 1] ?? from }
    const measurements = byKey
      .filter(({ intervals }) => intervals.some(one => one.from <= piece.from && piece.until <= one.until))
      .map(({ key }) => key)
    return measurements.length > 0 ? [{ ...piece, measurements }] : []
  })
}

/** Reading of shared data by somebody: it cannot be taken back. */
export interface SharedInterval extends Interval {
  deviceId: number
  measurements: readonly string[]
}

export type ConsentRefusal =
  | { code: 'yes_only_earlier'; at: number }
  | { code: 'no_only_later'; at: number }
  | { code: 'already_shared'; at: number }

/**
 * Says why an answer is refused, with the time that stands in its way (epoch ms); null for one that may be given. A yes can only
 * be moved earlier and a no only later, and what somebody opened or took stays shared (decisions §8).
 */
export const consentRefusal = (
  statements: readonly ConsentStatement[],
  next: ConsentStatement,
  {
    deviceIds,
    keys,
    shared,
  }: { deviceIds: readonly number[]; keys: readonly string[]; shared: readonly SharedInterval[] },
): ConsentRefusal | null => {
  const pairs = deviceIds.flatMap(deviceId =>
    keys.filter(key => applies(next, deviceId, key)).map(key => ({ deviceId, key })),
  )
  const states = pairs.map(pair => ({ ...pair, intervals: consentedIntervals(statements, pair.deviceId, pair.key) }))
  const begun = states.flatMap(({ intervals }) => intervals.at(-1) ?? [])
  if (next.answer === 'yes') {
    const isNothingNew = begun.length > 0 && states.every(({ intervals }) => isOpenFrom(intervals, next.from))
    return isNothingNew ? { code: 'yes_only_earlier', at: Math.min(...begun.map(({ from }) => from)) } : null
  }
  const taken = states.flatMap(({ deviceId, key, intervals }) =>
    shared
      .filter(one => one.deviceId === deviceId && one.measurements.includes(key))
      .flatMap(one => partsWithin(intervals, one))
      .map(({ until }) => until)
      .filter(until => until > next.from),
  )
  if (taken.length > 0) return { code: 'already_shared', at: Math.max(...taken) }
  if (isRepeated(statements, next)) return { code: 'no_only_later', at: next.from }
  const ended = begun.map(({ until }) => until).filter(until => Number.isFinite(until) && until > next.from)
  return ended.length > 0 ? { code: 'no_only_later', at: Math.max(...ended) } : null
}

/**
 * Time (epoch ms) from which a yes would share more of a device than it says, within the time that the device hangs there, because
 * earlier answers apply to the device as well: it may be about fewer measurements, or from a later day. Null where it shares what
 * it says and nothing else.
 */
export const sharesMoreFrom = (
  statements: readonly ConsentStatement[],
  yes: ConsentStatement,
  deviceId: number,
  { within, keys }: { within: Interval; keys: readonly string[] },
): number | null => {
  const told = [...statements, yes].flatMap(({ measurements }) => measurements ?? keys)
  const more = [...new Set(told)].flatMap(key => {
    const said = applies(yes, deviceId, key) ? yes.from : Number.POSITIVE_INFINITY
    return partsWithin(consentedIntervals([...statements, yes], deviceId, key), {
      from: within.from,
      until: Math.min(within.until, said),
    }).map(({ from }) => from)
  })
  return more.length > 0 ? Math.min(...more) : null
}

const isOpenFrom = (intervals: readonly Interval[], from: number): boolean =>
  intervals.some(one => one.from <= from && one.until === Number.POSITIVE_INFINITY)

/** States of a project by its dates. */
export const PROJECT_STATES = ['active', 'planned', 'ended'] as const
export type ProjectState = (typeof PROJECT_STATES)[number]

/** The state of a project (ISO 8601 UTC times). */
export const projectStateOf = ({ start, end }: { start: string; end: string | null }, now: string): ProjectState =>
  end !== null && end <= now ? 'ended' : start > now ? 'planned' : 'active'

/** Length of a side of the squares by which a researcher knows where a location is. */
export const ROUNDED_TO_KM = 10
const KM_PER_DEGREE = 111.195

/** Coordinates rounded to 10 km, as a researcher sees them. Degrees of longitude are shorter away from the equator. */
export const roundedPlace = ({ lat, lon }: { lat: number; lon: number }): { lat: number; lon: number } => {
  const step = ROUNDED_TO_KM / KM_PER_DEGREE
  const rounded = Math.max(-90, Math.min(90, Math.round(lat / step) * step))
  const stepEast = Math.min(90, step / Math.max(0.01, Math.cos((rounded * Math.PI) / 180)))
  const decimals = (value: number): number => Number(value.toFixed(3))
  return { lat: decimals(rounded), lon: decimals(Math.round(lon / stepEast) * stepEast) }
}
