import type { Selectable } from 'kysely'
import type { MemberRole } from '#shared/rules/groups/roles.ts'
import type { Database } from '../kit/database/database.ts'
import type { Tables } from '../tables.ts'

/** Upper bound of one person's list. */
const MAX_LISTED = 200

export type InvitationRow = Selectable<Tables['group_invitations']>

const selectInvitations = (db: Database) =>
  db
    .selectFrom('group_invitations')
    .innerJoin('groups', 'groups.id', 'group_invitations.group_id')
    .innerJoin('users as inviter', 'inviter.id', 'group_invitations.invited_by')
    .selectAll('group_invitations')
    .select(['groups.name as group_name', 'inviter.email as inviter_email'])
export type Invited = Awaited<ReturnType<ReturnType<typeof selectInvitations>['execute']>>[number]

/** Invitation that a link leads to, whatever became of it. */
export const invitationOfToken = (db: Database, tokenHash: string): Promise<Invited | undefined> =>
  selectInvitations(db)
    .innerJoin('invitation_tokens', 'invitation_tokens.invitation_id', 'group_invitations.id')
    .where('invitation_tokens.token_hash', '=', tokenHash)
    .executeTakeFirst()

/** Invitation of an address to a group that has no answer yet, however old it is. */
export const waitingInvitation = (db: Database, groupId: number, email: string): Promise<Invited | undefined> =>
  selectInvitations(db)
    .where('group_invitations.group_id', '=', groupId)
    .where('group_invitations.email', '=', email)
    .where('state', '=', 'waiting')
    .executeTakeFirst()

/** Invitations of an address that were sent after `since` and have no answer, the newest first. */
export const invitationsOfAddress = (db: Database, email: string, since: string): Promise<Invited[]> =>
  selectInvitations(db)
    .where('group_invitations.email', '=', email)
    .where('state', '=', 'waiting')
    .where('sent_at', '>', since)
    .orderBy('sent_at', 'desc')
    .orderBy('group_invitations.id', 'desc')
    .limit(MAX_LISTED)
    .execute()

/** Invitations to a group without a yes: those that wait, and those that were declined. */
export const invitationsOfGroup = (db: Database, groupId: number): Promise<InvitationRow[]> =>
  db
    .selectFrom('group_invitations')
    .selectAll()
    .where('group_id', '=', groupId)
    .where('state', 'in', ['waiting', 'declined'])
    .orderBy('email')
    .orderBy('id')
    .execute()

export const invitationOfId = (db: Database, groupId: number, id: number): Promise<InvitationRow | undefined> =>
  db.selectFrom('group_invitations').selectAll().where('group_id', '=', groupId).where('id', '=', id).executeTakeFirst()

export const countInvited = async (db: Database, groupId: number): Promise<number> => {
  const row = await db
    .selectFrom('group_invitations')
    .select(eb => eb.fn.countAll().as('count'))
    .where('group_id', '=', groupId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

export const insertInvitation = (
  db: Database,
  row: { group_id: number; email: string; role: MemberRole; invited_by: number; sent_at: string },
): Promise<InvitationRow> =>
  db
    .insertInto('group_invitations')
    .values({ ...row, state: 'waiting', created_at: row.sent_at, ended_at: null })
    .returningAll()
    .executeTakeFirstOrThrow()

export const renewInvitation = (
  db: Database,
  id: number,
  change: { role: MemberRole; invited_by: number; sent_at: string },
): Promise<InvitationRow> =>
  db.updateTable('group_invitations').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const insertToken = (db: Database, row: Tables['invitation_tokens']) =>
  db.insertInto('invitation_tokens').values(row).execute()

/** Ends an invitation that waits, or is in one of the states `from`; false when it has ended already. */
export const endInvitation = async (
  db: Database,
  id: number,
  state: 'accepted' | 'declined' | 'revoked',
  ended_at: string,
  from: readonly InvitationRow['state'][] = ['waiting'],
): Promise<boolean> =>
  (await db
    .updateTable('group_invitations')
    .set({ state, ended_at })
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Takes one out of the list of those without a yes that was answered with no. */
export const forgetDeclined = (db: Database, groupId: number, email: string, ended_at: string) =>
  db
    .updateTable('group_invitations')
    .set({ state: 'revoked', ended_at })
    .where('group_id', '=', groupId)
    .where('email', '=', email)
    .where('state', '=', 'declined')
    .execute()

/** Revokes what somebody sent in the name of a group and nobody has answered. */
export const revokeInvitationsBy = (db: Database, groupId: number, userId: number, ended_at: string) =>
  db
    .updateTable('group_invitations')
    .set({ state: 'revoked', ended_at })
    .where('group_id', '=', groupId)
    .where('invited_by', '=', userId)
    .where('state', '=', 'waiting')
    .execute()

/**
 * Gives the invitations of one address to another, where that is not invited to the same group already. The links of the
 * mails stay behind: they are in another mailbox.
 */
export const moveInvitations = async (
  db: Database,
  { from, to }: { from: string; to: string },
  at: string,
): Promise<void> => {
  await db
    .deleteFrom('invitation_tokens')
    .where('invitation_id', 'in', eb => eb.selectFrom('group_invitations').select('id').where('email', '=', from))
    .execute()
  await db
    .updateTable('group_invitations')
    .set({ state: 'revoked', ended_at: at })
    .where('email', '=', from)
    .where('state', '=', 'waiting')
    .where('group_id', 'in', eb =>
      eb
        .selectFrom('group_invitations as other')
        .select('other.group_id')
        .where('other.email', '=', to)
        .where('other.state', '=', 'waiting'),
    )
    .execute()
  await db.updateTable('group_invitations').set({ email: to }).where('email', '=', from).execute()
}

/** Deletes invitations that ended, or were sent last, before `before`. */
export const deleteOldInvitations = (db: Database, before: string) =>
  db
    .deleteFrom('group_invitations')
    .where('sent_at', '<=', before)
    .where(eb => eb.or([eb('ended_at', 'is', null), eb('ended_at', '<=', before)]))
    .execute()
