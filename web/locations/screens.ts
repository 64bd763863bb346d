import { id } from '../kit/routing/parsers.ts'
import { defineScreen } from '../kit/routing/screen.ts'
import { BarnIcon } from '../ui/icons/barn-icon.tsx'

const home = () => import('./home/home-page.tsx')
const areaPage = () => import('./area/area-page.tsx')
const texts = ['locations', 'places'] as const

export const homeScreen = defineScreen({
  path: '/',
  page: home,
  who: 'signedIn',
  tab: 'locations',
  title: 'locations',
  drawer: { group: 'locations', order: 10, icon: BarnIcon },
  texts: ['locations'],
})

export const locationsScreen = defineScreen({
  path: '/locations',
  page: home,
  who: 'signedIn',
  tab: 'locations',
  title: 'locations',
  texts,
})

export const newLocationScreen = defineScreen({
  path: '/locations/create',
  page: () => import('./wizard/wizard-page.tsx'),
  who: 'signedIn',
  tab: 'locations',
  title: 'new_location',
  parent: '/locations',
  found: true,
  texts,
})

export const deletedPlacesScreen = defineScreen({
  path: '/locations/deleted',
  page: () => import('./edit/deleted-page.tsx'),
  who: 'signedIn',
  tab: 'locations',
  title: 'deleted_places',
  parent: '/locations',
  texts: ['places'],
})

export const editLocationScreen = defineScreen({
  path: '/locations/$id/edit',
  params: { id },
  page: () => import('./edit/edit-page.tsx'),
  who: 'signedIn',
  tab: 'locations',
  title: 'edit_location',
  parent: '/locations',
  names: 'location',
  texts: [...texts, 'groups', 'benchmarks'],
})

export const newAreaScreen = defineScreen({
  path: '/areas/create',
  search: { location_id: id },
  page: areaPage,
  who: 'signedIn',
  tab: 'locations',
  title: 'new_area',
  parent: '/locations',
  texts,
})

export const editAreaScreen = defineScreen({
  path: '/areas/$id/edit',
  params: { id },
  page: areaPage,
  who: 'signedIn',
  tab: 'locations',
  title: 'edit_area',
  parent: '/locations',
  names: 'area',
  texts: [...texts, 'rounds', 'flocks'],
})
