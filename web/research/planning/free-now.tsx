import { useTranslation } from 'react-i18next'
import { HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { useUser } from '../../kit/api/session.ts'
import { dayIn } from '../../kit/language/viewer-formats.ts'
import { useNow } from '../../kit/time/now.ts'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import { type Planning, useAvailability } from '../queries.ts'
import classes from './planning.module.css'

const MOST = 5

/** Devices that hang nowhere and can be planned from now on. */
export function FreeNow({ read }: { read: Planning }) {
  const { t } = useTranslation('research')
  const { time_zone } = useUser()
  // A little ahead, so that what was ended a moment ago counts as free.
  const soon = (Math.ceil(useNow(MINUTE_MS) / MINUTE_MS) + 1) * MINUTE_MS
  const start = new Date(soon).toISOString()
  const end = new Date(soon + HOUR_MS).toISOString()
  const { data } = useAvailability({ start, end })
  if (!data) return null
  const free = data.filter(({ obstacles }) => obstacles.length === 0)
  const next = (uses: { start: string }[]) => uses.map(one => one.start).find(time => time > start)
  return (
    <section className={`bm-card ${classes.freeNow}`}>
      <h2>{t('free_now')}</h2>
      {free.length === 0 && <p className="bm-muted">{t('none_free')}</p>}
      <ul>
        {free.slice(0, MOST).map(one => {
          const device = read.devices.find(({ id }) => id === one.device_id)
          const silent = device?.online === false
          const until = next(one.uses) ?? one.rentals?.find(({ end: ends }) => ends !== null && ends > start)?.end
          return (
            <li key={one.device_id}>
              <b>{one.device_name}</b>
              {device && <span className="bm-tag">{t(`plan.${device.plan}`)}</span>}
              <span className={classes.fact}>
                <StatusShape status={silent ? 'no_data' : 'good'} size={18} />
                {until ? t('free_until', { date: dayIn(until, time_zone) }) : t(silent ? 'free_silent' : 'free_open')}
              </span>
            </li>
          )
        })}
      </ul>
      {free.length > MOST && <p className="bm-small bm-muted">{t('more', { count: free.length - MOST })}</p>}
    </section>
  )
}
