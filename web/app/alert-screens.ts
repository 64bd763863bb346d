import type { Screen } from './screens.ts'

const RULE_TEXTS = ['alert-rules', 'alert-sentence']

/** The screens of alerts and their rules, in the table of all screens. */
export const ALERT_SCREENS: readonly Screen[] = [
  {
    path: '/alerts',
    page: () => import('../alerts/alerts-page.tsx'),
    who: 'signedIn',
    tab: 'alerts',
    title: 'alerts',
    texts: ['alerts', 'alert-sentence', 'alarm-plan'],
  },
  {
    path: '/alarm-watch',
    page: () => import('../alarm/alarm-watch-page.tsx'),
    who: 'signedIn',
    tab: 'alerts',
    title: 'alarm_watch',
    parent: '/alerts',
    texts: ['alarm-plan'],
  },
  {
    path: '/alarm-plan/$id',
    page: () => import('../alarm/alarm-plan-page.tsx'),
    who: 'signedIn',
    tab: 'alerts',
    title: 'alarm_plan',
    parent: '/alarm-watch',
    texts: ['alarm-plan'],
  },
  {
    path: '/alarm/$token',
    page: () => import('../alarm/alarm-call-page.tsx'),
    who: 'everyone',
    bare: true,
    title: 'alarm_call',
    texts: ['alarm-plan'],
  },
  {
    path: '/alertrules',
    page: () => import('../alerts/rules-page.tsx'),
    who: 'signedIn',
    tab: 'alerts',
    title: 'alert_rules',
    parent: '/alerts',
    texts: RULE_TEXTS,
  },
  {
    path: '/alertrules/default',
    page: () => import('../alerts/defaults-page.tsx'),
    who: 'signedIn',
    tab: 'alerts',
    title: 'default_rules',
    parent: '/alertrules',
    texts: RULE_TEXTS,
  },
  {
    path: '/alertrules/create',
    page: () => import('../alerts/create-rule-page.tsx'),
    who: 'signedIn',
    tab: 'alerts',
    title: 'new_rule',
    parent: '/alertrules',
    texts: RULE_TEXTS,
  },
  {
    path: '/alertrules/$id/edit',
    page: () => import('../alerts/edit-rule-page.tsx'),
    who: 'signedIn',
    tab: 'alerts',
    title: 'edit_rule',
    parent: '/alertrules',
    texts: RULE_TEXTS,
  },
]
