import { IconListCheck, IconListDetails, IconNotebook } from '@tabler/icons-react'
import { either, id, oneOf, text } from '../kit/routing/parsers.ts'
import { defineScreen } from '../kit/routing/screen.ts'

const diary = () => import('./list/diary-page.tsx')
const texts = ['diary', 'outbox'] as const
const search = {
  view: text,
  checklist_id: text,
  search: text,
  impression: text,
  needs_attention: text,
  reminder: text,
  photos: text,
  date_start: text,
  date_end: text,
}

export const diaryScreen = defineScreen({
  path: '/diary',
  search,
  page: diary,
  who: 'signedIn',
  tab: 'diary',
  title: 'diary',
  drawer: { group: 'diary', order: 10, icon: IconNotebook },
  texts,
})

export const inspectionDetailsScreen = defineScreen({
  path: '/inspections',
  search,
  page: diary,
  who: 'signedIn',
  tab: 'diary',
  title: 'inspection_details',
  parent: '/diary',
  drawer: { group: 'diary', order: 20, icon: IconListDetails },
  texts,
})

export const areaInspectionsScreen = defineScreen({
  path: '/areas/$id/inspections',
  params: { id },
  search,
  page: diary,
  who: 'signedIn',
  tab: 'diary',
  title: 'place_inspections',
  parent: '/diary',
  names: 'area',
  texts,
})

export const locationInspectionsScreen = defineScreen({
  path: '/locations/$id/inspections',
  params: { id },
  search,
  page: diary,
  who: 'signedIn',
  tab: 'diary',
  title: 'place_inspections',
  parent: '/diary',
  names: 'location',
  texts,
})

export const inspectionScreen = defineScreen({
  path: '/inspections/$id',
  params: { id },
  page: () => import('./inspection/inspection-page.tsx'),
  who: 'signedIn',
  tab: 'diary',
  title: 'inspection',
  parent: '/diary',
  names: 'inspection',
  texts,
})

export const checklistsScreen = defineScreen({
  path: '/checklists',
  page: () => import('./checklists/lists-page.tsx'),
  who: 'signedIn',
  tab: 'diary',
  title: 'checklists',
  parent: '/diary',
  drawer: { group: 'diary', order: 30, icon: IconListCheck },
  texts: ['checklists', 'diary'],
})

export const editChecklistScreen = defineScreen({
  path: '/checklist/$id/edit',
  // Screen on which one is written that has no number yet.
  params: { id: either(id, oneOf(['new'])) },
  search: { copy: id },
  page: () => import('./checklists/editor/editor-page.tsx'),
  who: 'signedIn',
  tab: 'diary',
  title: 'edit_checklist',
  parent: '/checklists',
  names: 'checklist',
  texts: ['checklists', 'diary', 'inspect'],
})

const form = () => import('./inspection-form/form-page.tsx')
const formTexts = ['inspect', 'photos', 'dates'] as const

/** An inspection is written without a network, too, as is all that waits to be sent. */
export const newInspectionScreen = defineScreen({
  path: '/inspect',
  search: {
    outbox_item: text,
    draft: text,
    at: text,
    location_id: id,
    area_id: id,
    research_id: id,
    date_start: text,
    date_end: text,
  },
  page: form,
  who: 'signedIn',
  alone: true,
  tab: 'diary',
  title: 'new_inspection',
  parent: '/diary',
  texts: formTexts,
})

export const editInspectionScreen = defineScreen({
  path: '/inspections/$id/edit',
  params: { id },
  page: form,
  who: 'signedIn',
  alone: true,
  tab: 'diary',
  title: 'edit_inspection',
  parent: '/diary',
  names: 'inspection',
  texts: formTexts,
})

export const outboxScreen = defineScreen({
  path: '/outbox',
  page: () => import('./outbox/outbox-page.tsx'),
  who: 'signedIn',
  tab: 'diary',
  title: 'outbox',
  parent: '/diary',
  texts: ['outbox', 'inspect'],
})
