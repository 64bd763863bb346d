import { IconCamera } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useGo } from '../../kit/routing/link.tsx'
import classes from './lanes.module.css'
import { type PhotoTick, photosOf, tickAt } from './photo-times.ts'

interface Props {
  deviceId: number
  ticks: readonly PhotoTick[]
  /** ms that a tick stands for. */
  step: number
  timeZone: string
  children: ReactNode
}

/**
 * Lane of the times photos were taken. Ticks are too near each other to be aimed at: the lane as a whole is tapped, a
 * key opens the latest.
 */
export function PhotoLane({ deviceId, ticks, step, timeZone, children }: Props) {
  const { t } = useTranslation('measurements')
  const go = useGo()
  const open = (place: number) => {
    const tick = tickAt(ticks, place)
    if (tick) void go(photosOf(deviceId, tick, step, timeZone))
  }
  const count = ticks.reduce((sum, { photos }) => sum + photos, 0)
  return (
    <div className={classes.lane}>
      <h4>
        <IconCamera size={15} stroke={1.9} aria-hidden="true" /> {t('lanes.photos')}
      </h4>
      <ul className={classes.photos}>
        {children}
        <li>
          <button
            type="button"
            aria-label={t('lanes.photos_open', { count })}
            onClick={({ detail, clientX, currentTarget }) => {
              const { left, width } = currentTarget.getBoundingClientRect()
              open(detail === 0 ? 100 : ((clientX - left) / width) * 100)
            }}
          >
            {ticks.map(tick => (
              <i key={tick.from} style={{ left: `${tick.left}%` }} />
            ))}
          </button>
        </li>
      </ul>
    </div>
  )
}
