/** Number at a place of a column; NaN beyond its ends, so that whatever is made of it is not a number either. */
export const numberAt = (column: ArrayLike<number>, index: number): number => column[index] ?? Number.NaN

/** Element at a place that the caller knows to be within the list. Throws a RangeError for any other. */
export const elementAt = <Element>(list: readonly Element[], index: number): Element => {
  const found = list[index]
  if (found === undefined) throw new RangeError(`nothing at ${index} of ${list.length}`)
  return found
}

/** Last element of a list that has one. Throws a RangeError where it is empty. */
export const lastOf = <Element>(list: readonly Element[]): Element => elementAt(list, list.length - 1)

/** Element after this one in a cycle that goes round. */
export const nextOf = <Element>(cycle: readonly Element[], element: Element): Element =>
  elementAt(cycle, (cycle.indexOf(element) + 1) % cycle.length)
