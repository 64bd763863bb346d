import type { Screen } from './screens.ts'

const diary = () => import('../../diary/list/diary-page.tsx')
const texts = ['diary', 'outbox'] as const

/** The screens of the diary and of the lists inspections are made with, in the table of all screens. */
export const DIARY_SCREENS: readonly Screen[] = [
  { path: '/diary', page: diary, who: 'signedIn', tab: 'diary', title: 'diary', texts },
  {
    path: '/inspections',
    page: diary,
    who: 'signedIn',
    tab: 'diary',
    title: 'inspection_details',
    parent: '/diary',
    texts,
  },
  {
    path: '/areas/$id/inspections',
    page: diary,
    who: 'signedIn',
    tab: 'diary',
    title: 'place_inspections',
    parent: '/diary',
    texts,
  },
  {
    path: '/locations/$id/inspections',
    page: diary,
    who: 'signedIn',
    tab: 'diary',
    title: 'place_inspections',
    parent: '/diary',
    texts,
  },
  {
    path: '/inspections/$id',
    page: () => import('../../diary/inspection/inspection-page.tsx'),
    who: 'signedIn',
    tab: 'diary',
    title: 'inspection',
    parent: '/diary',
    texts,
  },
  {
    path: '/checklists',
    page: () => import('../../diary/checklists/lists-page.tsx'),
    who: 'signedIn',
    tab: 'diary',
    title: 'checklists',
    parent: '/diary',
    texts: ['checklists', 'diary'],
  },
  {
    path: '/checklist/$id/edit',
    page: () => import('../../diary/checklists/editor/editor-page.tsx'),
    who: 'signedIn',
    tab: 'diary',
    title: 'edit_checklist',
    parent: '/checklists',
    texts: ['checklists', 'diary', 'inspect'],
  },
]
