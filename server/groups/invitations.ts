import { type GroupMember, INVITATION_DAYS, type INVITATION_STATES } from '#shared/contract/accounts/groups.ts'
import type { User } from '#shared/contract/accounts/users.ts'
import { type MemberRole, rolesInvitedBy } from '#shared/rules/groups/roles.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { type Acting, writeAudit } from '../audit/audit.ts'
import type { Database } from '../kit/database/database.ts'
import { serializable } from '../kit/database/store-error.ts'
import { Failure } from '../kit/failure.ts'
import type { SignedIn } from '../kit/http/serve.ts'
import { countAttempt } from '../kit/limits/limits.ts'
import { requireQuota, spendQuota } from '../kit/limits/quotas.ts'
import { hashOf, newSecret } from '../kit/security/secrets.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { sendSoon } from '../notifications/outbox/outbox.ts'
import { activeAccount, callerOf } from '../users/accounts.ts'
import { publishSightChanged } from '../users/sight-changed.ts'
import { requireGroupRight } from './access.ts'
import { addMember, countMembers, lockGroup, memberOf, membersOf } from './group-store.ts'
import {
  countInvited,
  endInvitation,
  forgetDeclined,
  type InvitationRow,
  type Invited,
  insertInvitation,
  insertToken,
  invitationOfToken,
  renewInvitation,
  waitingInvitation,
} from './invitation-store.ts'
import { mailInvitation } from './mail.ts'

type Context = Services & Acting & { user: SignedIn }
type State = (typeof INVITATION_STATES)[number]

const LIFETIME_MS = INVITATION_DAYS * DAY_MS

export const expiryOf = ({ sent_at }: Pick<InvitationRow, 'sent_at'>): string =>
  new Date(Date.parse(sent_at) + LIFETIME_MS).toISOString()

/** Time (ISO 8601) after which an invitation was sent whose links still work. */
export const aliveSince = (now: number): string => new Date(now - LIFETIME_MS).toISOString()

export const stateOf = (row: Pick<InvitationRow, 'state' | 'sent_at'>, now: string): State =>
  row.state === 'waiting' && expiryOf(row) <= now ? 'expired' : row.state

type InvitedRole = NonNullable<GroupMember['invitation']>['role']

/** Roles an invitation may give: every one but the owner's. */
export const invitedRoleOf = ({ role }: { role: MemberRole }): InvitedRole => (role === 'owner' ? 'admin' : role)

export const presentInvitation = (row: InvitationRow, now: string, mayChange: boolean): GroupMember => ({
  user_id: null,
  name: null,
  email: row.email,
  role: 'invited',
  joined_at: null,
  last_seen_at: null,
  invitation: {
    id: row.id,
    role: invitedRoleOf(row),
    state: stateOf(row, now),
    sent_at: row.sent_at,
    expires_at: expiryOf(row),
  },
  gives: [],
  may: mayChange ? ['edit', 'delete'] : [],
})

/**
 * Invites an address, or sends its invitation again with all its days and, where another is given, the new role. Says the
 * same whether or not the address has an account. Throws conflict where it is of somebody in the group.
 */
export const invite = async (
  context: Context,
  groupId: number,
  { email, role }: { email: string; role: InvitedRole },
): Promise<InvitationRow> => {
  const { user } = context
  const at = isoNow(context)
  const row = await serializable(context.db, async db => {
    await lockGroup(db, groupId)
    const own = await requireGroupRight(db, user, groupId, 'invite')
    if (!rolesInvitedBy(own.role).includes(role)) throw new Failure('not_allowed')
    const people = await membersOf(db, groupId)
    if (people.some(one => one.email === email)) throw new Failure('conflict')
    const known = await waitingInvitation(db, groupId, email)
    // An admin neither takes an invitation of the owner's over nor lowers it.
    if (known && !rolesInvitedBy(own.role).some(one => one === known.role)) throw new Failure('not_allowed')
    if (!known) requireQuota(context, 'group_people', people.length + (await countInvited(db, groupId)))
    await spendQuota({ ...context, db }, 'invitations', 1)
    await countAttempt({ db, now: context.now }, 'invitation_mail', `${groupId} ${email}`)
    const sent = { role, invited_by: user.id, sent_at: at }
    if (!known) await forgetDeclined(db, groupId, email, at)
    const invitation = known
      ? await renewInvitation(db, known.id, sent)
      : await insertInvitation(db, { group_id: groupId, email, ...sent })
    const token = newSecret()
    await insertToken(db, { token_hash: hashOf(token), invitation_id: invitation.id })
    await mailInvitation(context, db, { email, token })
    await writeAudit(context, db, {
      action: known ? 'group_invitation_sent_again' : 'group_invited',
      name: own.name,
      group_id: groupId,
      changes: [
        { field: 'email', before: known ? email : null, after: email },
        { field: 'group_role', before: known?.role ?? null, after: role },
      ],
    })
    return invitation
  })
  sendSoon(context)
  return row
}

type Person = Pick<User, 'id' | 'email' | 'name'>

/** Finds the invitation that a person answers, inside the transaction. Throws where there is none. */
type Finding = (db: Database) => Promise<Invited>

/** The invitation of a mailed token. Throws not_found for one nobody sent. */
export const byToken =
  (token: string): Finding =>
  async db => {
    const found = await invitationOfToken(db, hashOf(token))
    if (!found) throw new Failure('not_found')
    return found
  }

/** The invitation that waits for the address of a person. */
export const ofAddress =
  (groupId: number, { email }: Person): Finding =>
  async db => {
    const found = await waitingInvitation(db, groupId, email)
    if (!found) throw new Failure('not_found')
    return found
  }

/**
 * Makes the person whom an invitation is for one of the group's people, as long as whoever invited may still ask. Once
 * more changes nothing. Throws not_found for everybody else, and invalid_code for an invitation that is over. Answers the id of the group.
 */
export const acceptInvitation = async (context: Context, find: Finding): Promise<number> => {
  const { user } = context
  const now = isoNow(context)
  await countAttempt(context, 'invitation_answer', user.id)
  const groupId = await serializable(context.db, async db => {
    const { group_id } = await find(db)
    await lockGroup(db, group_id)
    const invitation = await find(db)
    if (invitation.email !== user.email) throw new Failure('not_found')
    const own = await memberOf(db, group_id, user.id)
    if (own && invitation.state === 'accepted') return group_id
    if (stateOf(invitation, now) !== 'waiting') throw new Failure('invalid_code')
    const inviter = await memberOf(db, group_id, invitation.invited_by)
    const role = invitedRoleOf(invitation)
    const sender = await activeAccount(db, invitation.invited_by)
    if (!sender || !inviter || !rolesInvitedBy(inviter.role).includes(role)) throw new Failure('invalid_code')
    // An invitation that could be sent can be accepted: it goes by the account that sent it.
    requireQuota({ ...context, user: callerOf(sender) }, 'group_people', await countMembers(db, group_id))
    if (!(await endInvitation(db, invitation.id, 'accepted', now))) throw new Failure('invalid_code')
    await addMember(db, { group_id, user_id: user.id, role, joined_at: now })
    await writeAudit(context, db, {
      action: 'group_joined',
      user_id: user.id,
      name: invitation.group_name,
      group_id,
      changes: [{ field: 'group_role', before: null, after: role }],
    })
    return group_id
  })
  publishSightChanged(context, [user.id])
  return groupId
}

/** Declines an invitation. Throws invalid_code for one that is over. */
export const declineInvitation = async (
  context: Services & Acting & { user: SignedIn | null },
  find: Finding,
): Promise<void> => {
  const now = isoNow(context)
  await serializable(context.db, async db => {
    const { group_id } = await find(db)
    await lockGroup(db, group_id)
    const invitation = await find(db)
    if (invitation.state === 'declined') return
    if (stateOf(invitation, now) !== 'waiting' || !(await endInvitation(db, invitation.id, 'declined', now)))
      throw new Failure('invalid_code')
    await writeAudit(context, db, {
      // The entry belongs to no account: the IP of a person without one is no business of the inviter.
      action: 'group_invitation_declined',
      name: invitation.group_name,
      group_id,
      changes: [{ field: 'email', before: invitation.email, after: null }],
    })
  })
}
