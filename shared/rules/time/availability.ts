import { intersection, isCovered, overlaps, type Span } from './rental.ts'

/** Obstacle to a plan: another use of the device, or the planner's rental. */
export type Obstacle<Use extends Span> = { code: 'busy'; use: Use } | { code: 'outside_rental' }

export interface Availability<Use extends Span> {
  /** Obstacles; none when the device may be planned for the whole of the wanted period. */
  obstacles: Obstacle<Use>[]
  /** The longest part of the wanted period that would do, the earlier of two alike; null when none would, or all does. */
  suggestion: Span | null
}

const OPEN = '9999'
const endOf = ({ end }: Span): string => end ?? OPEN

/**
 * Tells whether a device can be planned (decisions §4): a rental of the planner covers the whole period and no other
 * use overlaps it. `rentals` null: whoever plans needs none. Times are ISO 8601 UTC text of equal form.
 */
export const availabilityOf = <Use extends Span>(
  wanted: Span,
  rentals: readonly Span[] | null,
  uses: readonly Use[],
): Availability<Use> => {
  const busy = uses.filter(use => overlaps(use, wanted))
  const obstacles: Obstacle<Use>[] = busy.map(use => ({ code: 'busy', use }))
  if (rentals && !isCovered(wanted, rentals)) obstacles.push({ code: 'outside_rental' })
  if (obstacles.length === 0) return { obstacles, suggestion: null }
  const rented = rentals === null ? [wanted] : rentals.flatMap(rental => intersection(rental, wanted) ?? [])
  const free = rented.flatMap(span => without(span, busy))
  return { obstacles, suggestion: longest(free) }
}

/** The parts of a span that no use overlaps. */
const without = (span: Span, uses: readonly Span[]): Span[] =>
  uses.reduce<Span[]>(
    (parts, use) =>
      parts.flatMap(part => {
        if (!overlaps(part, use)) return [part]
        const before = use.start > part.start ? [{ start: part.start, end: use.start }] : []
        const after = use.end !== null && use.end < endOf(part) ? [{ start: use.end, end: part.end }] : []
        return [...before, ...after]
      }),
    [span],
  )

const longest = (spans: Span[]): Span | null => {
  const length = (span: Span) =>
    span.end === null ? Number.POSITIVE_INFINITY : Date.parse(span.end) - Date.parse(span.start)
  const sorted = spans.toSorted((a, b) => a.start.localeCompare(b.start))
  return sorted.reduce<Span | null>((best, span) => (best === null || length(span) > length(best) ? span : best), null)
}
