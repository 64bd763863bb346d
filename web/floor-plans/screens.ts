import { id, text } from '../kit/routing/parsers.ts'
import { defineScreen } from '../kit/routing/screen.ts'

export const floorPlansScreen = defineScreen({
  path: '/locations/$id/floor-plans',
  params: { id },
  /** `plan`: the one that is shown; `show`: the measurement whose values stand at the devices. */
  search: { plan: id, show: text },
  page: () => import('./floor-plans-page.tsx'),
  who: 'signedIn',
  tab: 'locations',
  title: 'floor_plans',
  names: 'location',
  texts: ['floor-plans'],
})
