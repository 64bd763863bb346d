import { setTimeout } from 'node:timers/promises'

/** ms from one statement to the next: what is asked meanwhile goes together. A question that comes alone waits for nothing. */
const APART_MS = 5
/** Keys of one statement. */
const MOST = 5000

/**
 * Returns what answers questions one by one that are asked of a store together: one statement for all that come while another is under
 * way, or within a few milliseconds of it. `ask` gets each key once; undefined is the answer where it has none. It rejects for all that
 * it was asked for.
 */
export const askedTogether = <Key, Answer>(
  ask: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Answer>>,
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
      try {
        const answers = await ask(taken.map(([key]) => key))
        for (const [key, { resolve }] of taken) resolve(answers.get(key))
      } catch (error) {
        for (const [, { reject }] of taken) reject(error)
      }
      await apart
    }
    isWorking = false
  }

  return key => {
    const asked = waiting.get(key) ?? Promise.withResolvers<Answer | undefined>()
    waiting.set(key, asked)
    if (!isWorking) void work()
    return asked.promise
  }
}
