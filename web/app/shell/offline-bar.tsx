import { IconWifiOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
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
      void client.invalidateQueries()
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
