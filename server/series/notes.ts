import type { Correction } from '#shared/rules/data-quality/calibration.ts'
import type { SuspectInterval } from './fault-store.ts'

/**
 * Note of what is known of the values of a measurement from a time on (epoch ms), until the next note of the same
 * device and measurement.
 */
export interface SeriesNote {
  device: number
  key: string
  since: number
  /** Offset that is added to a value. */
  offset: number
  suspect: boolean
}

interface Selection {
  keys?: readonly string[] | undefined
  corrections?: readonly Correction[] | undefined
  without?: readonly SuspectInterval[] | undefined
}

/** Calibrations and doubtful intervals of these devices as one row of changes each, in order. Nothing is noted twice. */
export const notesOf = (
  { keys, corrections = [], without = [] }: Selection,
  devices: ReadonlySet<number>,
): SeriesNote[] => {
  if (corrections.length === 0 && without.length === 0) return []
  const wanted = keys && new Set(keys)
  const changes = new Map<string, Changes>()
  const changesOf = (device: number, key: string): Changes | null => {
    if (!devices.has(device) || wanted?.has(key) === false) return null
    const name = `${device} ${key}`
    const known = changes.get(name) ?? { device, key, offsets: new Map(), doubts: new Map() }
    changes.set(name, known)
    return known
  }
  for (const { device_id, measurement, from, until, offset } of corrections) {
    const offsets = changesOf(device_id, measurement)?.offsets
    // The next one begins where this one ends, whichever is named first.
    if (until !== null && !offsets?.has(until)) offsets?.set(until, 0)
    offsets?.set(from, offset)
  }
  for (const { device_id, measurement, start, end } of without) {
    const doubts = changesOf(device_id, measurement)?.doubts
    doubts?.set(start, (doubts.get(start) ?? 0) + 1)
    // The last of them is suspect, too.
    doubts?.set(end + 1, (doubts.get(end + 1) ?? 0) - 1)
  }
  return [...changes.values()].flatMap(notesIn)
}

interface Changes {
  device: number
  key: string
  /** Offsets, each by the time from which it counts. */
  offsets: Map<number, number>
  /** Intervals that begin less those that are over at a time. */
  doubts: Map<number, number>
}

const notesIn = ({ device, key, offsets, doubts }: Changes): SeriesNote[] => {
  const times = [...new Set([...offsets.keys(), ...doubts.keys()])].sort((a, b) => a - b)
  const notes: SeriesNote[] = []
  let [offset, open] = [0, 0]
  for (const since of times) {
    offset = offsets.get(since) ?? offset
    open += doubts.get(since) ?? 0
    const [last, suspect] = [notes.at(-1), open > 0]
    if ((last?.offset ?? 0) !== offset || (last?.suspect ?? false) !== suspect)
      notes.push({ device, key, since, offset, suspect })
  }
  return notes
}
