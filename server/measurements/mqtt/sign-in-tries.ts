const WINDOW_MS = 60_000
const MOST_REMEMBERED = 20_000
/** Of all names together: one device with a wrong key must not shut out the others behind its router. */
const NAMES_OF_AN_ADDRESS = 20

/** Counts failed sign-ins; from the limit on a name is not heard from its address until the minute is over. */
export const createSignInTries = (most: number, now: () => number) => {
  const failures = new Map<string, { count: number; since: number }>()
  const running = (key: string) => {
    const known = failures.get(key)
    return known && now() - known.since < WINDOW_MS ? known : undefined
  }
  const count = (key: string): void => {
    const known = running(key)
    if (known) known.count += 1
    else {
      if (failures.size >= MOST_REMEMBERED) failures.clear()
      failures.set(key, { count: 1, since: now() })
    }
  }
  const named = (address: string, name: string): string => `${address} ${name.slice(0, 100)}`
  return {
    mayTry: (address: string, name: string): boolean =>
      (running(named(address, name))?.count ?? 0) < most && (running(address)?.count ?? 0) < most * NAMES_OF_AN_ADDRESS,
    failed: (address: string, name: string): void => {
      count(named(address, name))
      count(address)
    },
  }
}
export type SignInTries = ReturnType<typeof createSignInTries>
