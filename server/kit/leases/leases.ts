import type { Services } from '../services.ts'
import { endLease, keepLease, type Lease } from './lease-store.ts'

export { abandoned, addLeases, endLease, type Lease, takeLease, takeOver, takeTick } from './lease-store.ts'

/** Time (ms) that a process has for the next sign that it is still there. Another looks as often as it gives one. */
export const HELD_MS = 15_000
export const BEAT_MS = HELD_MS / 3

/** Another process has gone on with the work: what this one still does of it must not count. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/**
 * Holds on until `end` is called, by a sign that `keep` gives; it answers false once another process has what is held. `signal`
 * aborts with LeaseLost then, or once this one could not say for so long that it goes on that another may have it. What is held
 * for `longestMs` is let go: its work hangs, though new connections still give signs.
 */
export const holdOnBy = (
  { log }: Pick<Services, 'log'>,
  name: string,
  keep: () => Promise<boolean>,
  longestMs = Number.POSITIVE_INFINITY,
): { signal: AbortSignal; end(): void } => {
  const lost = new AbortController()
  const beganAt = performance.now()
  let saidAt = beganAt
  const lose = () => {
    // A sign after this one would hold what another process waits for.
    clearInterval(timer)
    lost.abort(new LeaseLost(`another process has ${name}`))
  }
  const beat = async (): Promise<void> => {
    const now = performance.now()
    try {
      if (await keep()) saidAt = now
      else lose()
    } catch (error) {
      log.error({ err: error, lease: name }, 'could not hold on to a lease')
    }
  }
  const timer = setInterval(() => {
    const now = performance.now()
    if (now - saidAt > HELD_MS || now - beganAt > longestMs) lose()
    else void beat()
  }, BEAT_MS)
  timer.unref()
  return { signal: lost.signal, end: () => clearInterval(timer) }
}

/** Holds on to a lease. */
export const holdOn = (services: Pick<Services, 'db' | 'log'>, lease: Lease) =>
  holdOnBy(services, lease.name, () => keepLease(services.db, lease, HELD_MS))

/** Takes a job's turn and gives the lease back at its end, also after a failure. */
export const withLease = async (
  services: Pick<Services, 'db' | 'log'>,
  lease: Lease,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  const { signal, end } = holdOn(services, lease)
  try {
    await work(signal)
  } finally {
    end()
    await endLease(services.db, lease)
  }
}
