import { IconServerCog } from '@tabler/icons-react'
import { defineScreen } from '../kit/routing/screen.ts'

export const operationsScreen = defineScreen({
  path: '/operations',
  page: () => import('./operations-page.tsx'),
  who: 'signedIn',
  title: 'operations',
  drawer: { group: 'info', order: 72, icon: IconServerCog, who: 'admin' },
  texts: ['operations', 'people'],
})
