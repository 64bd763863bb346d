const WINDOW_MS = 60_000
const MOST_REMEMBERED = 10_000

/** Counts failed sign-ins of an address; from the limit on it is not heard until the minute is over. */
export const createSignInTries = (most: number, now: () => number) => {
  const failures = new Map<string, { count: number; since: number }>()
  const running = (address: string) => {
    const known = failures.get(address)
    return known && now() - known.since < WINDOW_MS ? known : undefined
  }
  return {
    mayTry: (address: string): boolean => (running(address)?.count ?? 0) < most,
    failed: (address: string): void => {
      const known = running(address)
      if (known) known.count += 1
      else {
        if (failures.size >= MOST_REMEMBERED) failures.clear()
        failures.set(address, { count: 1, since: now() })
      }
    },
  }
}
export type SignInTries = ReturnType<typeof createSignInTries>
