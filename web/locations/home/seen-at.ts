import { useState, useSyncExternalStore } from 'react'
import { serverNow, useNow } from '../../kit/time/now.ts'

/** Time (epoch ms) at which this page was last shown again; 0 as long as it stayed as it was opened. */
let shownAgainAt = 0

const listen = (tell: () => void): (() => void) => {
  const look = () => {
    if (document.visibilityState !== 'visible') return
    shownAgainAt = serverNow()
    tell()
  }
  document.addEventListener('visibilitychange', look)
  return () => document.removeEventListener('visibilitychange', look)
}

/** Time (epoch ms) at which somebody came to this page: it was opened, or shown again. */
export const useSeenAt = (): number => {
  const now = useNow()
  const [opened] = useState(now)
  const again = useSyncExternalStore(
    listen,
    () => shownAgainAt,
    () => 0,
  )
  return again || opened
}
