import { IconCalendarEvent, IconMicroscope } from '@tabler/icons-react'
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

const projectTexts = ['projects'] as const

export const projectsScreen = defineScreen({
  path: '/research',
  search: { state: text },
  page: () => import('./projects/projects-page.tsx'),
  who: 'signedIn',
  tab: 'planning',
  title: 'research',
  drawer: { group: 'research', order: 10, icon: IconMicroscope },
  texts: projectTexts,
})

export const newProjectScreen = defineScreen({
  path: '/research/create',
  page: () => import('./projects/new-project-page.tsx'),
  who: 'signedIn',
  tab: 'planning',
  title: 'new_research',
  parent: '/research',
  found: true,
  texts: projectTexts,
})

export const projectScreen = defineScreen({
  path: '/research/$id',
  params: { id },
  // A receipt that is shown at once: that of an answer given a moment ago, or one that a mail leads to.
  search: { answered: id, receipt: id },
  page: () => import('./projects/project-page.tsx'),
  who: 'signedIn',
  tab: 'planning',
  title: 'research',
  parent: '/research',
  names: 'research',
  texts: ['projects', 'snapshots'],
})

/** Address that a citation names: it stays, and anybody may open it. */
export const publishedScreen = defineScreen({
  path: '/published/$id',
  params: { id },
  page: () => import('./snapshots/published-page.tsx'),
  who: 'everyone',
  bare: true,
  title: 'published_version',
  names: 'version',
  texts: ['snapshots'],
})

export const editProjectScreen = defineScreen({
  path: '/research/$id/edit',
  params: { id },
  page: () => import('./projects/edit-project-page.tsx'),
  who: 'signedIn',
  tab: 'planning',
  title: 'edit_research',
  parent: '/research',
  names: 'research',
  texts: projectTexts,
})

export const consentScreen = defineScreen({
  path: '/research/$id/consent',
  params: { id },
  page: () => import('./projects/consent-page.tsx'),
  who: 'signedIn',
  tab: 'planning',
  title: 'consent',
  parent: '/research',
  names: 'research',
  texts: projectTexts,
})
