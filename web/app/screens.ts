import { notFoundAddress } from '../kit/routing/not-found.ts'
import { defineScreen } from '../kit/routing/screen.ts'

export const notFoundScreen = defineScreen({
  path: notFoundAddress.path,
  search: notFoundAddress.search,
  page: () => import('./shell/not-found-page.tsx'),
  who: 'everyone',
  title: 'not_found',
})
