import { IconWifiOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/contract/index.ts'
import { ask } from '../kit/api.ts'
import { dateTimeIn } from '../kit/format.ts'
import { Beside } from '../ui/beside.tsx'
import classes from './layout.module.css'

const Waiting = lazy(() => import('../diary/outbox-waiting.tsx'))

const ASK_EVERY = 4000

/** The clock of whoever looks; with the date once that is another. */
const clockOf = (moment: number): string => {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const [then, now] = [dateTimeIn(moment, here), dateTimeIn(Date.now(), here)]
  return then.slice(0, 10) === now.slice(0, 10) ? then.slice(11) : then
}

/** Says that the server can't be reached and how old the screen is; asks again, and reads all anew once it answers. */
export function OfflineBar({ since }: { since: number }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => ask(api.getHealth, {}).catch(() => undefined), ASK_EVERY)
    return () => {
      clearInterval(timer)
      void client.invalidateQueries()
    }
  }, [client])
  return (
    <p className={classes.offline} role="status">
      <IconWifiOff size={18} stroke={1.8} />
      <span>
        {t(navigator.onLine ? 'offline.server' : 'offline.network')} {t('offline.shown', { time: clockOf(since) })}{' '}
        <Beside>
          <Waiting className={classes.waiting} />
        </Beside>
      </span>
    </p>
  )
}
