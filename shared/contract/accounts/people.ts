import { z } from 'zod'
import { ACCOUNT_STATES } from '../../rules/accounts/account-states.ts'
import { PERMISSIONS, ROLES } from '../../rules/accounts/roles.ts'
import { Id, IdParams, Language, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'

const Role = z.enum(ROLES)

export const USERS_PER_PAGE = 50

const Account = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  state: z.enum(ACCOUNT_STATES),
  roles: z.array(Role),
  created_at: TimeOut,
  /** Time the person was here, to the hour; null for who was never signed in. */
  last_seen_at: TimeOut.nullable(),
  /** Devices owned now. */
  devices: z.int(),
  /** Locations owned, alone or with others. */
  locations: z.int(),
})
export type Account = z.infer<typeof Account>

const AccountDetails = Account.extend({
  locale: Language,
  time_zone: z.string(),
  suspended_at: TimeOut.nullable(),
  /** Places signed in at. */
  sessions: z.int(),
  /** Access tokens that work. */
  tokens: z.int(),
  one_time_codes: z.boolean(),
  /** False for the only administrator: somebody has to be one. */
  may_lose_administration: z.boolean(),
})
export type AccountDetails = z.infer<typeof AccountDetails>

const AccountLoss = z.object({
  /** Devices that become nobody's. */
  devices_released: z.int(),
  /** Devices of others that go back to their owners. */
  rentals_ended: z.int(),
  /** Locations that stay with their other owners. */
  locations_shared: z.int(),
  /** Locations that stay without anybody but administrators who sees them. */
  locations_left: z.int(),
  /** Groups that pass to somebody else in them, and those that end. */
  groups_passed: z.int(),
  groups_dissolved: z.int(),
  /** Research projects that stay without an owner. */
  projects_left: z.int(),
  /** Inspections that stay with their locations, without the name of who wrote them. */
  inspections_kept: z.int(),
  /** Wall displays that go dark. */
  displays: z.int(),
  /** Feeds for calendars and spreadsheets that stop. */
  feeds: z.int(),
  /** Access tokens of programs that stop. */
  tokens: z.int(),
  alert_rules: z.int(),
  exports: z.int(),
})
export type AccountLoss = z.infer<typeof AccountLoss>

const UserFilters = z.object({
  /** Part of the name or address. */
  search: z.string().trim().max(100).optional(),
  role: Role.optional(),
  state: z.enum(ACCOUNT_STATES).optional(),
  page: z.coerce.number().pipe(z.int().min(1).max(100_000)).default(1),
})

export const peopleEndpoints = endpoints({
  listUsers: {
    method: 'GET',
    path: '/users',
    access: 'admin',
    summary: `All accounts by their name, ${USERS_PER_PAGE} at a time: the header \`Link\` names the next page (\`rel="next"\`), \`X-Total-Count\` how many match`,
    query: UserFilters,
    response: z.array(Account),
  },
  pageUsers: {
    method: 'GET',
    path: '/users/page',
    access: 'admin',
    summary: 'The same with the sum beside them, as the screen shows them',
    query: UserFilters,
    response: z.object({ users: z.array(Account), total: z.int() }),
  },
  getUser: {
    method: 'GET',
    path: '/users/:id',
    access: 'admin',
    summary: 'An account',
    params: IdParams,
    response: AccountDetails,
  },
  changeAccount: {
    method: 'PATCH',
    path: '/users/:id',
    access: 'admin',
    summary:
      'Change what an account may do; what is left out stays. The permissions are those of its roles besides administration. Suspended, all its sessions and access tokens end and nobody signs in to it; its devices go on sending. The last administrator stays one',
    params: IdParams,
    body: z.object({
      permissions: z.array(z.enum(PERMISSIONS)).max(10).optional(),
      admin: z.boolean().optional(),
      suspended: z.boolean().optional(),
    }),
    response: AccountDetails,
    failures: ['not_found', 'last_administrator'],
  },
  endUserSessions: {
    method: 'DELETE',
    path: '/users/:id/sessions',
    access: 'admin',
    summary: 'End all sessions and access tokens of an account',
    params: IdParams,
    response: AccountDetails,
  },
  endUserOneTimeCodes: {
    method: 'DELETE',
    path: '/users/:id/one_time_codes',
    access: 'admin',
    summary:
      'End the one-time codes of somebody who has lost telephone and backup codes: the password alone signs in again. The person is told by mail. Not for the own account, where the password is asked for',
    params: IdParams,
    response: AccountDetails,
    failures: ['not_found', 'not_allowed'],
  },
  confirmAgain: {
    method: 'POST',
    path: '/users/:id/confirmation',
    access: 'admin',
    summary: 'Mail the link again that confirms the address of an account',
    params: IdParams,
    status: 202,
    response: AccountDetails,
    failures: ['not_found', 'conflict'],
  },
  getUserLoss: {
    method: 'GET',
    path: '/users/:id/loss',
    access: 'admin',
    summary: 'What goes and what is released when an account is deleted',
    params: IdParams,
    response: AccountLoss,
  },
  getOwnLoss: {
    method: 'GET',
    path: '/user/loss',
    access: 'signedIn',
    summary: 'What goes and what is released when the own account is deleted',
    response: AccountLoss,
  },
  removeUser: {
    method: 'DELETE',
    path: '/users/:id',
    access: 'admin',
    summary:
      'Delete an account for good; its devices become nobody’s. Not for the own account, where the password is asked for',
    params: IdParams,
    status: 204,
    failures: ['not_found', 'not_allowed', 'last_administrator'],
  },
})
