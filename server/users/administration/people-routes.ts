import type { z } from 'zod'
import {
  type Account,
  type AccountDetails,
  type AccountLoss,
  peopleEndpoints,
  USERS_PER_PAGE,
} from '#shared/contract/accounts/people.ts'
import { permissionsOf, type Rights, rightsOf, rolesWith } from '#shared/rules/accounts/roles.ts'
import { type Acting, differences, writeAudit } from '../../audit/audit.ts'
import type { Database } from '../../kit/database/database.ts'
import { serializable } from '../../kit/database/store-error.ts'
import { Failure } from '../../kit/failure.ts'
import { setNextPage } from '../../kit/http/next-page.ts'
import { serve } from '../../kit/http/serve.ts'
import { lockUser } from '../../kit/limits/lock-user-store.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { endOneTimeCodesOf } from '../one-time-codes/one-time-codes.ts'
import { furtherLoss, removeAccount } from '../removal.ts'
import { endSecretsOf } from '../sign-in/other-ways-in.ts'
import { sendVerification } from '../sign-in/register.ts'
import { rolesOf } from '../sign-in/sessions.ts'
import { countAdministrators, deleteSessionsOf, type UserRow, userOfId } from '../store.ts'
import { countTokens } from '../tokens/token-store.ts'
import {
  accountsOf,
  countAccounts,
  countSessions,
  devicesPerUser,
  locationsPerEmail,
  lossOfAccount,
  setRoles,
  setSuspended,
} from './account-store.ts'
import { publishSessionsEnded } from './sessions-ended.ts'

const stateOf = ({ suspended_at, email_verified_at }: UserRow): Account['state'] =>
  suspended_at !== null ? 'suspended' : email_verified_at === null ? 'unconfirmed' : 'active'

const present = async (db: Database, rows: readonly UserRow[], now: string): Promise<Account[]> => {
  const devices = await devicesPerUser(
    db,
    rows.map(({ id }) => id),
    now,
  )
  const locations = await locationsPerEmail(
    db,
    rows.map(({ email }) => email),
  )
  return rows.map(row => ({
    ...row,
    state: stateOf(row),
    roles: rolesOf(row),
    devices: devices.get(row.id) ?? 0,
    locations: locations.get(row.email) ?? 0,
  }))
}

const isActiveAdministrator = (row: UserRow): boolean => row.admin === 1 && stateOf(row) === 'active'

const requireAccount = async (db: Database, id: number): Promise<UserRow> => {
  const row = await userOfId(db, id)
  if (!row) throw new Failure('not_found')
  return row
}

const detailsOf = async (services: Pick<Services, 'db' | 'now'>, id: number): Promise<AccountDetails> => {
  const { db } = services
  const now = isoNow(services)
  const row = await requireAccount(db, id)
  const [account] = await present(db, [row], now)
  if (!account) throw new Failure('not_found')
  const others = await countAccounts(db, { role: 'administrator', state: 'active' })
  return {
    ...account,
    locale: row.locale,
    time_zone: row.time_zone,
    suspended_at: row.suspended_at,
    sessions: await countSessions(db, id, now),
    tokens: await countTokens(db, id, now),
    one_time_codes: row.one_time_codes_since !== null,
    may_lose_administration: !isActiveAdministrator(row) || others > 1,
  }
}

const lossOf = async (services: Pick<Services, 'db' | 'now'>, id: number): Promise<AccountLoss> => ({
  ...(await lossOfAccount(services.db, await requireAccount(services.db, id), isoNow(services))),
  ...(await furtherLoss(services.db, id, isoNow(services))),
})

/** Requires that another administrator is left who can sign in, inside a transaction that takes this one away. */
const requireAnother = async (db: Database, id: number): Promise<UserRow> => {
  const { administrators } = await countAdministrators(db)
  // Read after the administrators are held: somebody may just have been made one.
  const row = await requireAccount(db, id)
  if (isActiveAdministrator(row) && administrators <= 1) throw new Failure('last_administrator')
  return row
}

type Changing = Services & Acting

/** Gives an account rights; those that are left out stay. */
const changeRights = async (context: Changing, db: Database, row: UserRow, changed: Partial<Rights>): Promise<void> => {
  const before = rolesOf(row)
  const { admin, permissions } = { ...rightsOf(before), ...changed }
  const roles = rolesWith({ admin, permissions })
  const changes = differences(['roles'], { roles: before }, { roles })
  if (changes.length === 0) return
  const others = roles.filter(role => role !== 'administrator')
  await setRoles(db, row.id, { admin, roles: others, permissions: permissionsOf(roles) })
  await writeAudit(context, db, { action: 'rights_changed', user_id: row.id, changes })
}

/** Suspends an account, by which its sessions and access tokens end, or lets its person sign in again. */
const changeSuspension = async (context: Changing, db: Database, row: UserRow, suspended: boolean): Promise<void> => {
  if (suspended === (row.suspended_at !== null)) return
  await setSuspended(db, row.id, suspended ? isoNow(context) : null)
  if (suspended) {
    await deleteSessionsOf(db, row.id)
    await endSecretsOf(db, row.id)
  }
  await writeAudit(context, db, { action: suspended ? 'account_suspended' : 'suspension_lifted', user_id: row.id })
}

/** Accounts of a page, with the number of all that match. */
const pageOf = async (
  services: Pick<Services, 'db' | 'now'>,
  { page, ...wanted }: z.output<typeof peopleEndpoints.listUsers.query>,
) => {
  const { db } = services
  const rows = await accountsOf(db, wanted, { offset: (page - 1) * USERS_PER_PAGE, most: USERS_PER_PAGE })
  return { users: await present(db, rows, isoNow(services)), total: await countAccounts(db, wanted) }
}

export const peopleRoutes = serve(peopleEndpoints, {
  listUsers: async ({ query }, context) => {
    const { reply, request } = context
    const { users, total } = await pageOf(context, query)
    reply.header('x-total-count', String(total))
    if (query.page * USERS_PER_PAGE < total) setNextPage(reply, request, { page: query.page + 1 })
    return users
  },

  pageUsers: ({ query }, context) => pageOf(context, query),

  getUser: ({ params }, context) => detailsOf(context, params.id),

  changeAccount: async ({ params: { id }, body }, context) => {
    await serializable(context.db, async db => {
      const takesAway = body.admin === false || body.suspended === true
      const row = takesAway ? await requireAnother(db, id) : await requireAccount(db, id)
      await changeRights(context, db, row, body)
      if (body.suspended !== undefined) await changeSuspension(context, db, row, body.suspended)
    })
    if (body.suspended) publishSessionsEnded(context, id)
    return detailsOf(context, id)
  },

  endUserSessions: async ({ params }, context) => {
    await context.db.transaction().execute(async db => {
      await lockUser(db, params.id)
      const row = await requireAccount(db, params.id)
      await deleteSessionsOf(db, row.id)
      await endSecretsOf(db, row.id)
      await writeAudit(context, db, { action: 'sessions_ended', user_id: row.id })
    })
    publishSessionsEnded(context, params.id)
    // Ending one's own sessions signs one out, too; the answer still tells what was done.
    return detailsOf(context, params.id)
  },

  endUserOneTimeCodes: async ({ params }, context) => {
    await endOneTimeCodesOf(context, params.id)
    return detailsOf(context, params.id)
  },

  confirmAgain: async ({ params }, context) => {
    const row = await requireAccount(context.db, params.id)
    if (row.email_verified_at !== null) throw new Failure('conflict')
    await writeAudit(context, context.db, { action: 'confirmation_sent', user_id: row.id })
    await sendVerification(context, row)
    return detailsOf(context, params.id)
  },

  getUserLoss: ({ params }, context) => lossOf(context, params.id),

  getOwnLoss: (_, context) => lossOf(context, context.user.id),

  removeUser: async ({ params }, context) => {
    const tell = await serializable(context.db, async db => {
      const row = await requireAnother(db, params.id)
      // The own account goes by the profile, where the password is asked for.
      if (row.id === context.user.id) throw new Failure('not_allowed')
      await writeAudit(context, db, { action: 'account_deleted', user_id: row.id })
      return removeAccount(db, row.id, context, context)
    })
    publishSessionsEnded(context, params.id)
    tell(context)
    return undefined
  },
})
