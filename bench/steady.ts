/** Times slower than at its best that a machine may be while it measures: more, and others are using it too. */
const MOST = 1.25
const PATIENCE_MS = 60_000

/** ms of work that is always the same. */
const work = (): number => {
  const began = performance.now()
  let sum = 0
  for (let round = 0; round < 2e7; round++) sum = (sum * 31 + round) | 0
  return performance.now() - began + (sum === 7 ? 1 : 0)
}

let best = Number.POSITIVE_INFINITY

const isSteady = (): boolean => {
  const took = Math.min(work(), work(), work())
  best = Math.min(best, took)
  return took < best * MOST
}

/**
 * Measured by `measure` in a moment in which the machine is as quick before and after as it was at its best; of the last try
 * where it never is.
 */
export const steadily = async <Measured>(measure: () => Promise<Measured>, tries = 4): Promise<Measured> => {
  const until = Date.now() + PATIENCE_MS
  while (!isSteady() && Date.now() < until) await new Promise(resolve => setTimeout(resolve, 1000))
  const measured = await measure()
  return isSteady() || tries <= 1 ? measured : steadily(measure, tries - 1)
}
