import { elementAt, lastOf } from '../collections/elements.ts'
import { median } from '../science/median.ts'
import { HOUR_MS, MINUTE_MS } from '../time/units.ts'

/** Sensor faults (science §5). Every value stays as it was measured: what is found here is only marked. */

export const FAULTS = ['range', 'flatline', 'spike', 'step', 'saturation', 'warm_up', 'drift', 'baseline'] as const
export type Fault = (typeof FAULTS)[number]

/** Reading of a sensor: epoch ms, value in the unit of its quantity. */
export type SensorReading = readonly [time: number, value: number]

/** An interval of readings at fault, its last reading included; epoch ms. */
export interface FaultSpan {
  fault: Fault
  from: number
  until: number
}

/** Sensor whose values do not change. */
export interface Flat {
  hours: number
  /** Least spread of a live sensor over that time. */
  spread: number
  /** Level that readings must rise above to count as flat; any level where left out. */
  above?: number
}

interface Limits {
  /** Range that all values of a barn lie in, though a sensor may say otherwise. */
  range?: readonly [number, number]
  flat?: Flat
  /** Least distance from the median of seven. */
  spike?: number
  /** Most change in five minutes. */
  step?: number
  /** Level from which on, if kept for 12 hours, water sits on the sensor. */
  saturation?: number
}

/** Limits by abbreviation of the physical quantity: °C, %, ppm, ppm, lx, µg/m³. J unless the science says otherwise. */
const LIMITS: ReadonlyMap<string, Limits> = new Map<string, Limits>([
  ['temp_deg_c', { range: [-40, 60], flat: { hours: 6, spread: 0.05 }, spike: 2, step: 5 }],
  ['rv_perc', { range: [0, 104], flat: { hours: 6, spread: 0.2 }, spike: 8, step: 25, saturation: 99 }],
  ['co2_ppm', { range: [350, 20_000], flat: { hours: 3, spread: 5 }, spike: 300, step: 3000 }],
  ['nh3_ppm', { range: [-1, 200], flat: { hours: 24, spread: 0.1, above: 1 }, spike: 5 }],
  ['light_lux', { range: [0, Number.POSITIVE_INFINITY] }],
  ['dust_pm10', { range: [0, Number.POSITIVE_INFINITY] }],
  ['dust_pm25', { range: [0, Number.POSITIVE_INFINITY] }],
])

/** Time (ms) before a new reading from which readings are needed to judge it. */
export const FAULTS_LOOK_BACK = 26 * HOUR_MS

export const isJudged = (quantity: string): boolean => LIMITS.has(quantity)

/** Least that readings show where any of them is at fault: whoever looks for faults need not judge what shows none of it. */
export interface FaultSigns {
  /** Some value is outside of this range. */
  low: number
  high: number
  /** Two neighbouring values are further apart. */
  jump: number
  /** Hours that stay within this spread, with a value above a level. */
  flat: Flat | null
  /** Hours that stay at this level or above. */
  saturation: { hours: number; level: number } | null
  /** Time (ms) without a value between two of them. */
  gap: number
}

/** Signs of faults of a quantity; null where it is not judged. */
export const signsOf = (quantity: string): FaultSigns | null => {
  const limits = LIMITS.get(quantity)
  if (!limits) return null
  const { range = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY], flat = null, saturation } = limits
  return {
    low: range[0],
    high: range[1],
    // A spike is further from one neighbour than half of its least distance from the median, see `spikesIn`.
    jump: Math.min((limits.spike ?? Number.POSITIVE_INFINITY) / 2, limits.step ?? Number.POSITIVE_INFINITY),
    flat,
    saturation: saturation === undefined ? null : { hours: SATURATED / HOUR_MS, level: saturation },
    gap: OFF,
  }
}

/** The faults of one measurement. `readings` ascend in time; those of a quantity that is not judged have none. */
export const faultsIn = (quantity: string, readings: readonly SensorReading[]): FaultSpan[] => {
  const limits = LIMITS.get(quantity)
  if (!limits) return []
  const { range, flat, spike, step, saturation } = limits
  return [
    ...(range ? joined('range', readings, outside(readings, range)) : []),
    ...(flat ? joined('flatline', readings, flatIn(readings, flat)) : []),
    ...(spike === undefined ? [] : joined('spike', readings, spikesIn(readings, spike))),
    ...(step === undefined ? [] : joined('step', readings, stepsIn(readings, step))),
    ...(saturation === undefined ? [] : joined('saturation', readings, saturatedIn(readings, saturation))),
    ...joined('warm_up', readings, warmUpsIn(readings)),
  ]
}

/** Neighbouring readings at fault (by index, ascending) as one interval. */
const joined = (fault: Fault, readings: readonly SensorReading[], indexes: readonly number[]): FaultSpan[] => {
  const spans: (FaultSpan & { last: number })[] = []
  for (const index of indexes) {
    const [time] = elementAt(readings, index)
    const open = spans.at(-1)
    if (open && index <= open.last + 1) {
      open.until = time
      open.last = index
    } else spans.push({ fault, from: time, until: time, last: index })
  }
  return spans.map(({ last: _, ...span }) => span)
}

const indexesWhere = (
  readings: readonly SensorReading[],
  holds: (value: number, index: number, time: number) => boolean,
): number[] => readings.flatMap(([time, value], index) => (holds(value, index, time) ? [index] : []))

const outside = (readings: readonly SensorReading[], [low, high]: readonly [number, number]): number[] =>
  indexesWhere(readings, value => value < low || value > high)

/** A window counts when readings fill it: at least this many, and none of its parts longer than a quarter empty. */
const FEWEST = 4

/** Calls `found` with each window of `length` ms that readings fill, by index of its first and last reading. */
const eachWindow = (
  readings: readonly SensorReading[],
  length: number,
  found: (first: number, last: number) => void,
): void => {
  let first = 0
  let filledFrom = 0
  const isApart = (index: number, time: number): boolean => time - elementAt(readings, index)[0] >= length
  readings.forEach(([time], last) => {
    const before = readings[last - 1]
    if (before && time - before[0] > length / 4) filledFrom = last
    while (first + 1 <= last && isApart(first + 1, time)) first++
    const start = Math.max(first, filledFrom)
    if (isApart(start, time) && last - start + 1 >= FEWEST) found(start, last)
  })
}

const flatIn = (readings: readonly SensorReading[], { hours, spread, above }: Flat): number[] => {
  const flat = new Set<number>()
  const [lows, highs] = [new Slider((a, b) => a <= b), new Slider((a, b) => a >= b)]
  let taken = 0
  let marked = 0
  eachWindow(readings, hours * HOUR_MS, (first, last) => {
    for (; taken <= last; taken++) {
      const [, value] = elementAt(readings, taken)
      lows.add(taken, value)
      highs.add(taken, value)
    }
    const [low, high] = [lows.from(first), highs.from(first)]
    if (high - low >= spread || (above !== undefined && high <= above)) return
    for (let index = Math.max(first, marked); index <= last; index++) flat.add(index)
    marked = last + 1
  })
  return [...flat]
}

/** The least (or most) of a window that only moves forward. */
class Slider {
  readonly #kept: { index: number; value: number }[] = []
  #head = 0
  readonly #before: (a: number, b: number) => boolean
  constructor(before: (a: number, b: number) => boolean) {
    this.#before = before
  }
  add(index: number, value: number): void {
    while (this.#kept.length > this.#head && this.#before(value, lastOf(this.#kept).value)) this.#kept.pop()
    this.#kept.push({ index, value })
  }
  from(first: number): number {
    while (elementAt(this.#kept, this.#head).index < first) this.#head++
    return elementAt(this.#kept, this.#head).value
  }
}

/** Factor from the median absolute deviation to a standard deviation. */
const MAD = 1.4826
const HAMPEL = 3
/** A spike is over after this many readings. */
const BACK_WITHIN = 2

const spikesIn = (readings: readonly SensorReading[], floor: number): number[] =>
  indexesWhere(readings, (value, index) => {
    if (index < 3 || index + 3 >= readings.length) return false
    // Cheap first: nearly all readings are near their neighbours.
    const [[, before], [, earlier]] = [elementAt(readings, index - 1), elementAt(readings, index - 2)]
    const near = Math.min(Math.abs(value - before), Math.abs(value - earlier))
    if (near <= floor / 2) return false
    const window = readings.slice(index - 3, index + 4).map(([, one]) => one)
    const middle = median(window)
    const most = Math.max(HAMPEL * MAD * median(window.map(one => Math.abs(one - middle))), floor)
    if (Math.abs(value - middle) <= most) return false
    return readings.slice(index + 1, index + 1 + BACK_WITHIN).some(([, next]) => Math.abs(next - middle) <= most)
  })

const STEP = 5 * MINUTE_MS
/** Longest distance of two readings that say how fast it went. */
const STEP_APART = 30 * MINUTE_MS

const stepsIn = (readings: readonly SensorReading[], most: number): number[] =>
  indexesWhere(readings, (value, index, time) => {
    const before = readings[index - 1]
    if (!before) return false
    const apart = time - before[0]
    return apart <= STEP_APART && (Math.abs(value - before[1]) * STEP) / Math.max(apart, STEP) > most
  })

const SATURATED = 12 * HOUR_MS

const saturatedIn = (readings: readonly SensorReading[], level: number): number[] => {
  const wet = new Set<number>()
  let below = -1
  let seen = 0
  eachWindow(readings, SATURATED, (first, last) => {
    for (; seen <= last; seen++) if (elementAt(readings, seen)[1] < level) below = seen
    if (below < first) for (let index = first; index <= last; index++) wet.add(index)
  })
  return [...wet].sort((a, b) => a - b)
}

/** A sensor that was off reads wrong for this long. */
const WARM_UP = 10 * MINUTE_MS
/** Silence after which a sensor counts as switched off; a shorter one is a bad connection. */
const OFF = HOUR_MS

/**
 * Readings (by index) of a sensor that warms up. Off cannot be told from not heard: both count. Slow senders have no
 * reading within ten minutes that would tell.
 */
const warmUpsIn = (readings: readonly SensorReading[]): number[] => {
  let on = Number.NEGATIVE_INFINITY
  return indexesWhere(readings, (_, index, time) => {
    const before = readings[index - 1]
    const next = readings[index + 1]
    if (before && time - before[0] > OFF && next && next[0] - time <= WARM_UP) on = time
    return time - on < WARM_UP
  })
}
