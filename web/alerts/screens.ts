import { IconAdjustmentsHorizontal, IconBell } from '@tabler/icons-react'
import { flag, id, text } from '../kit/routing/parsers.ts'
import { defineScreen } from '../kit/routing/screen.ts'

const texts = ['alert-rules', 'alert-sentence'] as const

export const alertsScreen = defineScreen({
  path: '/alerts',
  search: {
    alert: id,
    show: text,
    q: text,
    open: text,
    unread: text,
    place: text,
    device: text,
    urgency: text,
    kind: text,
  },
  page: () => import('./list/alerts-page.tsx'),
  who: 'signedIn',
  tab: 'alerts',
  title: 'alerts',
  drawer: { group: 'alerts', order: 10, icon: IconBell },
  texts: ['alerts', 'alert-sentence', 'alarm-plan'],
})

export const rulesScreen = defineScreen({
  path: '/alertrules',
  page: () => import('./rules/rules-page.tsx'),
  who: 'signedIn',
  tab: 'alerts',
  title: 'alert_rules',
  parent: '/alerts',
  drawer: { group: 'alerts', order: 20, icon: IconAdjustmentsHorizontal, who: 'alertRules' },
  texts: [...texts, 'device-limits'],
})

export const defaultRulesScreen = defineScreen({
  path: '/alertrules/default',
  page: () => import('./rules/defaults-page.tsx'),
  who: 'signedIn',
  tab: 'alerts',
  title: 'default_rules',
  parent: '/alertrules',
  texts,
})

export const newRuleScreen = defineScreen({
  path: '/alertrules/create',
  search: { default: text, copy: id, location: id, area: id, device: id },
  page: () => import('./rules/create-rule-page.tsx'),
  who: 'signedIn',
  tab: 'alerts',
  title: 'new_rule',
  parent: '/alertrules',
  texts,
})

export const editRuleScreen = defineScreen({
  path: '/alertrules/$id/edit',
  params: { id },
  search: { suggested: flag },
  page: () => import('./rules/edit-rule-page.tsx'),
  who: 'signedIn',
  tab: 'alerts',
  title: 'edit_rule',
  parent: '/alertrules',
  names: 'rule',
  texts,
})
