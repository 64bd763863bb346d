import { IconEgg, IconHourglassHigh } from '@tabler/icons-react'
import { AXIS_MEASURES, EXPOSURE_PARTS } from '#shared/rules/locations/exposure.ts'
import { REPORT_PERIODS } from '#shared/rules/time/calendar-period-names.ts'
import { day, id, oneOf, text } from '../kit/routing/parsers.ts'
import { defineScreen } from '../kit/routing/screen.ts'

export const exposureScreen = defineScreen({
  path: '/exposure',
  search: {
    /** Location or area: `location:3`, `area:7`. */
    of: text,
    by: oneOf(EXPOSURE_PARTS),
    period: oneOf(REPORT_PERIODS),
    /** Any day of the period. */
    date: day,
  },
  page: () => import('./exposure/exposure-page.tsx'),
  who: 'signedIn',
  tab: 'data',
  title: 'exposure',
  drawer: { group: 'data', order: 27, icon: IconHourglassHigh },
  texts: ['flocks', 'statistics'],
})

export const roundsScreen = defineScreen({
  path: '/rounds',
  search: { area_id: id, measure: oneOf(AXIS_MEASURES) },
  page: () => import('./rounds/rounds-page.tsx'),
  who: 'signedIn',
  tab: 'data',
  title: 'rounds',
  drawer: { group: 'data', order: 28, icon: IconEgg },
  texts: ['flocks', 'rounds'],
})
