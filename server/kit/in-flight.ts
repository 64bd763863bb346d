/**
 * Answers of one kind that are being worked out. Whoever asks for the same meanwhile gets the answer of the first; nothing is kept
 * once it is there, so nobody gets an older one than was being read when they asked.
 */
export interface InFlight<Answer> {
  join(key: string, work: () => Promise<Answer>): Promise<Answer>
}

export const inFlight = <Answer>(): InFlight<Answer> => {
  const running = new Map<string, Promise<Answer>>()
  return {
    join(key, work) {
      const known = running.get(key)
      if (known) return known
      const begun = work().finally(() => running.delete(key))
      running.set(key, begun)
      return begun
    },
  }
}
