import { IconShieldCheck } from '@tabler/icons-react'
import { id, text } from '../kit/routing/parsers.ts'
import { defineScreen } from '../kit/routing/screen.ts'

const texts = ['alarm-plan'] as const

export const alarmWatchScreen = defineScreen({
  path: '/alarm-watch',
  page: () => import('./alarm-watch-page.tsx'),
  who: 'signedIn',
  tab: 'alerts',
  title: 'alarm_watch',
  parent: '/alerts',
  drawer: { group: 'alerts', order: 30, icon: IconShieldCheck },
  texts,
})

export const alarmPlanScreen = defineScreen({
  path: '/alarm-plan/$id',
  params: { id },
  page: () => import('./alarm-plan-page.tsx'),
  who: 'signedIn',
  tab: 'alerts',
  title: 'alarm_plan',
  parent: '/alarm-watch',
  names: 'location',
  texts,
})

export const alarmCallScreen = defineScreen({
  path: '/alarm/$token',
  params: { token: text },
  page: () => import('./alarm-call-page.tsx'),
  who: 'everyone',
  bare: true,
  title: 'alarm_call',
  texts,
})

export const alarmPersonScreen = defineScreen({
  path: '/alarm-person/$token',
  params: { token: text },
  page: () => import('./alarm-person-page.tsx'),
  who: 'everyone',
  bare: true,
  title: 'alarm_call',
  texts,
})
