import { setTimeout } from 'node:timers/promises'

/** ms from one statement to the next: what is asked meanwhile goes together. A question that comes alone waits for nothing. */
const APART_MS = 5
/** ms after which what is asked meanwhile no longer waits for a statement: a connection that broke may keep it for minutes. */
const STALLED_MS = 2000
/** Keys of one statement. */
const MOST = 5000

/**
 * Returns what answers questions one by one that are asked of a store together: one statement for all that come while another is under
 * way, or within a few milliseconds of it. A statement that does not come back holds up nobody who asks after two seconds. `ask` gets each key once; undefined is the answer where it has none. It rejects for all that
 * it was asked for.
 */
export const askedTogether = <Key, Answer>(
  ask: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Answer>>,
  stalledMs = STALLED_MS,
): ((key: Key) => Promise<Answer | undefined>) => {
  let waiting = new Map<Key, PromiseWithResolvers<Answer | undefined>>()
  let isWorking = false

  const work = async (): Promise<void> => {
    isWorking = true
    while (waiting.size > 0) {
      const all = [...waiting]
      const taken = all.slice(0, MOST)
      waiting = new Map(all.slice(MOST))
      const apart = setTimeout(APART_MS)
      await inTime(answer(taken), stalledMs)
      await apart
    }
    isWorking = false
  }

  /** Asks for some keys, and tells all who asked. Never rejects. */
  const answer = async (taken: readonly [Key, PromiseWithResolvers<Answer | undefined>][]): Promise<void> => {
    try {
      const answers = await ask(taken.map(([key]) => key))
      for (const [key, { resolve }] of taken) resolve(answers.get(key))
    } catch (error) {
      for (const [, { reject }] of taken) reject(error)
    }
  }

  return key => {
    const asked = waiting.get(key) ?? Promise.withResolvers<Answer | undefined>()
    waiting.set(key, asked)
    if (!isWorking) void work()
    return asked.promise
  }
}

/** Waits for work to end, and no longer than until it counts as stalled; it goes on all the same. */
const inTime = async (work: Promise<void>, stalledMs: number): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = globalThis.setTimeout(resolve, stalledMs)
  await Promise.race([work, promise])
  clearTimeout(timer)
}
