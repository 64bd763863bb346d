import type { User } from '#shared/contract/accounts/users.ts'
import { type GroupRight, permits } from '#shared/rules/groups/roles.ts'
import type { Database } from '../kit/database/database.ts'
import { Failure } from '../kit/failure.ts'
import { groupOfId, type Membership, memberOf } from './group-store.ts'

/** Rights that come from being in the group alone: what is shared and who is asked goes by the name of one of its people. */
const OF_ITS_PEOPLE: readonly GroupRight[] = ['share', 'invite']

/**
 * The caller as one of the people of a group, with a role that may do something there. Administrators look after groups they
 * are not in as an owner does. Throws not_found for everybody else, and not_allowed for a role that may not.
 */
export const requireGroupRight = async (
  db: Database,
  user: Pick<User, 'id' | 'admin'>,
  groupId: number,
  right: GroupRight,
): Promise<Membership> => {
  const own =
    (await memberOf(db, groupId, user.id)) ?? (user.admin ? await asAdministrator(db, user.id, groupId) : null)
  if (!own) throw new Failure('not_found')
  if (!permits(own.role, right) || (own.outside && OF_ITS_PEOPLE.includes(right))) throw new Failure('not_allowed')
  return own
}

const asAdministrator = async (db: Database, user_id: number, groupId: number): Promise<Membership | null> => {
  const group = await groupOfId(db, groupId)
  return group ? { group_id: group.id, user_id, role: 'owner', name: group.name, outside: true } : null
}
