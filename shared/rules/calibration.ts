/** One calibration as it stands: what is added to every value of a measurement from a time on (offset in the measurement's unit). */
export interface DatedOffset {
  device_id: number
  measurement: string
  /** ISO 8601. */
  valid_from: string
  offset: number
}

/** An offset with the stretch it holds in: from ≤ t < until, epoch ms; null is open. */
export interface Correction {
  device_id: number
  measurement: string
  from: number
  until: number | null
  offset: number
}

/** Each offset holds until the next one of the same device and measurement (decisions §5); of two from the same time the later named. */
export const correctionsFrom = (offsets: readonly DatedOffset[]): Correction[] =>
  [...Map.groupBy(offsets, one => `${one.device_id} ${one.measurement}`).values()].flatMap(series => {
    const sorted = series
      .map(({ valid_from, ...rest }) => ({ ...rest, from: Date.parse(valid_from) }))
      .sort((a, b) => a.from - b.from)
    return sorted
      .map((one, index) => ({ ...one, until: sorted[index + 1]?.from ?? null }))
      .filter(({ from, until }) => until === null || from < until)
  })

/** The offset that holds for a value of `time` (epoch ms); 0 without one. */
export const offsetAt = (
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
export const offsetOf = (values: readonly { reference: number; measured: number }[]): number => {
  if (values.length === 0) throw new RangeError('an offset needs a reference')
  return values.reduce((sum, { reference, measured }) => sum + reference - measured, 0) / values.length
}

/** A device must have been on for longer than this before a reference counts (specification §5), in ms. */
export const WARM_UP_MS = 10 * 60_000
