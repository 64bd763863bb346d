import { IconChartLine, IconPhoto } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contract/devices/devices.ts'
import { hasPhotos } from '#shared/rules/devices/plan.ts'
import { linkTo, type Target } from '../../kit/routing/address.ts'
import { ScreenLink, useScreenSearch } from '../../kit/routing/link.tsx'
import { dataScreen, photosScreen, schedulePhotosScreen, scheduleScreen } from '../screens.ts'
import classes from './data-views.module.css'
import type { Subject } from './subject.ts'

const VIEWS = [
  { key: 'charts', icon: IconChartLine },
  { key: 'photos', icon: IconPhoto },
] as const

/** Screens of each view, of a device and of a placement; all show a period. */
const SCREENS = {
  charts: { device: dataScreen, placement: scheduleScreen },
  photos: { device: photosScreen, placement: schedulePhotosScreen },
} as const

interface Props {
  subject: Pick<Subject, 'target'>
  /** Device that is shown; undefined where somebody sees a placement of a device that is no longer theirs. */
  device: Device | undefined
  current: 'charts' | 'photos'
  /** Signs alone where the row of a desktop has no room for words. */
  compact?: boolean
}

/** Charts or photos of a device or placement, in the same period; nothing to choose where the plan has no photos. */
export function DataViews({ subject: { target }, device, current, compact }: Props) {
  const { t } = useTranslation('measurements')
  const { interval, index, calendar, date_start, date_end } = useScreenSearch(dataScreen)
  const search = { interval, index, calendar, date_start, date_end }
  const targetOf = (view: keyof typeof SCREENS): Target =>
    'device_id' in target
      ? linkTo(SCREENS[view].device, { params: { id: target.device_id }, search })
      : linkTo(SCREENS[view].placement, { params: { id: target.location_research_id }, search })
  if (device ? !hasPhotos(device.plan) : 'device_id' in target) return null
  return (
    <nav className={classes.views} data-compact={compact} aria-label={t('views.label')}>
      {VIEWS.map(({ key, icon: Icon }) => (
        <ScreenLink
          key={key}
          to={targetOf(key)}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={key === current ? 'page' : undefined}
        >
          <Icon size={18} stroke={1.9} aria-hidden="true" /> <span>{t(`views.${key}`)}</span>
        </ScreenLink>
      ))}
    </nav>
  )
}
