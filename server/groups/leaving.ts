import { differences, writeAudit } from '../audit/audit.ts'
import type { Database } from '../kit/database/database.ts'
import type { AddressMove } from '../users/address/moves.ts'
import type { LossCount, UserRemoval } from '../users/removal.ts'
import { publishSightChanged } from '../users/sight-changed.ts'
import {
  countOwners,
  deleteGroup,
  groupsLeftBy,
  lockGroup,
  memberOf,
  membershipsOf,
  peopleBeside,
  setMemberRole,
} from './group-store.ts'
import { moveInvitations } from './invitation-store.ts'
import type { GroupShares } from './routes.ts'

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
export const leaveGroupsWith =
  (shares: GroupShares): UserRemoval =>
  async (db, userId, _, acting) => {
    const own = await membershipsOf(db, userId)
    for (const { id } of own) await lockGroup(db, id)
    // Shares of the account go with it, in all groups.
    const seeing = await peopleBeside(db, userId)
    const left = new Map((await groupsLeftBy(db, userId)).map(one => [one.group_id, one.successor]))
    for (const group of own) {
      const { id: group_id, name, email } = group
      const successor = left.get(group_id)
      const isLast = successor === null && (await countOwners(db, group_id)) <= 1
      if (acting) {
        await shares.end(acting, db, group, ...(isLast ? [] : [userId]))
        const isSelf = acting.user?.id === userId
        const action = isLast ? 'group_dissolved' : isSelf ? 'group_left' : 'group_person_removed'
        // The account is about to be gone, and its name with it.
        const changes = isLast || isSelf ? [] : differences(['email'], { email }, {})
        await writeAudit(acting, db, { action, user_id: userId, name, group_id, changes })
        if (successor)
          await writeAudit(acting, db, {
            action: 'group_role_changed',
            user_id: successor,
            name,
            group_id,
            changes: differences(
              ['group_role'],
              { group_role: await roleOf(db, group_id, successor) },
              { group_role: 'owner' },
            ),
          })
      }
      if (successor) await setMemberRole(db, group_id, successor, 'owner')
      else if (isLast) await deleteGroup(db, group_id)
    }
    return services => publishSightChanged(services, seeing)
  }

const roleOf = async (db: Database, groupId: number, userId: number) => (await memberOf(db, groupId, userId))?.role

/** The invitations of an account that has another address now; memberships are of the account, whatever its address. */
export const moveGroupInvitations: AddressMove = (db, move, at) => moveInvitations(db, move, at)
