import type { Correction } from '../../shared/rules/calibration.ts'

/** A query asks for the corrected value by this expression; all numbers in it are ours, the names go as parameters. */
export const correctedValue = (
  corrections: readonly Correction[],
): { expression: string; params: Record<string, string> } => {
  if (corrections.length === 0) return { expression: 'value', params: {} }
  const params: Record<string, string> = {}
  const cases = corrections.flatMap(({ device_id, measurement, from, until, offset }, index) => {
    params[`corrected_${index}`] = measurement
    const end = until === null ? '' : ` AND time < ${instant(until)}`
    return [
      `device_id = ${device_id} AND key = {corrected_${index}: String} AND time >= ${instant(from)}${end}`,
      `toFloat64(${offset})`,
    ]
  })
  return { expression: `value + multiIf(${cases.join(', ')}, toFloat64(0))`, params }
}

/** No time of the engine lies beyond these. */
const [FIRST, LAST] = [Date.UTC(1900, 0, 1), Date.UTC(2299, 11, 31)]

/** A time (epoch ms) as the engine reads it. */
export const instant = (ms: number): string =>
  `fromUnixTimestamp64Milli(${Math.min(Math.max(Math.trunc(ms), FIRST), LAST)}, 'UTC')`
