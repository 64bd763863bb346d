/** Number of a company as it is compared: without blanks around it, as text, so that leading zeros count; null where there is none. */
export const ubnOf = (ubn: string | null | undefined): string | null => ubn?.trim() || null

/** Locations of one company number; one without a number is a group of its own (science §1.6). */
export interface UbnGroup<Location> {
  ubn: string | null
  locations: Location[]
}

/** Locations by company number, in the order in which a group's first location comes. */
export const ubnGroups = <Location extends { ubn: string | null }>(
  locations: readonly Location[],
): UbnGroup<Location>[] => {
  const groups: UbnGroup<Location>[] = []
  const byNumber = new Map<string, UbnGroup<Location>>()
  for (const location of locations) {
    const ubn = ubnOf(location.ubn)
    const known = ubn === null ? undefined : byNumber.get(ubn)
    if (known) known.locations.push(location)
    else {
      const group = { ubn, locations: [location] }
      groups.push(group)
      if (ubn !== null) byNumber.set(ubn, group)
    }
  }
  return groups
}
