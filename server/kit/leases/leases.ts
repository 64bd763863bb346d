import type { Services } from '../services.ts'
import { endLease, keepLease, type Lease } from './lease-store.ts'

export { abandoned, addLeases, endLease, type Lease, takeLease, takeOver, takeTick } from './lease-store.ts'

/** Time (ms) that a process has for the next sign that it is still there. Another looks as often as it gives one. */
export const HELD_MS = 15_000
export const BEAT_MS = HELD_MS / 3

/**
 * Holds on to a lease until `end` is called. `signal` aborts once another process has it, or once this one could not say for so
 * long that it goes on that another may.
 */
export const holdOn = (services: Pick<Services, 'db' | 'log'>, lease: Lease): { signal: AbortSignal; end(): void } => {
  const lost = new AbortController()
  let saidAt = performance.now()
  const beat = async (): Promise<void> => {
    const now = performance.now()
    try {
      if (await keepLease(services.db, lease, HELD_MS)) saidAt = now
      else lost.abort()
    } catch (error) {
      services.log.error({ err: error, lease: lease.name }, 'could not hold on to a lease')
    }
  }
  const timer = setInterval(() => {
    if (performance.now() - saidAt > HELD_MS) lost.abort()
    void beat()
  }, BEAT_MS)
  timer.unref()
  return { signal: lost.signal, end: () => clearInterval(timer) }
}

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
