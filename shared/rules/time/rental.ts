/** A period as the product means it: start ≤ t < end; an end of null is open. ISO 8601 UTC text of equal form. */
export interface Span {
  start: string
  end: string | null
}

export const overlaps = (a: Span, b: Span): boolean =>
  (a.end === null || b.start < a.end) && (b.end === null || a.start < b.end)

/** Tells whether one of `rentals` spans the whole of `wanted`. */
export const isCovered = (wanted: Span, rentals: readonly Span[]): boolean =>
  rentals.some(
    rental =>
      rental.start <= wanted.start && (rental.end === null || (wanted.end !== null && wanted.end <= rental.end)),
  )

export const contains = (span: Span, time: string): boolean =>
  span.start <= time && (span.end === null || time < span.end)

/** The part two periods share; null where there is none. */
export const intersection = (a: Span, b: Span): Span | null => {
  if (!overlaps(a, b)) return null
  const [start = a.start] = [a.start, b.start].sort().reverse()
  const [end = null] = [a.end, b.end].filter(one => one !== null).sort()
  return { start, end }
}
