import type { Language } from '../../contract/fixed.ts'

/** Spaces between groups of three and before a unit. The second does not break a line: for running text. */
export const THIN_SPACE = '\u2009'
export const NARROW_NO_BREAK_SPACE = '\u202F'
const MINUS = '\u2212'
const DECIMAL_SIGN: Record<Language, string> = { en: '.', de: ',', es: ',', nl: ',' }

/**
 * The shortest decimal text of a number, rounded half away from zero (1.005 to 1.01), where toFixed rounds its binary value.
 * Done by hand: to make the first `Intl.NumberFormat` of a page takes longer than all its numbers.
 */
function rounded(value: number, decimals: number): string {
  const text = String(Math.abs(value))
  // Too small or too large to be written with all its digits.
  if (text.includes('e')) return roundedByIntl(value, decimals)
  const [whole = '', fraction = ''] = text.split('.')
  // Rounds by its digits: a large number just below a half would be moved onto it.
  const up = fraction.charAt(decimals) >= '5' ? 1 : 0
  const moved = Number(whole + fraction.slice(0, decimals).padEnd(decimals, '0')) + up
  if (!Number.isSafeInteger(moved)) return roundedByIntl(value, decimals)
  const digits = Number(`${moved}e-${decimals}`).toFixed(decimals)
  return value < 0 ? `-${digits}` : digits
}

const roundedByIntl = (value: number, decimals: number): string =>
  new Intl.NumberFormat('en', {
    useGrouping: false,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(value)

/** A number with as many decimals as people read of it, rounded as `formatNumber` rounds. Never -0. */
export const roundTo = (value: number, decimals: number): number => Number(rounded(value, decimals)) || 0

/** Decimals that a number was typed with. */
export const decimalsIn = (value: number): number => String(value).split('.')[1]?.length ?? 0

/**
 * A number as people read it (design language §12): fixed decimals, thin space from four digits on, comma or point by
 * language, a real minus. Never "−0". Not a finite number: a dash.
 */
export function formatNumber(value: number, decimals: number, language: Language, space: string = THIN_SPACE): string {
  if (!Number.isFinite(value)) return '–'
  const [whole = '', fraction] = rounded(Math.abs(value), decimals).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, space)
  const digits = fraction === undefined ? grouped : grouped + DECIMAL_SIGN[language] + fraction
  const isZero = !/[1-9]/.test(digits)
  return value < 0 && !isZero ? MINUS + digits : digits
}

/** A number with its unit after a thin space; without a unit the number alone. */
export function formatValue(
  value: number,
  decimals: number,
  unit: string,
  language: Language,
  space: string = THIN_SPACE,
): string {
  const number = formatNumber(value, decimals, language, space)
  return unit === '' ? number : number + space + unit
}

const MINUTES_PER_HOUR = 60
const MINUTES_PER_DAY = 1440

export interface ValueAge {
  value: number
  unit: 'min' | 'h' | 'd'
}

/** Age of `then` at `now` (both epoch ms), in whole minutes under 60, hours under 1440 min, then days (specification §9). */
export function ageOf(then: number, now: number): ValueAge {
  const minutes = Math.max(0, Math.floor((now - then) / 60_000))
  if (minutes < MINUTES_PER_HOUR) return { value: minutes, unit: 'min' }
  if (minutes < MINUTES_PER_DAY) return { value: Math.floor(minutes / MINUTES_PER_HOUR), unit: 'h' }
  return { value: Math.floor(minutes / MINUTES_PER_DAY), unit: 'd' }
}

const SPACES = /[ \u00A0\u2009\u202F]/g
const GROUPED = /^\d{1,3}(?: \d{3})+(?=\.|$)/
const PLAIN = /^(?:\d+(?:\.\d*)?|\.\d+)$/
const LONGEST_TYPED = 40

/**
 * A number as a person types it: comma or point is the decimal sign (specification §5), spaces may part thousands. Null for
 * anything else, also for comma and point together, which could mean two things.
 */
export function parseNumber(text: string): number | null {
  if (text.length > LONGEST_TYPED) return null
  const plain = text.trim().replace(SPACES, ' ').replace(',', '.')
  const [, sign = '', rest = ''] = /^([-+\u2212\u2013]?) ?(.*)$/.exec(plain) ?? []
  const digits = GROUPED.test(rest) ? rest.replaceAll(' ', '') : rest
  if (!PLAIN.test(digits)) return null
  const value = Number(digits)
  if (!Number.isFinite(value)) return null
  return sign === '' || sign === '+' || value === 0 ? value : -value
}
