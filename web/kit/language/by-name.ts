const names = new Intl.Collator(undefined, { numeric: true })

/** Order of things by their names as people count: room 2 before room 10. */
export const byName = (one: { name: string }, other: { name: string }): number => names.compare(one.name, other.name)
