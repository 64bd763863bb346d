import { IconChartDots } from '@tabler/icons-react'
import { flag, number, numbers, oneOf, text } from '../kit/routing/parsers.ts'
import { defineScreen } from '../kit/routing/screen.ts'
import { MEANS } from './dashboard/means.ts'

export const dashboardScreen = defineScreen({
  path: '/pro-data-dashboard',
  search: {
    measurement: text,
    min: number,
    max: number,
    areas: numbers,
    species: numbers,
    interval: text,
    index: text,
    calendar: text,
    date_start: text,
    date_end: text,
    months: numbers,
    means: oneOf(MEANS),
    low_coverage: text,
    empty: text,
    weather: text,
    cause: text,
    without_day_pattern: flag,
  },
  page: () => import('./dashboard/dashboard-page.tsx'),
  who: 'signedIn',
  tab: 'data',
  title: 'data_dashboard',
  parent: '/data/{-$id}',
  drawer: { group: 'data', order: 25, icon: IconChartDots, who: 'pro-analysis' },
  texts: ['statistics', 'measurements'],
})
