import { FEED_KINDS } from '#shared/rules/accounts/feeds.ts'
import { oneOf } from '../kit/routing/parsers.ts'
import { defineScreen } from '../kit/routing/screen.ts'

export const feedsScreen = defineScreen({
  path: '/profile/feeds',
  /** Kind of the link that somebody came to make. */
  search: { new: oneOf(FEED_KINDS) },
  page: () => import('./feeds-page.tsx'),
  who: 'signedIn',
  title: 'feeds',
  parent: '/profile',
  found: true,
  texts: ['feeds'],
})
