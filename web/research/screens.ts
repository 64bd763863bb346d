import { IconCalendarEvent } from '@tabler/icons-react'
import { id, text } from '../kit/routing/parsers.ts'
import { defineScreen } from '../kit/routing/screen.ts'

const texts = ['research'] as const

export const planningScreen = defineScreen({
  path: '/researchplanning',
  search: { view: text, scale: text, page: text, id },
  page: () => import('./planning/planning-page.tsx'),
  who: 'signedIn',
  tab: 'planning',
  title: 'planning',
  drawer: { group: 'planning', order: 10, icon: IconCalendarEvent },
  texts,
})

export const quickStartScreen = defineScreen({
  path: '/researchplanning/quick',
  search: { location: id, area: id },
  page: () => import('./quick-start/quick-start-page.tsx'),
  who: 'signedIn',
  tab: 'planning',
  title: 'quick_start',
  parent: '/researchplanning',
  texts,
})
