import {
  CHANGES_PER_PAGE,
  type Group,
  type GroupChange,
  type GroupMember,
  groupEndpoints,
} from '#shared/contract/accounts/groups.ts'
import {
  GROUP_ROLES,
  type GroupRole,
  MEMBER_ROLES,
  mayGiveRole,
  mayRemove,
  permits,
  rolesInvitedBy,
} from '#shared/rules/groups/roles.ts'
import { type Acting, differences, entriesOfGroup, writeAudit } from '../audit/audit.ts'
import type { Database } from '../kit/database/database.ts'
import { fromJson } from '../kit/database/json.ts'
import { serializable } from '../kit/database/store-error.ts'
import { Failure } from '../kit/failure.ts'
import { networkOf } from '../kit/http/network-of.ts'
import { type Served, type SignedIn, serve } from '../kit/http/serve.ts'
import { countAttempt } from '../kit/limits/limits.ts'
import { lockUser } from '../kit/limits/lock-user-store.ts'
import { requireQuota } from '../kit/limits/quotas.ts'
import { hashOf } from '../kit/security/secrets.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { publishSightChanged } from '../users/sight-changed.ts'
import { requireGroupRight } from './access.ts'
import {
  addMember,
  countOwnedGroups,
  countOwners,
  deleteGroup,
  deleteMember,
  groupsOfPerson,
  insertGroup,
  lockGroup,
  type MemberRow,
  type Membership,
  memberIdsOf,
  memberOf,
  membersOf,
  setGroupName,
  setMemberRole,
} from './group-store.ts'
import {
  endInvitation,
  type Invited,
  invitationOfId,
  invitationOfToken,
  invitationsOfAddress,
  invitationsOfGroup,
  revokeInvitationsBy,
} from './invitation-store.ts'
import {
  acceptInvitation,
  aliveSince,
  byToken,
  declineInvitation,
  expiryOf,
  invite,
  invitedRoleOf,
  ofAddress,
  presentInvitation,
  stateOf,
} from './invitations.ts'

/** Work of the domain whose things are shared with groups. */
export interface GroupShares {
  /** Ends what is shared with a group, inside a transaction: all of it, or what one person shared. */
  end(acting: Acting, trx: Database, group: { id: number; name: string }, sharedBy?: number): Promise<void>
}

type Context = Services & Acting & { user: SignedIn }

export const groupRoutes = (shares: GroupShares): Served[] =>
  serve(groupEndpoints, {
    listGroups: async (_, context) => {
      const { db, user, now } = context
      const invited = await invitationsOfAddress(db, user.email, aliveSince(now()))
      const own = await ownGroups(context)
      const ids = new Set(own.map(({ id }) => id))
      return [...invited.filter(({ group_id }) => !ids.has(group_id)).map(presentInvited), ...own]
    },

    createGroup: async ({ body }, context) => {
      const { user } = context
      const created_at = isoNow(context)
      const id = await context.db.transaction().execute(async db => {
        await lockUser(db, user.id)
        requireQuota(context, 'groups', await countOwnedGroups(db, user.id))
        const group = await insertGroup(db, { name: body.name, created_at })
        await addMember(db, { group_id: group.id, user_id: user.id, role: 'owner', joined_at: created_at })
        await writeAudit(context, db, { action: 'group_created', name: body.name, group_id: group.id })
        return group.id
      })
      return presentGroup(context, id)
    },

    renameGroup: async ({ params, body }, context) => {
      const { name } = await requireGroupRight(context.db, context.user, params.id, 'rename')
      await context.db.transaction().execute(async db => {
        await requireGroupRight(db, context.user, params.id, 'rename')
        const changes = differences(['name'], { name }, body)
        if (changes.length === 0) return
        await setGroupName(db, params.id, body.name)
        await writeAudit(context, db, { action: 'group_renamed', name, group_id: params.id, changes })
      })
      return presentGroup(context, params.id)
    },

    dissolveGroup: async ({ params }, context) => {
      const people = await serializable(context.db, async db => {
        await lockGroup(db, params.id)
        const { name } = await requireGroupRight(db, context.user, params.id, 'dissolve')
        const ids = await memberIdsOf(db, params.id)
        await shares.end(context, db, { id: params.id, name })
        await writeAudit(context, db, { action: 'group_dissolved', name, group_id: params.id })
        await deleteGroup(db, params.id)
        return ids
      })
      publishSightChanged(context, people)
      return undefined
    },

    listGroupMembers: async ({ params }, context) => {
      const { db, user } = context
      const own = await requireGroupRight(db, user, params.id, 'see')
      const people = await membersOf(db, params.id)
      const invited = permits(own.role, 'invite') ? await invitationsOfGroup(db, params.id) : []
      const owners = people.filter(({ role }) => role === 'owner').length
      return [
        ...byRole(people).map(row => presentMember(own, row, owners)),
        ...invited.map(row => presentInvitation(row, isoNow(context), mayAnswerFor(own, row.role))),
      ]
    },

    listGroupChanges: async ({ params, query }, { db, user }) => {
      const own = await requireGroupRight(db, user, params.id, 'changes')
      const rows = await entriesOfGroup(db, params.id, { ...query, most: CHANGES_PER_PAGE + 1 })
      const page = rows.slice(0, CHANGES_PER_PAGE)
      return {
        changes: page.map(row => presentChange(own, row)),
        next: rows.length > CHANGES_PER_PAGE ? (page.at(-1)?.id ?? null) : null,
      }
    },

    changeGroupRole: async ({ params, body }, context) => {
      const changed = await serializable(context.db, async db => {
        await lockGroup(db, params.id)
        const own = await requireGroupRight(db, context.user, params.id, 'see')
        const target = await requireMember(db, params.id, params.user_id)
        if (!mayGiveRole(own, target, body.role)) throw new Failure('not_allowed')
        if (target.role === 'owner' && body.role !== 'owner') await requireAnotherOwner(db, params.id)
        const changes = differences(['group_role'], { group_role: target.role }, { group_role: body.role })
        if (changes.length > 0) {
          await setMemberRole(db, params.id, params.user_id, body.role)
          if (!permits(body.role, 'invite')) await revokeInvitationsBy(db, params.id, params.user_id, isoNow(context))
          const entry = {
            action: 'group_role_changed' as const,
            user_id: params.user_id,
            name: own.name,
            group_id: params.id,
          }
          await writeAudit(context, db, { ...entry, changes })
        }
        const people = await membersOf(db, params.id)
        const row = people.find(({ user_id }) => user_id === params.user_id)
        if (!row) throw new Failure('not_found')
        const actor = params.user_id === own.user_id ? { ...own, role: body.role } : own
        return presentMember(actor, row, people.filter(({ role }) => role === 'owner').length)
      })
      publishSightChanged(context, [params.user_id])
      return changed
    },

    removeGroupMember: async ({ params }, context) => {
      const { user } = context
      const people = await serializable(context.db, async db => {
        await lockGroup(db, params.id)
        const own = await requireGroupRight(db, user, params.id, 'see')
        const target = await requireMember(db, params.id, params.user_id)
        if (!mayRemove(own, target)) throw new Failure('not_allowed')
        if (target.role === 'owner') await requireAnotherOwner(db, params.id)
        const ids = await memberIdsOf(db, params.id)
        await shares.end(context, db, { id: params.id, name: own.name }, params.user_id)
        await revokeInvitationsBy(db, params.id, params.user_id, isoNow(context))
        await deleteMember(db, params.id, params.user_id)
        const action = params.user_id === user.id ? 'group_left' : 'group_person_removed'
        await writeAudit(context, db, { action, user_id: params.user_id, name: own.name, group_id: params.id })
        return ids
      })
      publishSightChanged(context, people)
      return undefined
    },

    inviteToGroup: async ({ params, body }, context) =>
      presentInvitation(await invite(context, params.id, body), isoNow(context), true),

    revokeInvitation: async ({ params }, context) => {
      await serializable(context.db, async db => {
        await lockGroup(db, params.id)
        const own = await requireGroupRight(db, context.user, params.id, 'remove')
        const row = await invitationOfId(db, params.id, params.invitation_id)
        if (!row || row.state === 'accepted' || row.state === 'revoked') throw new Failure('not_found')
        if (!mayAnswerFor(own, row.role)) throw new Failure('not_allowed')
        await endInvitation(db, row.id, 'revoked', isoNow(context), ['waiting', 'declined'])
        await writeAudit(context, db, {
          action: 'group_invitation_revoked',
          name: own.name,
          group_id: params.id,
          changes: differences(['email'], row, {}),
        })
      })
      return undefined
    },

    acceptOwnInvitation: async ({ params }, context) =>
      presentGroup(context, await acceptInvitation(context, ofAddress(params.id, context.user))),

    declineOwnInvitation: async ({ params }, context) => {
      await declineInvitation(context, ofAddress(params.id, context.user))
      return undefined
    },

    getInvitation: async ({ params }, context) => {
      const { db, user } = context
      const row = await invitationOfToken(db, hashOf(params.token))
      if (!row) throw new Failure('not_found')
      const own = user && (await memberOf(db, row.group_id, user.id))
      return {
        state: stateOf(row, isoNow(context)),
        group_name: row.group_name,
        role: invitedRoleOf(row),
        invited_by: row.inviter_email,
        email: row.email,
        expires_at: expiryOf(row),
        mine: user?.email === row.email,
        group_id: own ? row.group_id : null,
      }
    },

    acceptInvitation: async ({ params }, context) =>
      presentGroup(context, await acceptInvitation(context, byToken(params.token))),

    declineInvitation: async ({ params }, context) => {
      await countAttempt(context, 'invitation_answer', `address ${networkOf(context.request.ip)}`)
      await declineInvitation(context, byToken(params.token))
      return undefined
    },
  })

/** The one who may most first; within a role by name. */
const byRole = (people: readonly MemberRow[]): MemberRow[] =>
  people.toSorted((a, b) => GROUP_ROLES.indexOf(a.role) - GROUP_ROLES.indexOf(b.role))

/** Tells whether somebody may send an invitation with this role again, or revoke it. */
const mayAnswerFor = (own: Membership, role: Membership['role']): boolean =>
  rolesInvitedBy(own.role).some(one => one === role)

const requireMember = async (db: Database, groupId: number, userId: number): Promise<Membership> => {
  const target = await memberOf(db, groupId, userId)
  if (!target) throw new Failure('not_found')
  return target
}

/** Throws last_group_owner where the group would have none: it is handed over or dissolved before. */
const requireAnotherOwner = async (db: Database, groupId: number): Promise<void> => {
  if ((await countOwners(db, groupId)) <= 1) throw new Failure('last_group_owner')
}

const ownGroups = async ({ db, user, now }: Pick<Context, 'db' | 'user' | 'now'>, id?: number): Promise<Group[]> =>
  (await groupsOfPerson(db, user.id, aliveSince(now()), id)).map(row => ({
    ...row,
    people: Number(row.people),
    invited: permits(row.role, 'invite') ? Number(row.invited) : null,
    invitation: null,
    may: mayOf(row.role, Number(row.owners)),
  }))

const mayOf = (role: GroupRole, owners: number): Group['may'] => [
  ...(permits(role, 'rename') ? (['edit'] as const) : []),
  ...(permits(role, 'dissolve') ? (['delete'] as const) : []),
  ...(permits(role, 'invite') ? (['invite'] as const) : []),
  ...(permits(role, 'share') ? (['share'] as const) : []),
  ...(permits(role, 'changes') ? (['changes'] as const) : []),
  ...(role === 'owner' && owners <= 1 ? [] : (['leave'] as const)),
]

const presentInvited = (row: Invited): Group => ({
  id: row.group_id,
  name: null,
  created_at: null,
  role: 'invited',
  people: null,
  invited: null,
  invitation: {
    id: row.id,
    role: invitedRoleOf(row),
    invited_by: row.inviter_email,
    sent_at: row.sent_at,
    expires_at: expiryOf(row),
  },
  may: ['accept', 'decline'],
})

const presentGroup = async (context: Context, id: number): Promise<Group> => {
  const [group] = await ownGroups(context, id)
  if (group) return group
  // An administrator who is not in it has renamed it.
  const { name } = await requireGroupRight(context.db, context.user, id, 'see')
  const people = (await memberIdsOf(context.db, id)).length
  const may: Group['may'] = ['edit', 'delete', 'changes']
  return { id, name, created_at: null, role: 'owner', people, invited: null, invitation: null, may }
}

const presentMember = (own: Membership, row: MemberRow, owners: number): GroupMember => {
  const isSelf = row.user_id === own.user_id
  const knows = permits(own.role, 'remove')
  // The last owner hands over or dissolves before anything else.
  const stays = row.role === 'owner' && owners <= 1
  const gives = stays ? [] : MEMBER_ROLES.filter(role => mayGiveRole(own, row, role))
  return {
    user_id: row.user_id,
    name: row.name,
    email: isSelf || knows ? row.email : null,
    role: row.role,
    joined_at: row.joined_at,
    last_seen_at: isSelf || knows ? row.last_seen_at : null,
    invitation: null,
    gives: gives.length > 1 ? gives : [],
    may: [
      ...(gives.length > 1 ? (['edit'] as const) : []),
      ...(!stays && mayRemove(own, row) ? (['delete'] as const) : []),
    ],
  }
}

/** A change as one of the people of the group may know it: addresses are for those who invite, and from where it was done for nobody. */
const presentChange = (own: Membership, row: Awaited<ReturnType<typeof entriesOfGroup>>[number]): GroupChange => ({
  id: row.id,
  at: row.at,
  action: row.action,
  person: row.actor_name,
  concerns: row.location_id === null ? row.user_name : row.object_name,
  changes: fromJson(row.changes).filter(({ field }) => field !== 'email' || permits(own.role, 'invite')),
})
