import { z } from 'zod'
import { AUDIT_ACTIONS } from '../../rules/accounts/audit-actions.ts'
import { GROUP_ROLES, MEMBER_ROLES } from '../../rules/groups/roles.ts'
import { Id, IdParams, Name, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { AuditChange } from './audit.ts'
import { Email } from './users.ts'

/** Days in which the link of an invitation works, counted from its last mail. */
export const INVITATION_DAYS = 7

const GroupRole = z.enum(GROUP_ROLES)
const MemberRole = z.enum(MEMBER_ROLES)
const InvitedRole = MemberRole.exclude(['owner'])

/** States of an invitation; `expired` is one that waited too long. */
export const INVITATION_STATES = ['waiting', 'expired', 'accepted', 'declined', 'revoked'] as const
const InvitationState = z.enum(INVITATION_STATES)

export const Group = z.object({
  id: Id,
  /** Name; null for whoever is only invited, who reads no words of somebody else unasked. */
  name: z.string().nullable(),
  created_at: TimeOut.nullable(),
  /** Role of the caller. */
  role: GroupRole,
  /** People in it; null for whoever is only invited. */
  people: z.int().nullable(),
  /** Invitations that wait for an answer, for those who may invite. */
  invited: z.int().nullable(),
  /** Invitation of the caller that waits for an answer. */
  invitation: z
    .object({ id: Id, role: InvitedRole, invited_by: z.string(), sent_at: TimeOut, expires_at: TimeOut })
    .nullable(),
  may: z.array(z.enum(['edit', 'delete', 'invite', 'share', 'changes', 'leave', 'accept', 'decline'])),
})
export type Group = z.infer<typeof Group>

const GroupMember = z.object({
  /** Account; null of an invitation, whoever it is for. */
  user_id: Id.nullable(),
  name: z.string().nullable(),
  /** Address: the own one, and those of all for people who invite and remove. */
  email: z.string().nullable(),
  role: GroupRole,
  joined_at: TimeOut.nullable(),
  /** Time the person was last here, to the hour, for people who invite and remove. */
  last_seen_at: TimeOut.nullable(),
  invitation: z
    .object({ id: Id, role: InvitedRole, state: InvitationState, sent_at: TimeOut, expires_at: TimeOut })
    .nullable(),
  /** Roles the caller may give this person. */
  gives: z.array(MemberRole),
  may: z.array(z.enum(['edit', 'delete'])),
})
export type GroupMember = z.infer<typeof GroupMember>

const Invitation = z.object({
  state: InvitationState,
  group_name: z.string(),
  role: InvitedRole,
  /** Address of who invited. */
  invited_by: z.string(),
  /** Address it was sent to, and the only one that accepts it. */
  email: z.string(),
  expires_at: TimeOut,
  /** True where the caller is signed in with that address. */
  mine: z.boolean(),
  /** Group, for whoever is one of its people. */
  group_id: Id.nullable(),
})
export type Invitation = z.infer<typeof Invitation>

export const GroupInput = z.object({ name: Name })
export const InvitationInput = z.object({ email: Email, role: InvitedRole.default('member') })

/** A secret of 256 bits, as a link brings it; one that is not complete is nobody's. */
const TokenParams = z.object({ token: z.string().min(1).max(200) })
const MemberParams = z.object({ id: IdParams.shape.id, user_id: IdParams.shape.id })
const InvitationParams = z.object({ id: IdParams.shape.id, invitation_id: IdParams.shape.id })

export const CHANGES_PER_PAGE = 20

const GroupChange = z.object({
  id: Id,
  at: TimeOut,
  action: z.enum(AUDIT_ACTIONS),
  /** Name of who did it, as it was; null where nobody was signed in. */
  person: z.string().nullable(),
  /** Name of the person or location it was done to; null where it was the group itself. */
  concerns: z.string().nullable(),
  changes: z.array(AuditChange),
})
export type GroupChange = z.infer<typeof GroupChange>

export const groupEndpoints = endpoints({
  listGroups: {
    method: 'GET',
    path: '/groups',
    access: 'signedIn',
    summary: 'Groups the caller is in, and those the caller is invited to',
    response: z.array(Group),
  },
  createGroup: {
    method: 'POST',
    path: '/groups',
    access: 'signedIn',
    summary: 'Create a group; the caller becomes its owner',
    body: GroupInput,
    status: 201,
    response: Group,
    failures: ['quota_reached'],
  },
  renameGroup: {
    method: 'PUT',
    path: '/groups/:id',
    access: 'signedIn',
    summary: 'Rename a group',
    params: IdParams,
    body: GroupInput,
    response: Group,
  },
  dissolveGroup: {
    method: 'DELETE',
    path: '/groups/:id',
    access: 'signedIn',
    summary: 'Dissolve a group: nobody is in it any more, and nothing is shared with it',
    params: IdParams,
    status: 204,
  },
  listGroupMembers: {
    method: 'GET',
    path: '/groups/:id/members',
    access: 'signedIn',
    summary: 'People of a group; for those who invite, also the invitations without a yes',
    params: IdParams,
    response: z.array(GroupMember),
  },
  listGroupChanges: {
    method: 'GET',
    path: '/groups/:id/changes',
    access: 'signedIn',
    summary: `What changed in a group, the newest first, ${CHANGES_PER_PAGE} at a time; for its owners, admins and creators`,
    params: IdParams,
    query: z.object({
      /** Id of the last change of the page before. */
      before: z.coerce.number().pipe(Id).optional(),
    }),
    response: z.object({ changes: z.array(GroupChange), next: Id.nullable() }),
    failures: ['not_allowed'],
  },
  changeGroupRole: {
    method: 'PATCH',
    path: '/groups/:id/members/:user_id',
    access: 'signedIn',
    summary: 'Give somebody in a group another role; one owner stays',
    params: MemberParams,
    body: z.object({ role: MemberRole }),
    response: GroupMember,
    failures: ['not_allowed', 'last_group_owner'],
  },
  removeGroupMember: {
    method: 'DELETE',
    path: '/groups/:id/members/:user_id',
    access: 'signedIn',
    summary: 'Remove somebody from a group, or leave it; what they shared with it is shared no more',
    params: MemberParams,
    status: 204,
    failures: ['not_allowed', 'last_group_owner'],
  },
  inviteToGroup: {
    method: 'POST',
    path: '/groups/:id/invitations',
    access: 'signedIn',
    summary: `Invite an address, with an account or without, or send its invitation again; the link works for ${INVITATION_DAYS} days`,
    params: IdParams,
    body: InvitationInput,
    status: 201,
    response: GroupMember,
    failures: ['not_allowed', 'conflict', 'quota_reached', 'limit_exceeded'],
  },
  revokeInvitation: {
    method: 'DELETE',
    path: '/groups/:id/invitations/:invitation_id',
    access: 'signedIn',
    summary: 'Revoke an invitation: its links work no more',
    params: InvitationParams,
    status: 204,
  },
  acceptOwnInvitation: {
    method: 'POST',
    path: '/groups/:id/invitation/accept',
    access: 'signedIn',
    summary: 'Accept the invitation that waits for the address of the caller',
    params: IdParams,
    response: Group,
  },
  declineOwnInvitation: {
    method: 'POST',
    path: '/groups/:id/invitation/decline',
    access: 'signedIn',
    summary: 'Decline the invitation that waits for the address of the caller',
    params: IdParams,
    status: 204,
  },
  getInvitation: {
    method: 'GET',
    path: '/invitations/:token',
    access: 'public',
    summary: 'What an invitation is, by the token of its mail; says why one that ended is over',
    params: TokenParams,
    response: Invitation,
    failures: ['not_found', 'limit_exceeded'],
  },
  acceptInvitation: {
    method: 'POST',
    path: '/invitations/:token/accept',
    access: 'signedIn',
    summary: 'Accept an invitation, signed in with the address it was sent to',
    params: TokenParams,
    response: Group,
    failures: ['not_found', 'not_allowed', 'invalid_code', 'limit_exceeded'],
  },
  declineInvitation: {
    method: 'POST',
    path: '/invitations/:token/decline',
    access: 'public',
    summary: 'Decline an invitation; needs no account',
    params: TokenParams,
    status: 204,
    failures: ['not_found', 'invalid_code', 'limit_exceeded'],
  },
})
