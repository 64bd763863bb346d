import { IconChartLine, IconPhoto } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contract/devices/devices.ts'
import { hasPhotos } from '#shared/rules/devices/plan.ts'
import classes from './data-views.module.css'
import type { Subject } from './subject.ts'

const VIEWS = [
  { key: 'charts', path: '', icon: IconChartLine },
  { key: 'photos', path: '/photos', icon: IconPhoto },
] as const

interface Props {
  subject: Pick<Subject, 'asked'>
  /** Device that is shown; undefined where somebody sees a placement of a device that is no longer theirs. */
  device: Device | undefined
  shown: 'charts' | 'photos'
  /** Signs alone where the row of a desk has no room for words. */
  compact?: boolean
}

/** Charts or photos of a device or placement, in the same period; nothing to choose where the plan has no photos. */
export function DataViews({ subject: { asked }, device, shown, compact }: Props) {
  const { t } = useTranslation('measurements')
  const { interval, index, calendar, date_start, date_end } = useSearch({ strict: false }) as Record<string, string>
  const base = 'device_id' in asked ? `/data/${asked.device_id}` : `/data/schedule/${asked.location_research_id}`
  if (device ? !hasPhotos(device.plan) : 'device_id' in asked) return null
  return (
    <nav className={classes.views} data-compact={compact} aria-label={t('views.label')}>
      {VIEWS.map(({ key, path, icon: Icon }) => (
        <Link
          key={key}
          to={`${base}${path}`}
          search={{ interval, index, calendar, date_start, date_end } as never}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={key === shown ? 'page' : undefined}
        >
          <Icon size={18} stroke={1.9} aria-hidden="true" /> <span>{t(`views.${key}`)}</span>
        </Link>
      ))}
    </nav>
  )
}
