import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** ms: what the screen shows comes first. */
const LATER = 2000

/** Sends what waits in this browser, on whatever screen somebody is, and keeps what is needed to write more without a network. */
export const useOutboxWatch = (signedIn: boolean): void => {
  const client = useQueryClient()
  useEffect(() => {
    if (!signedIn) return
    const begin = () =>
      import('../../diary/inspection-form/barn-mode.ts').then(
        ({ beginBarnMode }) => beginBarnMode(client),
        // Fetched when it is needed.
        () => undefined,
      )
    const timer = setTimeout(() => void begin(), LATER)
    return () => clearTimeout(timer)
  }, [client, signedIn])
}
