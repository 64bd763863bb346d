import { IconWifiOff } from '@tabler/icons-react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { isServerReachable } from '../../kit/browser/connection.ts'
import { localClock } from '../../kit/language/format.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { LazyBoundary } from '../../ui/overlays/lazy-boundary.tsx'
import classes from './layout.module.css'

const Waiting = lazyPart(() => import('../../diary/outbox/outbox-waiting.tsx'))

const ASK_EVERY = 4000

const listenToNetwork = (tell: () => void) => {
  for (const event of ['online', 'offline']) window.addEventListener(event, tell)
  return () => {
    for (const event of ['online', 'offline']) window.removeEventListener(event, tell)
  }
}

let readAnewAt = 0
let waiting: ReturnType<typeof setTimeout> | undefined

/**
 * Reads all anew, in a moment where that was done just now: a server that answers some calls and breaks others is lost and found
 * with each of them.
 */
const readAnew = (client: QueryClient): void => {
  clearTimeout(waiting)
  const wait = Math.max(0, readAnewAt + ASK_EVERY - Date.now())
  waiting = setTimeout(() => {
    readAnewAt = Date.now()
    void client.invalidateQueries()
  }, wait)
}

/** Says that the server can't be reached and how old the screen is; asks again, and reads all anew once it answers. */
export function OfflineBar({ since }: { since: number }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const online = useSyncExternalStore(
    listenToNetwork,
    () => navigator.onLine,
    () => true,
  )
  useEffect(() => {
    const timer = setInterval(() => void isServerReachable(), ASK_EVERY)
    return () => {
      clearInterval(timer)
      readAnew(client)
    }
  }, [client])
  return (
    <p className={classes.offline} role="status">
      <IconWifiOff size={18} stroke={1.8} />
      <span>
        {t(online ? 'offline.server' : 'offline.network')} {t('offline.shown', { time: localClock(since) })}{' '}
        <LazyBoundary>
          <Waiting className={classes.waiting} />
        </LazyBoundary>
      </span>
    </p>
  )
}
