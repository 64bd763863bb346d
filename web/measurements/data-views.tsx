import { IconChartLine, IconPhoto } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Device } from '../../shared/contract/devices.ts'
import { hasPhotos } from '../../shared/rules/plan.ts'
import classes from './data-views.module.css'

const VIEWS = [
  { key: 'charts', to: '/data/$id', icon: IconChartLine },
  { key: 'photos', to: '/data/$id/photos', icon: IconPhoto },
] as const

interface Props {
  device: Device | undefined
  shown: 'charts' | 'photos'
  /** Signs alone where the row of a desk has no room for words. */
  compact?: boolean
}

/** Charts or photos of a device, in the same period; nothing to choose where the plan has no photos. */
export function DataViews({ device, shown, compact }: Props) {
  const { t } = useTranslation('measurements')
  const { interval, index, calendar, date_start, date_end } = useSearch({ strict: false }) as Record<string, string>
  if (!device || !hasPhotos(device.plan)) return null
  return (
    <nav className={classes.views} data-compact={compact} aria-label={t('views.label')}>
      {VIEWS.map(({ key, to, icon: Icon }) => (
        <Link
          key={key}
          to={to}
          params={{ id: String(device.id) } as never}
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
