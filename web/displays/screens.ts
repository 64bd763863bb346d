import { id } from '../kit/routing/parsers.ts'
import { defineScreen } from '../kit/routing/screen.ts'

const texts = ['displays'] as const

export const displaysScreen = defineScreen({
  path: '/locations/$id/displays',
  params: { id },
  page: () => import('./displays-page.tsx'),
  who: 'signedIn',
  tab: 'locations',
  title: 'displays',
  names: 'location',
  texts,
})

/** Opened by its link, whose secret stands behind the `#`: a browser sends that to no server, and no log has it. */
export const wallScreen = defineScreen({
  path: '/wall',
  page: () => import('./wall-page.tsx'),
  who: 'everyone',
  bare: true,
  title: 'wall',
  texts,
})
