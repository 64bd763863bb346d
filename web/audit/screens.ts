import { IconHistory } from '@tabler/icons-react'
import { AUDIT_ACTIONS } from '#shared/rules/accounts/audit-actions.ts'
import { oneOf, text } from '../kit/routing/parsers.ts'
import { defineScreen } from '../kit/routing/screen.ts'
import { CHANGE_TEXTS } from './change-texts.ts'

export const auditLogScreen = defineScreen({
  path: '/audit-log',
  search: { user: text, object_name: text, action: oneOf(AUDIT_ACTIONS), date_start: text, date_end: text },
  page: () => import('./audit-log-page.tsx'),
  who: 'signedIn',
  title: 'audit_log',
  drawer: { group: 'info', order: 68, icon: IconHistory },
  texts: ['audit', ...CHANGE_TEXTS],
})
