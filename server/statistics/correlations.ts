import {
  type LaggedPearson,
  lagsOf,
  pairOf,
  pearsonAt,
  persistenceOf,
  type SteppedValues,
  withoutDayPattern,
} from '#shared/rules/science/correlation.ts'
import type { BIN_MS } from '#shared/rules/science/statistics.ts'
import type { HOUR_MS } from '#shared/rules/time/units.ts'
import { type PackedColumns, readPacked } from '../kit/database/read-rows.ts'
import type { Series } from '../kit/database/series.ts'
import { inTurns } from '../kit/limits/turns.ts'
import { joinedQueries, lengthOfSources, type Readings } from '../series/readings.ts'
import { binsIn } from '../series/summaries/bins-of-hours.ts'
import { distinctParts } from './distinct-parts.ts'
import { MAX_BINS_TOGETHER, type Ranged } from './queries.ts'

interface Correlated {
  /** The cause, then the effect; or both at once, in this order of their keys. */
  reads: readonly Ranged[]
  /** Length of a step in ms: bins, or hours where one of both is told once an hour. */
  step: typeof BIN_MS | typeof HOUR_MS
  withoutDayPattern: boolean
}

/** Correlations at each lag, and how much cause and effect resemble themselves a step later. */
export interface CorrelationOfPart {
  lagged: LaggedPearson[]
  persistence: [number, number]
}

const COLUMNS = { place: 'UInt32', step: 'Int32', value: 'Float64' } as const

/**
 * Correlations of a cause with an effect of each area, by its part; none where one of both has no value. The engine reads the values,
 * both series in one statement; it would have to join them with each other once for every lag. Of many areas a few are read
 * at a time: what is held does not grow with them, and nobody else waits for long.
 */
export const correlations = async (series: Series, selection: Correlated): Promise<Map<number, CorrelationOfPart>> => {
  const found = new Map<number, CorrelationOfPart>()
  for (const [from, until] of portionsOf(selection)) {
    const reads = selection.reads.map(read => ({ ...read, parts: read.parts.slice(from, until) }))
    const places = await placesIn(series, { ...selection, reads })
    for (const [part, of] of await inTurns(correlationsOf(places, selection))) found.set(from + part, of)
  }
  return found
}

/** Areas from one to another whose bins are read by one statement. */
const portionsOf = ({ reads, step }: Correlated): [number, number][] => {
  const portions: [number, number][] = []
  const count = reads[0]?.parts.length ?? 0
  let [from, bins] = [0, 0]
  for (let part = 0; part < count; part++) {
    const own = reads.reduce((sum, { keys, parts }) => sum + keys.length * lengthOfSources(parts[part] ?? []), 0) / step
    if (part > from && bins + own > MAX_BINS_TOGETHER) {
      portions.push([from, part])
      from = part
      bins = 0
    }
    bins += own
  }
  if (from < count) portions.push([from, count])
  return portions
}

/** Series of the cause and of the effect of each area in turn; one that several areas share is read once. */
const placesIn = async (series: Series, { reads, step }: Correlated): Promise<SteppedValues[]> => {
  const [, together] = reads[0]?.keys ?? []
  const distinct = reads.map(({ parts }) => distinctParts(parts))
  const rows = reads.flatMap(
    (one, index) =>
      distinct[index]?.layers.map((parts, layer): Readings | null => {
        const bins = binsIn({ ...one, parts, prefix: `of_${index}_${layer}_` }, step)
        const isEffect = together === undefined ? index : '(key = {effect: String})'
        const [place, at] = [`part * 2 + ${isEffect}`, `intDiv(bin, ${step})`]
        const query = `SELECT toUInt32(${place}) AS place, toInt32(${at}) AS step, value FROM (${bins?.query})`
        return bins && { ...bins, query }
      }) ?? [],
  )
  const read = joinedQueries(rows)
  if (!read) return []
  const columns = await readPacked(series, COLUMNS, read.query, { ...read.params, effect: together ?? '' })
  const places = placesOf(columns, Math.max(...distinct.map(({ areasOf }) => areasOf.length)) * 2)
  return areasInTurn(places, distinct.at(0)?.areasOf ?? [], distinct.at(-1)?.areasOf ?? [])
}

/** Cause and effect of each area, of the areas that each part of both is of. */
const areasInTurn = (
  places: readonly SteppedValues[],
  ofCauses: readonly number[][],
  ofEffects: readonly number[][],
): SteppedValues[] => {
  const inTurn: SteppedValues[] = []
  for (const [isEffect, areasOf] of [ofCauses, ofEffects].entries())
    areasOf.forEach((areas, part) => {
      for (const area of areas) inTurn[area * 2 + isEffect] = places[part * 2 + isEffect] ?? NOTHING
    })
  return inTurn
}

const NOTHING: SteppedValues = { steps: new Int32Array(0), values: new Float64Array(0) }

/** Series of each place, one after the other. */
const placesOf = ({ place, step, value }: PackedColumns<typeof COLUMNS>, count: number): SteppedValues[] => {
  const ends = new Uint32Array(count + 1)
  for (const one of place) ends[one + 1] = (ends[one + 1] ?? 0) + 1
  for (let one = 1; one <= count; one++) ends[one] = (ends[one] ?? 0) + (ends[one - 1] ?? 0)
  const starts = Array.from(ends)
  const [steps, values] = [new Int32Array(step.length), new Float64Array(value.length)]
  for (let row = 0; row < place.length; row++) {
    const one = place[row] ?? 0
    const to = ends[one] ?? 0
    ends[one] = to + 1
    steps[to] = step[row] ?? 0
    values[to] = value[row] ?? Number.NaN
  }
  return Array.from({ length: count }, (_, one) => ({
    steps: steps.subarray(starts[one], starts[one + 1]),
    values: values.subarray(starts[one], starts[one + 1]),
  }))
}

function* correlationsOf(
  places: readonly SteppedValues[],
  { reads, step, ...selection }: Correlated,
): Generator<undefined, Map<number, CorrelationOfPart>> {
  const segments = reads[0]?.segments ?? []
  const shaped = (of: SteppedValues) => (selection.withoutDayPattern ? withoutDayPattern(of, segments, step) : of)
  const found = new Map<number, CorrelationOfPart>()
  for (let part = 0; part * 2 < places.length; part++) {
    const [cause, effect] = [places[part * 2], places[part * 2 + 1]]
    if (!cause?.steps.length || !effect?.steps.length) continue
    const pair = pairOf(shaped(cause), shaped(effect), step)
    const lagged: LaggedPearson[] = []
    for (let lag = 0; lag < lagsOf(step); lag++) {
      yield
      lagged.push(pearsonAt(pair, lag))
    }
    found.set(part, { lagged, persistence: [persistenceOf(pair.cause), persistenceOf(pair.effect)] })
  }
  return found
}
