/** Something that lasts a while and may come again. Times are ms from the anchor, the moment the story is told from. */
export interface Recurrence {
  from: number
  length: number
  /** Comes again after so long, from the anchor on; history has only what it lists. */
  every?: number
}

/** ms since the occurrence that runs at `since` began, null when none runs. */
export const into = (recurrence: Recurrence, since: number): number | null => {
  const passed = since - recurrence.from
  if (passed < 0) return null
  const within = recurrence.every ? passed % recurrence.every : passed
  return within < recurrence.length ? within : null
}
