import { IconDownload } from '@tabler/icons-react'
import { text } from '../kit/routing/parsers.ts'
import { defineScreen } from '../kit/routing/screen.ts'

export const exportScreen = defineScreen({
  path: '/export',
  search: {
    by: text,
    ids: text,
    measurements: text,
    interval: text,
    index: text,
    calendar: text,
    date_start: text,
    date_end: text,
    step_seconds: text,
    raw: text,
    doubtful: text,
    format: text,
    decimal: text,
    separator: text,
  },
  page: () => import('./export-page.tsx'),
  who: 'signedIn',
  tab: 'data',
  title: 'export',
  parent: '/data/{-$id}',
  drawer: { group: 'data', order: 20, icon: IconDownload },
  texts: ['exports'],
})
