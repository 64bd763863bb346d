import { IconMailForward } from '@tabler/icons-react'
import { defineScreen } from '../kit/routing/screen.ts'

export const outgoingMailScreen = defineScreen({
  path: '/outgoing-mail',
  page: () => import('./outgoing-mail-page.tsx'),
  who: 'signedIn',
  title: 'outgoing_mail',
  drawer: { group: 'info', order: 70, icon: IconMailForward, who: 'admin' },
  texts: ['users'],
})
