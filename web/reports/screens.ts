import { IconReport } from '@tabler/icons-react'
import { flag, id, numbers, text } from '../kit/routing/parsers.ts'
import { defineScreen } from '../kit/routing/screen.ts'

export const reportsScreen = defineScreen({
  path: '/reports',
  search: {
    areas: numbers,
    interval: text,
    index: id,
    calendar: flag,
    date_start: text,
    date_end: text,
    /** Report whose link of yesterday was opened. */
    again: id,
  },
  page: () => import('./reports-page.tsx'),
  who: 'signedIn',
  tab: 'data',
  title: 'reports',
  parent: '/data/{-$id}',
  drawer: { group: 'data', order: 15, icon: IconReport },
  texts: ['reports'],
})
