import type { Screen } from './screens.ts'

const home = () => import('../../locations/home/home-page.tsx')
const areaPage = () => import('../../locations/area/area-page.tsx')

/** The screens of locations and areas, in the table of all screens. */
export const PLACE_SCREENS: readonly Screen[] = [
  { path: '/', page: home, who: 'signedIn', tab: 'locations', title: 'locations', texts: ['locations'] },
  {
    path: '/locations',
    page: home,
    who: 'signedIn',
    tab: 'locations',
    title: 'locations',
    texts: ['locations', 'places'],
  },
  {
    path: '/locations/create',
    page: () => import('../../locations/wizard/wizard-page.tsx'),
    who: 'signedIn',
    tab: 'locations',
    title: 'new_location',
    parent: '/locations',
    texts: ['locations', 'places'],
  },
  {
    path: '/locations/deleted',
    page: () => import('../../locations/edit/deleted-page.tsx'),
    who: 'signedIn',
    tab: 'locations',
    title: 'deleted_places',
    parent: '/locations',
    texts: ['places'],
  },
  {
    path: '/locations/$id/edit',
    page: () => import('../../locations/edit/edit-page.tsx'),
    who: 'signedIn',
    tab: 'locations',
    title: 'edit_location',
    parent: '/locations',
    texts: ['locations', 'places'],
  },
  {
    path: '/areas/create',
    page: areaPage,
    who: 'signedIn',
    tab: 'locations',
    title: 'new_area',
    parent: '/locations',
    texts: ['locations', 'places'],
  },
  {
    path: '/areas/$id/edit',
    page: areaPage,
    who: 'signedIn',
    tab: 'locations',
    title: 'edit_area',
    parent: '/locations',
    texts: ['locations', 'places'],
  },
]
