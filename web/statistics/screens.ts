import { IconChartDots, IconReportAnalytics } from '@tabler/icons-react'
import { CHART_TYPES } from '../charts/drawing/chart-spec.ts'
import { day, flag, id, number, numbers, oneOf, text } from '../kit/routing/parsers.ts'
import { defineScreen } from '../kit/routing/screen.ts'
import { COMPARISONS } from './comparison/comparisons.ts'
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
    against: oneOf(COMPARISONS),
    against_areas: numbers,
    against_date: day,
    against_start: text,
    against_end: text,
  },
  page: () => import('./dashboard/dashboard-page.tsx'),
  who: 'signedIn',
  tab: 'data',
  title: 'data_dashboard',
  parent: '/data/{-$id}',
  drawer: { group: 'data', order: 25, icon: IconChartDots, who: 'pro-analysis' },
  texts: ['statistics', 'measurements', 'benchmarks'],
})

export const researchDashboardScreen = defineScreen({
  path: '/research-dashboard',
  search: {
    project: id,
    measurement: text,
    devices: numbers,
    interval: text,
    index: text,
    date_start: text,
    date_end: text,
    least: number,
    raw: flag,
    weather: text,
    type: oneOf(CHART_TYPES),
    matrix: id,
    treatment: numbers,
    control: numbers,
  },
  page: () => import('./research/research-dashboard-page.tsx'),
  who: 'signedIn',
  tab: 'planning',
  title: 'research_dashboard',
  parent: '/research',
  drawer: { group: 'research', order: 5, icon: IconReportAnalytics, who: 'research-analysis' },
  texts: ['research-dashboard', 'statistics', 'measurements'],
})
