import { IconClockExclamation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { clockIn, dayIn, momentIn } from '../../kit/language/viewer-formats.ts'
import { useNow } from '../../kit/time/now.ts'
import classes from './layout.module.css'

/** Says that the clock of this device is wrong; `off` is by how many ms the server's is ahead. */
export function ClockBar({ off }: { off: number }) {
  const { t } = useTranslation()
  const server = useNow()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const written = dayIn(server - off, zone) === dayIn(server, zone) ? clockIn : momentIn
  return (
    <p className={classes.offline} role="status">
      <IconClockExclamation size={18} stroke={1.8} />
      <span>{t('clock_off', { here: written(server - off, zone), server: written(server, zone) })}</span>
    </p>
  )
}
