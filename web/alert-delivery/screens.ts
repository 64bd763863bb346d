import { defineScreen } from '../kit/routing/screen.ts'

export const alertDeliveryScreen = defineScreen({
  path: '/profile/alerts',
  page: () => import('./alert-delivery-page.tsx'),
  who: 'signedIn',
  title: 'alert_delivery',
  parent: '/profile',
  texts: ['alert-delivery'],
})
