/**
 * Does at most `most` pieces of work of one key beside each other in this process; others wait, in order. What each of them keeps in memory
 * is bounded, so all of a person together are.
 */
export const createFewAtOnce = <Key>(most: number) => {
  const lines = new Map<Key, { underWay: number; waiting: (() => void)[] }>()
  return async <Result>(key: Key, work: () => Promise<Result>): Promise<Result> => {
    const line = lines.get(key) ?? { underWay: 0, waiting: [] }
    lines.set(key, line)
    if (line.underWay < most) line.underWay += 1
    // The place of one that ends is handed on.
    else await new Promise<void>(resolve => line.waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = line.waiting.shift()
      if (next) next()
      else {
        line.underWay -= 1
        if (line.underWay === 0) lines.delete(key)
      }
    }
  }
}
