import type { AddressMove } from '../users/address/moves.ts'
import type { LossCount, UserRemoval } from '../users/removal.ts'
import { publishSightChanged } from '../users/sight-changed.ts'
import { countOwners, deleteGroup, groupsLeftBy, lockGroup, peopleBeside, setMemberRole } from './group-store.ts'
import { moveInvitations } from './invitation-store.ts'

/** Counts of groups whose only owner a person is: how many pass on when the account goes, and how many end. */
export const lossOfGroups: LossCount = async (db, userId) => {
  const groups = await groupsLeftBy(db, userId)
  const passed = groups.filter(({ successor }) => successor !== null).length
  return { groups_passed: passed, groups_dissolved: groups.length - passed }
}

/**
 * Groups of an account that is about to be deleted. One that it alone owned passes to the admin who joined first, or else to
 * the first creator; without either it ends. Its other memberships, its invitations and what it shared go with the account.
 */
export const leaveGroupsOf: UserRemoval = async (db, userId) => {
  for (const { group_id } of await groupsLeftBy(db, userId)) await lockGroup(db, group_id)
  // Shares of the account go with it, in all groups.
  const seeing = await peopleBeside(db, userId)
  for (const { group_id, successor } of await groupsLeftBy(db, userId)) {
    if (successor !== null) await setMemberRole(db, group_id, successor, 'owner')
    else if ((await countOwners(db, group_id)) <= 1) await deleteGroup(db, group_id)
  }
  return services => publishSightChanged(services, seeing)
}

/** The invitations of an account that has another address now; memberships are of the account, whatever its address. */
export const moveGroupInvitations: AddressMove = (db, move, at) => moveInvitations(db, move, at)
