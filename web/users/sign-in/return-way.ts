const KEY = 'barnometer.way'

/** Keeps where somebody wanted to go while they are at the other provider, in this tab. */
export const keepWay = (path: string): void => {
  try {
    sessionStorage.setItem(KEY, path)
  } catch {
    // The way back leads home where nothing can be stored.
  }
}

/** The path that was kept, once. */
export const takeWay = (): string | undefined => {
  try {
    const path = sessionStorage.getItem(KEY) ?? undefined
    sessionStorage.removeItem(KEY)
    return path
  } catch {
    return undefined
  }
}
