import type { Language } from '#shared/contract/fixed.ts'
import type { ExportFormat } from '#shared/contract/measurements/exports.ts'
import { daysOfFile, fileName, nameOfSeveral } from '#shared/rules/formats/file-name.ts'
import { SECOND_MS } from '#shared/rules/time/units.ts'
import type { Series } from '../../kit/database/series.ts'
import { textsOf } from '../../kit/language.ts'
import type { ExportPlan } from '../making/plan.ts'
import { type RowsSpec, readSlice } from '../making/reading.ts'
import { HELD, type Slice, slicesOf } from '../making/slices.ts'

/** The slices of a plan, each as the engine wrote it. */
export type Read = (wanted: (slice: Slice) => RowsSpec) => AsyncGenerator<{ slice: Slice; bytes: Buffer }>

/** Kind of file: made of slices as they come, so that no more than three of them are held. */
export interface FileFormat {
  mediaType: string
  write(plan: ExportPlan, read: Read): AsyncGenerator<Uint8Array>
}

interface Way {
  series: Series
  signal: AbortSignal
  /** Told the values of each slice that was read. */
  onValues?: (values: number) => void
  /** Check made before slices are given out, again and again; a failure it throws ends the file. */
  requireRight: () => Promise<void>
}

/** Time (ms) for which a right that was there holds: a file of many devices has a slice of each, and the check reads all of them. */
const RIGHT_MS = SECOND_MS

/** Reads slice after slice while they are taken, the next ones while the last is written; ends when `signal` says so. */
export const sliceReaderOf = (plan: ExportPlan, { series, signal, onValues, requireRight }: Way): Read =>
  async function* (wanted) {
    const ask = (slice: Slice | undefined) => {
      const read = slice && readSlice(series, plan, slice, wanted(slice), signal)
      // A reader who stops between two slices never looks at the one begun; its failure is not news.
      read?.catch(() => {})
      return read
    }
    const slices = slicesOf(plan)
    const { ahead } = HELD[plan.input.format]
    const pending = slices.slice(0, ahead).map(ask)
    let checkedAt = Number.NEGATIVE_INFINITY
    for (const [index, slice] of slices.entries()) {
      signal.throwIfAborted()
      const bytes = await pending.shift()
      signal.throwIfAborted()
      pending.push(ask(slices[index + ahead]))
      if (performance.now() - checkedAt >= RIGHT_MS) {
        await requireRight()
        checkedAt = performance.now()
      }
      if (bytes) yield { slice, bytes }
      onValues?.(slice.values)
    }
  }

type Hung = Pick<ExportPlan['intervals'][number], 'deviceId' | 'areaId' | 'area' | 'location' | 'name'>

interface Held {
  intervals: readonly Hung[]
}

/** Each area where a device hung last, and behind them the devices that hung nowhere. */
const placesOf = ({ intervals }: Held): Hung[] => {
  const last = [...new Map(intervals.map(one => [one.deviceId, one])).values()]
  const places = [...new Map(last.map(one => [one.areaId ?? `device ${one.deviceId}`, one])).values()]
  return [...places.filter(({ areaId }) => areaId !== null), ...places.filter(({ areaId }) => areaId === null)]
}

/** Number of devices among what a file is named by: the last of its names. */
export const unplacedIn = (held: Held): number => placesOf(held).filter(({ areaId }) => areaId === null).length

/**
 * Names of what a file holds, one of each area where a device hung last, then of the devices that hung nowhere. Areas that are called
 * alike are named with their farm.
 */
export const namesOf = (held: Held): string[] => {
  const places = placesOf(held)
  const nameOf = ({ area, name }: Hung) => area || name
  const alike = Map.groupBy(places, nameOf)
  return places.map(one => {
    const isAlone = alike.get(nameOf(one))?.length === 1
    return isAlone ? nameOf(one) : [nameOf(one), one.location].filter(Boolean).join(', ')
  })
}

type Named = Pick<ExportPlan, 'from' | 'until' | 'zone'> & {
  language?: Language | undefined
  /** Number of devices that hang nowhere, whose names are the last ones. */
  unplaced?: number | undefined
}

/**
 * Named by the barn, or by how many barns and how many devices that hang nowhere there are, and by the days of its period at its place;
 * `names` are null where none is told.
 */
export const exportName = (names: readonly string[] | null, plan: Named, format: ExportFormat): string => {
  const words = textsOf(plan.language ?? 'en', 'exports')
  const areas = (names?.length ?? 0) - (plan.unplaced ?? 0)
  const of = [
    { named: names?.slice(0, areas) ?? [], word: words.file_areas },
    { named: names?.slice(areas) ?? [], word: words.file_devices },
  ].flatMap(({ named, word }) => (named.length > 0 ? nameOfSeveral(named, word) : []))
  const [from, until] = [plan.from, plan.until].map(at => new Date(at).toISOString()) as [string, string]
  return fileName(of, daysOfFile(from, until, plan.zone), format)
}
