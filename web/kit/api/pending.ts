let pending = 0

/** Counts a call to the server as on its way until it is answered or has failed. */
export const tracked = <Answer>(call: Promise<Answer>): Promise<Answer> => {
  pending++
  return call.finally(() => {
    pending--
  })
}

/** Tells whether an answer is still awaited: loading the page anew throws it away. */
export const isAwaiting = (): boolean => pending > 0
