import { IconUsersGroup } from '@tabler/icons-react'
import { CHANGE_TEXTS } from '../audit/change-texts.ts'
import { id, text } from '../kit/routing/parsers.ts'
import { defineScreen } from '../kit/routing/screen.ts'

export const groupsScreen = defineScreen({
  path: '/groups',
  page: () => import('./groups-page.tsx'),
  who: 'signedIn',
  title: 'groups',
  drawer: { group: 'info', order: 65, icon: IconUsersGroup },
  texts: ['groups'],
})

export const groupScreen = defineScreen({
  path: '/groups/$id',
  params: { id },
  page: () => import('./group-page.tsx'),
  who: 'signedIn',
  title: 'group',
  parent: '/groups',
  names: 'group',
  texts: ['groups', 'audit', ...CHANGE_TEXTS],
})

export const invitationScreen = defineScreen({
  path: '/invitations/$token',
  params: { token: text },
  page: () => import('./invitation-page.tsx'),
  who: 'everyone',
  bare: true,
  title: 'invitation',
  texts: ['groups', 'users'],
})
