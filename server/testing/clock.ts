/** Epoch ms of an ordinary Wednesday noon in winter, on which tests begin unless they say otherwise. */
export const TEST_NOON = Date.parse('2025-01-15T12:00:00Z')

/** The time of a test. */
export const createClock = (start: number) => {
  let now = start
  return {
    now: () => now,
    iso: (ms = 0) => new Date(now + ms).toISOString(),
    set: (time: string | number) => {
      now = typeof time === 'number' ? time : Date.parse(time)
    },
    forward: (ms: number) => {
      now += ms
    },
  }
}
