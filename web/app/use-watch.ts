import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** ms: what the screen shows comes first. */
const LATER = 3000

/** Hears of alerts as they come, on every screen. */
export const useWatch = (signedIn: boolean): void => {
  const client = useQueryClient()
  useEffect(() => {
    if (!signedIn) return
    const stop = new AbortController()
    const begin = () =>
      import('../alerts/watch.ts').then(
        ({ watchAlerts }) => watchAlerts(client, stop.signal),
        // Without reception the badge is read anew later all the same.
        () => undefined,
      )
    const timer = setTimeout(() => void begin(), LATER)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [client, signedIn])
}
