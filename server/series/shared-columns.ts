import { numberAt } from '#shared/rules/collections/elements.ts'
import { typicalInterval } from '#shared/rules/ingest/frame.ts'
import type { StepRow } from './measurement-rows.ts'
import type { SeriesSource } from './readings.ts'

/** Completeness of a measurement of several devices. */
export interface Completeness {
  /** Seconds between two readings of the device that sends least often; null where nobody knows. */
  interval_seconds: number | null
  /** Share (0 to 1) of what all of them would have told. */
  coverage: number
  /** Coverage of each step. */
  present: number[]
}

interface SharedColumn {
  /** Starts of the steps, epoch ms. */
  time: readonly number[]
  step: number
  /** End of what is expected, epoch ms. */
  until: number
  /** Sources that tell this measurement, silent ones among them. */
  sources: readonly SeriesSource[]
  /** Wanted seconds between two messages, where a source does not say. */
  uploadInterval: number
}

/**
 * Each device counts alike, as long as it was there: what one of them does not tell is missing, however often the others
 * send. One that told nothing at all is expected as often as its setting wants.
 */
export const completenessOf = (rows: readonly StepRow[], column: SharedColumn): Completeness => {
  const { time, step, until } = column
  const index = new Map(time.map((start, at) => [start, at]))
  const counts = new Map(column.sources.map(({ deviceId }) => [deviceId, new Array<number>(time.length).fill(0)]))
  for (const row of rows) {
    const at = index.get(row.start)
    if (at === undefined) continue
    row.devices.forEach((device, place) => {
      const count = counts.get(device)
      if (count) count[at] = row.device_counts[place] ?? 0
    })
  }
  const [told, expected] = [new Array<number>(time.length).fill(0), new Array<number>(time.length).fill(0)]
  let [longest, allTold, allExpected] = [null as number | null, 0, 0]
  for (const { deviceId, ranges, uploadInterval = column.uploadInterval } of column.sources) {
    const count = counts.get(deviceId) ?? []
    const interval = 1000 * Math.max(typicalInterval(time, count, step) ?? 0, uploadInterval)
    if (interval <= 0) continue
    longest = Math.max(longest ?? 0, interval / 1000)
    time.forEach((start, at) => {
      const end = Math.min(time[at + 1] ?? until, until)
      const seen = ranges.reduce(
        (sum, one) => sum + Math.max(0, Math.min(end, one.until) - Math.max(start, one.from)),
        0,
      )
      if (seen === 0) return
      // Whole readings: of one in ten minutes, a step of five holds one or none.
      const speaks = Math.min(count[at] ?? 0, Math.ceil(seen / interval - 1e-9)) * interval
      allTold += speaks
      allExpected += seen
      if (speaks === 0 && interval > seen) return
      told[at] = numberAt(told, at) + Math.min(seen, speaks)
      expected[at] = numberAt(expected, at) + seen
    })
  }
  const share = (part: number, whole: number) => (whole > 0 ? Math.min(1, part / whole) : 0)
  return {
    interval_seconds: longest,
    coverage: share(allTold, allExpected),
    present: time.map((_, at) => Number(share(numberAt(told, at), numberAt(expected, at)).toFixed(4))),
  }
}
