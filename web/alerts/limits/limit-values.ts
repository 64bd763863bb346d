import { SILENT_AFTER_MIN } from '#shared/rules/devices/device-limits.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { numberIn, numberText } from '../../kit/forms/number-field.tsx'

const [HOUR, DAY] = [HOUR_MS / MINUTE_MS, DAY_MS / MINUTE_MS]

/** Lengths of silence (minutes) that are offered. */
const LENGTHS = [10, 20, 30, HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, SILENT_AFTER_MIN.most]

/** Lengths to choose from; one that was set elsewhere is among them. */
export const lengthsWith = (minutes: number | null): number[] =>
  minutes === null || LENGTHS.includes(minutes) ? LENGTHS : [...LENGTHS, minutes].sort((a, b) => a - b)

/** A length of minutes in words: "40 minutes", "3 hours", "2 days". */
export const lengthText = (minutes: number, language: string): string => {
  const [value, unit] =
    minutes % DAY === 0 ? [minutes / DAY, 'day'] : minutes % HOUR === 0 ? [minutes / HOUR, 'hour'] : [minutes, 'minute']
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}

/** Values in the fields of limits; an empty one is as is usual, or as in the account. */
export interface LimitValues extends Record<string, unknown> {
  silent_after_min: string
  battery_limit: string
}

export const limitValuesOf = (limits: { silent_after_min: number | null; battery_limit: number | null }) => ({
  silent_after_min: numberText(limits.silent_after_min),
  battery_limit: numberText(limits.battery_limit),
})

export const limitsIn = ({ silent_after_min, battery_limit }: LimitValues) => ({
  silent_after_min: numberIn(silent_after_min),
  battery_limit: numberIn(battery_limit),
})
