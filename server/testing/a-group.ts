import { api } from '#shared/contract/index.ts'
import type { ShareRight } from '#shared/contract/places/shares.ts'
import type { MemberRole } from '#shared/rules/groups/roles.ts'
import type { TestUser } from './a-user.ts'
import type { TestApp } from './start-test-app.ts'

/** A group of its owner and others, who have accepted, with locations of the owner's shared. */
export const aGroup = async (
  test: TestApp,
  owner: TestUser,
  {
    people = [],
    shares = [],
    name = 'Vets',
  }: {
    people?: readonly (readonly [TestUser, Exclude<MemberRole, 'owner'>])[]
    shares?: readonly { location_id: number; may: ShareRight }[]
    name?: string
  } = {},
) => {
  const group = await test.call(api.createGroup, { body: { name } }, owner.token)
  for (const [person, role] of people) await joined(test, owner, group.id, person, role)
  if (shares.length > 0)
    await test.call(api.setGroupShares, { params: { id: group.id }, body: [...shares] }, owner.token)
  return group
}

/** Invites somebody, who accepts in the product. */
export const joined = async (
  test: TestApp,
  inviter: TestUser,
  id: number,
  person: TestUser,
  role: Exclude<MemberRole, 'owner'> = 'member',
): Promise<void> => {
  await test.call(api.inviteToGroup, { params: { id }, body: { email: person.email, role } }, inviter.token)
  await test.call(api.acceptOwnInvitation, { params: { id } }, person.token)
}
