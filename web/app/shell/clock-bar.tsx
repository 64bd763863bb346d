import { IconClockExclamation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { dateTimeIn } from '../../kit/language/format.ts'
import { useNow } from '../../kit/time/now.ts'
import classes from './layout.module.css'

/** Says that the clock of this device is wrong; `off` is by how many ms the server's is ahead. */
export function ClockBar({ off }: { off: number }) {
  const { t } = useTranslation()
  const server = useNow()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const [here, there] = [dateTimeIn(server - off, zone), dateTimeIn(server, zone)]
  const from = here.slice(0, 10) === there.slice(0, 10) ? 11 : 0
  return (
    <p className={classes.offline} role="status">
      <IconClockExclamation size={18} stroke={1.8} />
      <span>{t('clock_off', { here: here.slice(from), server: there.slice(from) })}</span>
    </p>
  )
}
