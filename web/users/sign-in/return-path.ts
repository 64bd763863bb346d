import { DAY_MS } from '#shared/rules/time/units.ts'

const KEY = 'barnometer.return'

interface Return {
  email: string
  path: string
  /** Epoch ms. */
  at: number
}

/** Keeps where somebody wanted to go who has to confirm an address first: the link in that mail opens another page. */
export const keepReturn = (email: string, path: string): void => {
  const kept: Return = { email: email.toLowerCase(), path, at: Date.now() }
  try {
    localStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // The mailed link leads there all the same without storage.
  }
}

/** Path kept for this address in the last day, once. */
export const takeReturn = (email: string): string | undefined => {
  try {
    const kept: Partial<Return> = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    if (kept.email !== email.toLowerCase()) return undefined
    localStorage.removeItem(KEY)
    return Date.now() - (kept.at ?? 0) < DAY_MS ? kept.path : undefined
  } catch {
    return undefined
  }
}
