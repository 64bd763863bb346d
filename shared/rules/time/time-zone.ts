import { DEFAULT_TIME_ZONE } from '../../contract/fixed.ts'

/**
 * Short names that Intl takes as some place or other (PST, IST, CST) and that local times are not computed for. Temporal
 * refuses the same ones; a form that only asks whether a zone is one needs no Temporal.
 */
const AMBIGUOUS = /^(AC|AE|AG|AR|AS|BE|BS|CA|CN|CS|CT|EA|EC|IE|IS|JS|MI|NE|NS|PL|PN|PR|PS|SS|VS)T$/i

/** Tells whether local times of `zone` can be worked out and written. */
export const isTimeZone = (zone: string): boolean => {
  if (AMBIGUOUS.test(zone)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

const looked = new Map<string, string>()
/** Limit of names that are kept: more than there are zones. */
const MAX_LOOKED = 2000

/** The zone itself, or the product's own where it is not known: for what formats times by its name. */
export const knownZone = (zone: string): string => {
  const known = looked.get(zone)
  if (known !== undefined) return known
  const found = isTimeZone(zone) ? zone : DEFAULT_TIME_ZONE
  if (looked.size < MAX_LOOKED) looked.set(zone, found)
  return found
}
