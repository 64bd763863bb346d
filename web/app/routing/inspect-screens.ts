import type { Screen } from './screens.ts'

const form = () => import('../../diary/inspection-form/form-page.tsx')
const texts = ['inspect', 'photos'] as const

/** The screens an inspection is written on and sent from; they open without a network. */
export const INSPECT_SCREENS: readonly Screen[] = [
  {
    path: '/inspect',
    page: form,
    who: 'signedIn',
    alone: true,
    tab: 'diary',
    title: 'new_inspection',
    parent: '/diary',
    texts,
  },
  {
    path: '/inspections/$id/edit',
    page: form,
    who: 'signedIn',
    alone: true,
    tab: 'diary',
    title: 'edit_inspection',
    parent: '/diary',
    texts,
  },
  {
    path: '/outbox',
    page: () => import('../../diary/outbox/outbox-page.tsx'),
    who: 'signedIn',
    tab: 'diary',
    title: 'outbox',
    parent: '/diary',
    texts: ['outbox', 'inspect'],
  },
]
