import { BINS_AN_HOUR } from '#shared/rules/science/statistics.ts'

/** Bits for the hours of a day that have equally many bins: a local day has fewer than 31. */
const HOUR_BITS = 5
const HALF = BINS_AN_HOUR / 2
const MASK = 2 ** HOUR_BITS - 1
const LESS_THAN_ALL = 2 ** (HOUR_BITS * (HALF - 1)) - 1

/** Counts the hours of a group by their bins in one pass without any list, as two numbers: of up to half the bins, and of more. */
export const countedHours = (bins: string) => {
  const all = `sum(bitShiftLeft(toUInt64(1), ${HOUR_BITS} * (least(greatest(${bins}, 1), ${BINS_AN_HOUR}) - 1)))`
  return {
    fewer: `bitAnd(${all}, ${2 ** (HOUR_BITS * HALF) - 1})`,
    more: `bitShiftRight(${all}, ${HOUR_BITS * HALF})`,
  }
}

/** Hours of a day that have so many bins, by the two numbers of `countedHours`; days are many, so these are handed over without an object. */
const hoursOf = (fewer: number, more: number, bins: number): number =>
  ((bins > HALF ? more : fewer) >>> (HOUR_BITS * ((bins - 1) % HALF))) & MASK

/** Hours of a day with `least` bins or more. */
export const hoursWith = (fewer: number, more: number, least: number): number => {
  let hours = 0
  for (let bins = least; bins <= BINS_AN_HOUR; bins++) hours += hoursOf(fewer, more, bins)
  return hours
}

/** Days of which each hour that has bins has all of them are most of all there are, and need no counting. */
const isFull = (fewer: number, more: number): boolean => fewer === 0 && (more & LESS_THAN_ALL) === 0

/** Bins that an hour of a day has in the middle, of those that have any. */
export const usualBins = (fewer: number, more: number): number => {
  if (isFull(fewer, more)) return BINS_AN_HOUR
  const hours = hoursWith(fewer, more, 1)
  const at = (place: number): number => {
    let bins = 1
    for (
      let passed = hoursOf(fewer, more, 1);
      passed <= place && bins < BINS_AN_HOUR;
      passed += hoursOf(fewer, more, bins)
    )
      bins++
    return bins
  }
  return (at((hours - 1) >> 1) + at(hours >> 1)) / 2
}
