import { type Interval, sharedPart } from '#shared/rules/time/interval.ts'
import type { SeriesSource } from '../series/readings.ts'

/**
 * Sources of areas as they are read: those that several areas share, such as the weather of one location, once, and those that
 * overlap without being the same in different statements, as a reading is told to one part of a statement.
 */
export interface DistinctParts {
  /** Sources of all parts in each statement; empty where a part is read by another one. */
  layers: (readonly SeriesSource[])[][]
  /** Areas of each part, by their places in the list. */
  areasOf: number[][]
}

export const distinctParts = (areas: readonly (readonly SeriesSource[])[]): DistinctParts => {
  const nameOf = (sources: readonly SeriesSource[]) =>
    JSON.stringify(sources.map(({ deviceId, ranges }) => [deviceId, ranges.map(({ from, until }) => [from, until])]))
  const areasOf = [...Map.groupBy(areas.keys(), area => nameOf(areas[area] ?? [])).values()]
  const layers: DistinctParts['layers'] = []
  const taken: Map<number, Interval[]>[] = []
  areasOf.forEach(([area = 0], part) => {
    const sources = areas[area] ?? []
    const isFree = (of: ReadonlyMap<number, readonly Interval[]>): boolean =>
      sources.every(({ deviceId, ranges }) =>
        (of.get(deviceId) ?? []).every(one => ranges.every(range => sharedPart(one, range) === null)),
      )
    const found = taken.findIndex(isFree)
    const at = found < 0 ? layers.length : found
    layers[at] ??= areasOf.map(() => [])
    taken[at] ??= new Map()
    layers[at][part] = sources
    for (const { deviceId, ranges } of sources) taken[at].set(deviceId, [...(taken[at].get(deviceId) ?? []), ...ranges])
  })
  return { layers, areasOf }
}
