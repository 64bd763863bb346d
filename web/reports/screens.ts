import { IconCalendarRepeat, IconReport } from '@tabler/icons-react'
import { either, flag, id, moment, numbers, oneOf, text } from '../kit/routing/parsers.ts'
import { defineScreen } from '../kit/routing/screen.ts'

export const reportsScreen = defineScreen({
  path: '/reports',
  search: {
    /** `Emission`, with the substance. */
    source: text,
    gas: text,
    areas: numbers,
    interval: text,
    index: id,
    calendar: flag,
    date_start: moment,
    date_end: moment,
    /** Report whose link of yesterday was opened. */
    again: id,
  },
  page: () => import('./reports-page.tsx'),
  who: 'signedIn',
  tab: 'data',
  title: 'reports',
  parent: '/data/{-$id}',
  drawer: { group: 'data', order: 15, icon: IconReport },
  texts: ['reports', 'emission'],
})

export const schedulesScreen = defineScreen({
  path: '/schedules',
  page: () => import('./schedules/schedules-page.tsx'),
  who: 'signedIn',
  tab: 'data',
  title: 'schedules',
  parent: '/data/{-$id}',
  drawer: { group: 'data', order: 12, icon: IconCalendarRepeat },
  texts: ['schedules'],
})

/** A schedule, or `new`. */
export const scheduleScreen = defineScreen({
  path: '/schedules/$id',
  params: { id: either(id, oneOf(['new'])) },
  page: () => import('./schedules/schedule-page.tsx'),
  who: 'signedIn',
  tab: 'data',
  title: 'schedule',
  parent: '/schedules',
  names: 'schedule',
  texts: ['schedules', 'reports', 'emission'],
})

/** Opened by the link to a report that is over, or was taken back. */
export const reportLinkScreen = defineScreen({
  path: '/report-link',
  search: {
    /** Report whose day is over. */
    again: id,
  },
  page: () => import('./report-link-page.tsx'),
  who: 'everyone',
  bare: true,
  title: 'report_link',
  texts: ['reports', 'users'],
})

/** Opened by the link in a mail of a report. */
export const reportMailScreen = defineScreen({
  path: '/report-mail/$token',
  params: { token: text },
  page: () => import('./schedules/report-mail-page.tsx'),
  who: 'everyone',
  bare: true,
  title: 'report_mail',
  texts: ['schedules', 'users'],
})
