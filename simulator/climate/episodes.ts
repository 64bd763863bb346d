export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Stretch of time in which something lasts. Times are ms from the anchor, the moment the story is told from. */
export interface Episode {
  from: number
  length: number
  /** Comes again after so long, from the anchor on; history has only what it lists. */
  every?: number
}

/** ms since the episode that runs at `since` began, null when none runs. */
export const into = (episode: Episode, since: number): number | null => {
  const passed = since - episode.from
  if (passed < 0) return null
  const within = episode.every ? passed % episode.every : passed
  return within < episode.length ? within : null
}
