import { useTranslation } from 'react-i18next'
import { colourOfAge, type DeviceColour } from '#shared/rules/devices/device-status.ts'
import classes from './devices.module.css'

const HOURS_FROM = 60
const DAYS_FROM = 1440

/** Minutes alone, hours from 60 and days from 1,440 on (specification §9): the unit of minutes stands once above the table. */
export const shortAge = (minutes: number): { value: number; unit: '' | 'h' | 'd' } => {
  if (minutes < HOURS_FROM) return { value: minutes, unit: '' }
  if (minutes < DAYS_FROM) return { value: Math.floor(minutes / 60), unit: 'h' }
  return { value: Math.floor(minutes / 1440), unit: 'd' }
}

const STATUS: Record<DeviceColour, 'good' | 'act_now' | 'no_data'> = { green: 'good', red: 'act_now', grey: 'no_data' }

/** Age of something, coloured by what is in time for it. */
export function Age({ minutes, threshold, unit }: { minutes: number | null; threshold: number; unit?: boolean }) {
  const { t } = useTranslation('devices')
  if (minutes === null)
    return (
      <span className={classes.age} data-status="no_data">
        –<span className="bm-hidden">{t('age.never')}</span>
      </span>
    )
  const status = STATUS[colourOfAge(minutes, threshold)]
  const short = shortAge(minutes)
  return (
    <span className={classes.age} data-status={status}>
      {short.value}
      {short.unit !== '' || unit ? ` ${short.unit || t('age.min')}` : ''}
      {status === 'act_now' && <span className="bm-hidden">, {t('age.late')}</span>}
    </span>
  )
}
