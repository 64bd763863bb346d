import { IconAbc, IconBook, IconHelpCircle, IconSparkles } from '@tabler/icons-react'
import { id, text } from '../kit/routing/parsers.ts'
import { defineScreen } from '../kit/routing/screen.ts'

const texts = ['help'] as const

export const manualsScreen = defineScreen({
  path: '/manuals',
  page: () => import('./manuals-page.tsx'),
  who: 'signedIn',
  title: 'manuals',
  drawer: { group: 'info', order: 20, icon: IconBook },
  texts,
})

export const manualScreen = defineScreen({
  path: '/manuals/$key',
  params: { key: text },
  /** Device for which its examples are filled in. */
  search: { device: id },
  page: () => import('./manual-page.tsx'),
  who: 'signedIn',
  title: 'manuals',
  parent: '/manuals',
  names: 'manual',
  texts,
})

/** Open to everyone: whoever was sent a link or has not signed in yet meets the words too. `#thi` shows one of them. */
export const glossaryScreen = defineScreen({
  path: '/help/glossary',
  page: () => import('./glossary/glossary-page.tsx'),
  who: 'everyone',
  title: 'glossary',
  drawer: { group: 'info', order: 22, icon: IconAbc, who: 'everyone' },
  texts: ['help', 'glossary'],
})

/** `#silent` opens one question. */
export const questionsScreen = defineScreen({
  path: '/help/questions',
  page: () => import('./questions/questions-page.tsx'),
  who: 'everyone',
  title: 'questions',
  drawer: { group: 'info', order: 8, icon: IconHelpCircle, who: 'everyone' },
  texts: ['help', 'questions'],
})

export const newScreen = defineScreen({
  path: '/new',
  page: () => import('./new-page.tsx'),
  who: 'signedIn',
  title: 'new',
  drawer: { group: 'info', order: 50, icon: IconSparkles },
  texts,
})
