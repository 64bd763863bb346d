import { IconMailForward } from '@tabler/icons-react'
import { text } from '../kit/routing/parsers.ts'
import { defineScreen } from '../kit/routing/screen.ts'

export const alertDeliveryScreen = defineScreen({
  path: '/profile/alerts',
  page: () => import('./alert-delivery-page.tsx'),
  who: 'signedIn',
  title: 'alert_delivery',
  parent: '/profile',
  texts: ['alert-delivery', 'contact-points'],
})

export const standInScreen = defineScreen({
  path: '/stand-in/$token',
  params: { token: text },
  page: () => import('./absence/stand-in-page.tsx'),
  who: 'everyone',
  bare: true,
  title: 'stand_in',
  texts: ['alert-delivery'],
})

export const outgoingMailScreen = defineScreen({
  path: '/outgoing-mail',
  page: () => import('./outbox/outgoing-mail-page.tsx'),
  who: 'signedIn',
  title: 'outgoing_mail',
  drawer: { group: 'info', order: 70, icon: IconMailForward, who: 'admin' },
  texts: ['users', 'alert-delivery'],
})
