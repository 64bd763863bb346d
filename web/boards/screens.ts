import { IconLayoutDashboard } from '@tabler/icons-react'
import { id } from '../kit/routing/parsers.ts'
import { defineScreen } from '../kit/routing/screen.ts'
import { dataScreen } from '../measurements/screens.ts'

const texts = ['boards', 'measurements', 'statistics'] as const

export const boardsScreen = defineScreen({
  path: '/boards',
  page: () => import('./boards-page.tsx'),
  who: 'signedIn',
  tab: 'data',
  title: 'boards',
  drawer: { group: 'data', order: 11, icon: IconLayoutDashboard },
  texts,
})

export const boardScreen = defineScreen({
  path: '/boards/$id',
  params: { id },
  // A board shows a period as the data page does.
  search: dataScreen.search,
  page: () => import('./board-page.tsx'),
  who: 'signedIn',
  tab: 'data',
  title: 'board',
  parent: '/boards',
  names: 'board',
  texts,
})

/**
 * Opened by its link, whose secret stands behind the `#`: a browser sends that to no server. Who signs in first has it in the
 * address of that page, as it leads back; the secret shows names of charts and gives no right.
 */
export const sharedBoardScreen = defineScreen({
  path: '/boards/shared',
  search: dataScreen.search,
  page: () => import('./shared-board-page.tsx'),
  who: 'signedIn',
  tab: 'data',
  title: 'shared_board',
  parent: '/boards',
  texts,
})
