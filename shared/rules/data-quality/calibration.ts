import type { Averaging } from '../science/mean.ts'

/**
 * Calibration as it stands: an offset, in the measurement's unit, added to every value of a measurement from a time on.
 */
export interface DatedOffset {
  device_id: number
  measurement: string
  /** ISO 8601. */
  valid_from: string
  offset: number
  /** ISO 8601; the end of the custody it was made under, null or left out while that runs. */
  holds_until?: string | null
}

/** An offset with the interval it holds in: from ≤ t < until, epoch ms; null is open. */
export interface Correction {
  device_id: number
  measurement: string
  from: number
  until: number | null
  offset: number
}

/**
 * Each offset holds until the next one of the same device and measurement (decisions §5), and no longer than its own end:
 * then the one before goes on, if it still holds. Of two from the same time the later named counts.
 */
export const correctionsFrom = (offsets: readonly DatedOffset[]): Correction[] =>
  [...Map.groupBy(offsets, one => `${one.device_id} ${one.measurement}`).values()].flatMap(series => {
    const sorted = series
      .map(({ valid_from, holds_until, ...rest }) => ({
        ...rest,
        from: Date.parse(valid_from),
        until: holds_until ? Date.parse(holds_until) : Number.POSITIVE_INFINITY,
      }))
      .sort((a, b) => a.from - b.from)
    const edges = [...new Set(sorted.flatMap(({ from, until }) => [from, until]))].sort((a, b) => a - b)
    const corrections: (Correction & { of: object })[] = []
    // Calibrations that have begun, the newest on top: one below an ended one may go on.
    const begun: (typeof sorted)[number][] = []
    let coming = 0
    for (const [index, from] of edges.entries()) {
      for (let next = sorted[coming]; next && next.from <= from; next = sorted[++coming]) begun.push(next)
      for (let top = begun.at(-1); top && top.until <= from; top = begun.at(-1)) begun.pop()
      const one = begun.at(-1)
      if (!one) continue
      const next = edges[index + 1] ?? Number.POSITIVE_INFINITY
      const until = next === Number.POSITIVE_INFINITY ? null : next
      const last = corrections.at(-1)
      if (last?.until === from && last.of === one) last.until = until
      else corrections.push({ ...one, of: one, from, until })
    }
    return corrections.map(({ of: _, ...correction }) => correction)
  })

/** The offset that holds for a value of `time` (epoch ms); 0 without one. */
export const calibrationOffsetAt = (
  corrections: readonly Correction[],
  deviceId: number,
  measurement: string,
  time: number,
): number =>
  corrections.find(
    one =>
      one.device_id === deviceId &&
      one.measurement === measurement &&
      one.from <= time &&
      (one.until === null || time < one.until),
  )?.offset ?? 0

/** Mean of what the references say minus what the device said (specification §5: at most two). Throws a RangeError without any. */
export const offsetOf = (
  values: readonly { reference: number; measured: number }[],
  averaging: Averaging = 'arithmetic',
): number => {
  if (values.length === 0) throw new RangeError('an offset needs a reference')
  // From one direction to another the shorter way counts.
  const between = (difference: number) =>
    averaging === 'circular' ? ((((difference + 180) % 360) + 360) % 360) - 180 : difference
  return values.reduce((sum, { reference, measured }) => sum + between(reference - measured), 0) / values.length
}

/** Measurements of the device itself, which nobody calibrates. */
const OF_THE_DEVICE: ReadonlySet<string> = new Set(['battery', 'bat_volt', 'rssi', 'snr'])

/** Tells whether a measurement can be calibrated: neither battery and signal nor what somebody wants can be. */
export const isCalibrated = (key: string): boolean => !OF_THE_DEVICE.has(key) && !/_(low|high)$/.test(key)

/** A device must have been on for longer than this before a reference counts (specification §5), in ms. */
export const WARM_UP_MS = 10 * 60_000
