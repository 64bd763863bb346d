import { IconUsers } from '@tabler/icons-react'
import { ACCOUNT_STATES } from '#shared/rules/accounts/account-states.ts'
import { ROLES } from '#shared/rules/accounts/roles.ts'
import { id, oneOf, text } from '../kit/routing/parsers.ts'
import { defineScreen } from '../kit/routing/screen.ts'

export const peopleScreen = defineScreen({
  path: '/users',
  search: { search: text, role: oneOf(ROLES), state: oneOf(ACCOUNT_STATES), page: id },
  page: () => import('./people-page.tsx'),
  who: 'signedIn',
  title: 'people',
  drawer: { group: 'info', order: 66, icon: IconUsers, who: 'admin' },
  texts: ['people'],
})

export const personScreen = defineScreen({
  path: '/users/$id',
  params: { id },
  page: () => import('./person-page.tsx'),
  who: 'signedIn',
  title: 'person',
  parent: '/users',
  names: 'account',
  texts: ['people', 'account-loss'],
})
