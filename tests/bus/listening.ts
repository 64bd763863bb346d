import { expect } from 'vitest'
import type { Bus } from '../../server/kit/bus/bus.ts'

/** Resolves once what `listener` has subscribed to by now is heard of `teller`: a server takes subscriptions in their order. */
export const listening = async (listener: Bus, teller: Bus): Promise<void> => {
  let heard = false
  const stop = listener.subscribe('probe', () => {
    heard = true
  })
  await expect
    .poll(() => {
      if (!heard) teller.publish('probe', null)
      return heard
    })
    .toBe(true)
  stop()
}
