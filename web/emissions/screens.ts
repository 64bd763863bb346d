import { IconAdjustments, IconWind } from '@tabler/icons-react'
import { CALENDAR_PERIODS } from '#shared/rules/time/calendar-period-names.ts'
import { day, id, oneOf, text } from '../kit/routing/parsers.ts'
import { defineScreen } from '../kit/routing/screen.ts'

export const emissionScreen = defineScreen({
  path: '/emission',
  search: {
    /** Company number, location or area: `ubn:1742290`, `location:3`, `area:7`. */
    of: text,
    gas: text,
    period: oneOf(CALENDAR_PERIODS),
    /** Any day of the period. */
    date: day,
  },
  page: () => import('./dashboard/emission-page.tsx'),
  who: 'signedIn',
  tab: 'emission',
  title: 'emission',
  drawer: { group: 'emission', order: 10, icon: IconWind, who: 'emission' },
  texts: ['emission', 'emission-report', 'statistics'],
})

export const emissionSettingsScreen = defineScreen({
  path: '/emission-settings',
  search: { area_id: id },
  page: () => import('./settings/settings-page.tsx'),
  who: 'signedIn',
  tab: 'emission',
  title: 'emission_settings',
  parent: '/emission',
  drawer: { group: 'emission', order: 20, icon: IconAdjustments, who: 'emission' },
  texts: ['emission', 'emission-settings', 'rounds'],
})
