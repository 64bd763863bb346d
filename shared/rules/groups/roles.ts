/** Roles in a group, the one that may most first. Whoever is invited is none of its people yet. */
export const GROUP_ROLES = ['owner', 'admin', 'creator', 'member', 'invited'] as const
export type GroupRole = (typeof GROUP_ROLES)[number]
export type MemberRole = Exclude<GroupRole, 'invited'>
export const MEMBER_ROLES = ['owner', 'admin', 'creator', 'member'] as const satisfies readonly MemberRole[]

/** Everything that can be done in a group, in the order in which the table of rights shows it. */
export const GROUP_RIGHTS = ['see', 'changes', 'share', 'invite', 'remove', 'give_roles', 'rename', 'dissolve'] as const
export type GroupRight = (typeof GROUP_RIGHTS)[number]

const PERMITS: Record<GroupRole, readonly GroupRight[]> = {
  owner: GROUP_RIGHTS,
  admin: ['see', 'changes', 'share', 'invite', 'remove', 'give_roles', 'rename'],
  creator: ['see', 'changes', 'share'],
  member: ['see'],
  invited: [],
}

/** Tells whether somebody with this role may do something in the group. */
export const permits = (role: GroupRole, right: GroupRight): boolean => PERMITS[role].includes(right)

const GIVES: Record<GroupRole, readonly MemberRole[]> = {
  owner: MEMBER_ROLES,
  admin: ['creator', 'member'],
  creator: [],
  member: [],
  invited: [],
}

/** Roles that somebody may give to people of the group. */
export const rolesGivenBy = (role: GroupRole): readonly MemberRole[] => GIVES[role]

/** Roles that somebody may invite with: the group is handed over to nobody who has not joined. */
export const rolesInvitedBy = (role: GroupRole): MemberRole[] => GIVES[role].filter(one => one !== 'owner')

const isBelow = (role: GroupRole, other: GroupRole): boolean => GROUP_ROLES.indexOf(role) > GROUP_ROLES.indexOf(other)

/** Person of a group who acts, or to whom something is done. */
interface Person {
  user_id: number
  role: GroupRole
}

/** Tells whether one person may give another this role: owners to everybody, others to those below them and to themselves. */
export const mayGiveRole = (actor: Person, target: Person, role: MemberRole): boolean =>
  permits(actor.role, 'give_roles') &&
  rolesGivenBy(actor.role).includes(role) &&
  (actor.role === 'owner' || actor.user_id === target.user_id || isBelow(target.role, actor.role))

/** Tells whether one person may remove another: owners everybody, others those below them. Everybody may leave. */
export const mayRemove = (actor: Person, target: Person): boolean =>
  actor.user_id === target.user_id ||
  (permits(actor.role, 'remove') && (actor.role === 'owner' || isBelow(target.role, actor.role)))
