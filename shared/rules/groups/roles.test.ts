import { expect, test } from 'vitest'
import { GROUP_RIGHTS, GROUP_ROLES, MEMBER_ROLES, mayGiveRole, mayRemove, permits, rolesInvitedBy } from './roles.ts'

test('each role may what the one below it may, and whoever is invited nothing', () => {
  const rights = GROUP_ROLES.map(role => GROUP_RIGHTS.filter(right => permits(role, right)))
  expect(rights.map(({ length }) => length)).toEqual([8, 7, 3, 1, 0])
  for (const [index, some] of rights.entries())
    for (const right of some) expect(rights.slice(0, index).every(above => above.includes(right))).toBe(true)
})

test('nobody gives themselves or anybody else more than they may give', () => {
  for (const actor of MEMBER_ROLES)
    for (const target of MEMBER_ROLES)
      for (const role of MEMBER_ROLES) {
        const other = mayGiveRole({ user_id: 1, role: actor }, { user_id: 2, role: target }, role)
        expect(other).toBe(
          actor === 'owner' ||
            (actor === 'admin' && ['creator', 'member'].includes(target) && ['creator', 'member'].includes(role)),
        )
        const self = mayGiveRole({ user_id: 1, role: actor }, { user_id: 1, role: actor }, role)
        expect(self).toBe(actor === 'owner' || (actor === 'admin' && ['creator', 'member'].includes(role)))
      }
})

test('owners remove everybody, admins those below them, the others only themselves', () => {
  const removes = (actor: (typeof MEMBER_ROLES)[number]) =>
    MEMBER_ROLES.filter(target => mayRemove({ user_id: 1, role: actor }, { user_id: 2, role: target }))
  expect(MEMBER_ROLES.map(removes)).toEqual([[...MEMBER_ROLES], ['creator', 'member'], [], []])
  expect(MEMBER_ROLES.every(role => mayRemove({ user_id: 1, role }, { user_id: 1, role }))).toBe(true)
})

test('nobody is invited as an owner', () => {
  expect(MEMBER_ROLES.map(rolesInvitedBy)).toEqual([['admin', 'creator', 'member'], ['creator', 'member'], [], []])
})
