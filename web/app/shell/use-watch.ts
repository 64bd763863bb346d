import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** ms: what the screen shows comes first. */
const LATER = 3000

/** Hears of alerts as they come and of what other tabs change, on every screen. */
export const useWatch = (signedIn: boolean): void => {
  const client = useQueryClient()
  useEffect(() => {
    if (!signedIn) return
    const stop = new AbortController()
    const begin = () =>
      import('../../alerts/alert/watch.ts').then(
        ({ watchAlerts }) => watchAlerts(client, stop.signal),
        // The badge is read anew later all the same where there is no reception.
        () => undefined,
      )
    const renew = () => import('../../notifications/renew.ts').then(({ renewSubscription }) => renewSubscription())
    const follow = () => import('./formats-elsewhere.tsx').then(({ followFormats }) => followFormats(stop.signal))
    // Files are asked for one after the other: all at once they held up a tap on a phone by a tenth of a second.
    const beginAll = async () => {
      await begin()
      // A tab that cannot fetch it has the formats it was loaded with.
      await follow().catch(() => undefined)
      if (stop.signal.aborted) return
      // Tried again at the next start.
      await renew().catch(() => undefined)
    }
    const timer = setTimeout(() => void beginAll(), LATER)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [client, signedIn])
}
