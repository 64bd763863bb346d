/** Longest a name may be beside a chart, px. */
const WIDEST = 150
const PX_PER_LETTER = 8

/** Room for the longest of some names, at most a third of the chart (px). */
export const roomFor = (names: readonly string[], width: number): number =>
  Math.min(WIDEST, Math.round(width / 3), Math.max(0, ...names.map(name => name.length)) * PX_PER_LETTER + 14)
