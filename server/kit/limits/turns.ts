import { setImmediate } from 'node:timers/promises'

/** ms of work after which others have their turn. */
const TURN_MS = 15

/** Does work that is told step by step, and lets whatever else waits have its turn in between: a long body must not hold up short ones. */
export const inTurns = async <Result>(steps: Generator<undefined, Result>): Promise<Result> => {
  let began = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - began < TURN_MS) continue
    await setImmediate()
    began = performance.now()
  }
}

/** Does all of it at once: for what is known to be short. */
export const atOnce = <Result>(steps: Generator<undefined, Result>): Result => {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
