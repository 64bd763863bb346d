import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { JOBS } from '../app.ts'
import { hashOf } from '../kit/security/secrets.ts'
import { aGroup, joined } from '../testing/a-group.ts'
import { aLocation } from '../testing/a-location.ts'
import { aFirstUser, aRegistration, aUser, PASSWORD, signIn, type TestUser } from '../testing/a-user.ts'
import { accepted } from '../testing/accepted.ts'
import { countQueries } from '../testing/count-queries.ts'
import { mailed, mailedToken } from '../testing/outgoing-mail.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

let app: TestApp
let admin: TestUser
let owner: TestUser
beforeAll(async () => {
  // A server that ran in the process before registers what it does for a deleted account too: it must not be done twice.
  await (await startTestApp()).close()
  app = await startTestApp()
  admin = await aFirstUser(app)
  owner = await aUser(app, { name: 'Olga Owner' })
})
afterAll(() => app.close())

const DAY = 86_400_000
const tokenTo = async (email: string): Promise<string> =>
  (await mailed(app, email, /invitations\/([\w-]{43})/))[1] as string
const invite = (by: TestUser, id: number, email: string, role: 'admin' | 'creator' | 'member' = 'member') =>
  app.call(api.inviteToGroup, { params: { id }, body: { email, role } }, by.token)
const accept = (user: TestUser, token: string) => app.call(api.acceptInvitation, { params: { token } }, user.token)
const read = (token: string, user?: TestUser) => app.call(api.getInvitation, { params: { token } }, user?.token)
const members = (user: TestUser, id: number) => app.call(api.listGroupMembers, { params: { id } }, user.token)
const setRole = (by: TestUser, id: number, user: TestUser, role: 'owner' | 'admin' | 'creator' | 'member') =>
  app.call(api.changeGroupRole, { params: { id, user_id: user.id }, body: { role } }, by.token)
const remove = (by: TestUser, id: number, user: TestUser) =>
  app.call(api.removeGroupMember, { params: { id, user_id: user.id } }, by.token)
const NOT_FOUND = { status: 404, code: 'not_found' }
const NOT_ALLOWED = { status: 403, code: 'not_allowed' }
const OVER = { status: 422, code: 'invalid_code' }

describe('a group', () => {
  test('is its maker’s, is renamed, and is there for nobody else', async () => {
    const group = await aGroup(app, owner, { name: 'Hoeve' })
    expect(group).toMatchObject({ name: 'Hoeve', role: 'owner', people: 1, invited: 0, invitation: null })
    // The only owner dissolves or hands over; there is no leaving.
    expect(group.may).toEqual(['edit', 'delete', 'invite', 'share', 'changes'])
    const params = { id: group.id }
    const renamed = await app.call(api.renameGroup, { params, body: { name: 'Hoeve Zonneveld' } }, owner.token)
    expect(renamed.name).toBe('Hoeve Zonneveld')
    const stranger = await aUser(app)
    expect(await app.call(api.listGroups, {}, stranger.token)).toEqual([])
    await expect(members(stranger, group.id)).rejects.toMatchObject(NOT_FOUND)
    await app.call(api.dissolveGroup, { params }, owner.token)
    await expect(members(owner, group.id)).rejects.toMatchObject(NOT_FOUND)
  })

  test('an invitation opens nothing while the account of who sent it is suspended', async () => {
    const [owner, guest] = [await aUser(app), await aUser(app)]
    const { id } = await aGroup(app, owner)
    await invite(owner, id, guest.email)
    const accept = () => app.call(api.acceptOwnInvitation, { params: { id } }, guest.token)
    await app.call(api.changeAccount, { params: { id: owner.id }, body: { suspended: true } }, admin.token)
    await expect(accept()).rejects.toMatchObject(OVER)
    await app.call(api.changeAccount, { params: { id: owner.id }, body: { suspended: false } }, admin.token)
    await accept()
  })

  test('an administrator looks after it, and puts nobody and nothing into it', async () => {
    const { id } = await aGroup(app, owner)
    expect(await members(admin, id)).toHaveLength(1)
    await expect(invite(admin, id, 'x@farm.example')).rejects.toMatchObject(NOT_ALLOWED)
    await expect(app.call(api.setGroupShares, { params: { id }, body: [] }, admin.token)).rejects.toMatchObject(
      NOT_ALLOWED,
    )
    expect(await app.call(api.listGroups, {}, admin.token)).toEqual([])
    await app.call(api.dissolveGroup, { params: { id } }, admin.token)
  })

  test('each role may what the table says', async () => {
    const [boss, maker, plain] = [await aUser(app), await aUser(app), await aUser(app)]
    const { id } = await aGroup(app, owner, {
      people: [
        [boss, 'admin'],
        [maker, 'creator'],
        [plain, 'member'],
      ],
    })
    for (const user of [maker, plain]) {
      await expect(invite(user, id, 'x@farm.example')).rejects.toMatchObject(NOT_ALLOWED)
      await expect(setRole(user, id, user, 'owner')).rejects.toMatchObject(NOT_ALLOWED)
      await expect(remove(user, id, owner)).rejects.toMatchObject(NOT_ALLOWED)
      await expect(
        app.call(api.renameGroup, { params: { id }, body: { name: 'x' } }, user.token),
      ).rejects.toMatchObject(NOT_ALLOWED)
    }
    for (const user of [boss, maker, plain])
      await expect(app.call(api.dissolveGroup, { params: { id } }, user.token)).rejects.toMatchObject(NOT_ALLOWED)
    // An admin raises neither themselves nor others to their own level, and touches nobody of it.
    for (const [target, role] of [
      [boss, 'owner'],
      [plain, 'admin'],
      [plain, 'owner'],
      [owner, 'member'],
    ] as const)
      await expect(setRole(boss, id, target, role)).rejects.toMatchObject(NOT_ALLOWED)
    await expect(invite(boss, id, 'y@farm.example', 'admin')).rejects.toMatchObject(NOT_ALLOWED)
    await expect(remove(boss, id, owner)).rejects.toMatchObject(NOT_ALLOWED)
    expect(await setRole(boss, id, plain, 'creator')).toMatchObject({ role: 'creator' })
    // Addresses are for those who invite and remove.
    const seen = (await members(maker, id)).map(({ email }) => email)
    expect(seen.filter(email => email !== null)).toEqual([maker.email])
    expect((await members(boss, id)).every(({ email }) => email !== null)).toBe(true)
    await remove(boss, id, maker)
    await expect(members(maker, id)).rejects.toMatchObject(NOT_FOUND)
    // Stepping down is everybody's own.
    expect(await setRole(boss, id, boss, 'member')).toMatchObject({ role: 'member', may: ['delete'] })
    await expect(setRole(boss, id, boss, 'admin')).rejects.toMatchObject(NOT_ALLOWED)
  })

  test('the last owner hands over before leaving; of two who leave at once one stays', async () => {
    const other = await aUser(app)
    const { id } = await aGroup(app, owner, { people: [[other, 'member']] })
    const last = { status: 409, code: 'last_group_owner' }
    await expect(remove(owner, id, owner)).rejects.toMatchObject(last)
    await expect(setRole(owner, id, owner, 'member')).rejects.toMatchObject(last)
    await setRole(owner, id, other, 'owner')
    const done = await Promise.allSettled([remove(owner, id, owner), remove(other, id, other)])
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const left = done[0]?.status === 'fulfilled' ? other : owner
    expect(await members(left, id)).toMatchObject([{ user_id: left.id, role: 'owner' }])
  })

  test('ids of one group in the path of another reach nothing', async () => {
    const [rival, victim] = [await aUser(app), await aUser(app)]
    const theirs = await aGroup(app, rival)
    const { id } = await aGroup(app, owner, { people: [[victim, 'member']] })
    const entry = await invite(owner, id, `later-${victim.email}`)
    await expect(remove(rival, theirs.id, victim)).rejects.toMatchObject(NOT_FOUND)
    await expect(setRole(rival, theirs.id, victim, 'member')).rejects.toMatchObject(NOT_FOUND)
    const params = { id: theirs.id, invitation_id: entry.invitation?.id ?? 0 }
    await expect(app.call(api.revokeInvitation, { params }, rival.token)).rejects.toMatchObject(NOT_FOUND)
    await expect(app.call(api.revokeInvitation, { params: { ...params, id } }, rival.token)).rejects.toMatchObject(
      NOT_FOUND,
    )
    expect((await members(owner, id)).map(({ role }) => role)).toEqual(['owner', 'member', 'invited'])
  })
})

describe('what changed in a group', () => {
  const changesOf = (user: TestUser, id: number, before?: number) =>
    app.call(api.listGroupChanges, { params: { id }, query: { before } }, user.token)

  test('is told to owners, admins and creators, by name and never from where; addresses to who invites alone', async () => {
    const [boss, maker, plain] = [await aUser(app, { name: 'Bob Boss' }), await aUser(app), await aUser(app)]
    const location = await aLocation(app, owner, { name: 'Sow farm' })
    const { id } = await aGroup(app, owner, {
      people: [
        [boss, 'admin'],
        [maker, 'creator'],
        [plain, 'member'],
      ],
      shares: [{ location_id: location.id, may: 'read' }],
    })
    await invite(boss, id, 'somebody@farm.example')
    await setRole(owner, id, boss, 'creator')
    await setRole(owner, id, boss, 'admin')
    const { changes, next } = await changesOf(boss, id)
    expect(next).toBeNull()
    expect(changes.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['group_created', 'group_invited', 'group_joined', 'place_shared_with_group']),
    )
    expect(changes[0]).toMatchObject({
      person: 'Olga Owner',
      concerns: 'Bob Boss',
      changes: [{ field: 'group_role', before: 'creator', after: 'admin' }],
    })
    expect(changes.find(({ action }) => action === 'place_shared_with_group')).toMatchObject({ concerns: 'Sow farm' })
    expect(JSON.stringify(changes)).toContain('somebody@farm.example')
    expect(JSON.stringify(changes)).not.toMatch(/127\.0\.0\.1|"ip"|"browser"/)
    expect(JSON.stringify((await changesOf(maker, id)).changes)).not.toContain('@')
    await expect(changesOf(plain, id)).rejects.toMatchObject(NOT_ALLOWED)
    await expect(changesOf(await aUser(app), id)).rejects.toMatchObject(NOT_FOUND)
    expect((await changesOf(admin, id)).changes).toHaveLength(changes.length)
  })

  test('comes a page at a time, and ends for who has left', async () => {
    const boss = await aUser(app)
    const { id } = await aGroup(app, owner, { people: [[boss, 'admin']] })
    for (let times = 0; times < 25; times++)
      await app.call(api.renameGroup, { params: { id }, body: { name: `Name ${times}` } }, owner.token)
    const first = await changesOf(boss, id)
    expect(first.changes).toHaveLength(20)
    const second = await changesOf(boss, id, first.next ?? 0)
    expect([second.changes.length, second.next]).toEqual([8, null])
    const ids = [...first.changes, ...second.changes].map(change => change.id)
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a))
    await remove(owner, id, boss)
    await expect(changesOf(boss, id)).rejects.toMatchObject(NOT_FOUND)
  })
})

describe('an invitation', () => {
  test('goes by mail to an address, and only its account accepts it, once', async () => {
    const [guest, thief] = [await aUser(app, { name: 'Guest' }), await aUser(app)]
    const { id } = await aGroup(app, owner, { name: 'Secret circle' })
    const entry = await invite(owner, id, guest.email, 'creator')
    expect(entry).toMatchObject({ user_id: null, name: null, role: 'invited', invitation: { state: 'waiting' } })
    const mail = await mailed(app, guest.email, /invites you to a group[\s\S]*/)
    expect(mail[0]).not.toContain('Secret circle')
    const token = await tokenTo(guest.email)
    const stored = await app.services.db.selectFrom('invitation_tokens').select('token_hash').execute()
    expect(stored).toContainEqual({ token_hash: hashOf(token) })
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(await read(token)).toMatchObject({ state: 'waiting', mine: false, email: guest.email, group_id: null })
    expect(await read(token, guest)).toMatchObject({ mine: true, group_name: 'Secret circle', role: 'creator' })
    // Invited is not in: nothing of the group is theirs yet, not even its name.
    expect(await app.call(api.listGroups, {}, guest.token)).toMatchObject([
      { id, name: null, role: 'invited', may: ['accept', 'decline'], invitation: { invited_by: owner.email } },
    ])
    await expect(members(guest, id)).rejects.toMatchObject(NOT_FOUND)
    await expect(app.call(api.listGroupShares, { params: { id } }, guest.token)).rejects.toMatchObject(NOT_FOUND)
    await expect(accept(thief, token)).rejects.toMatchObject(NOT_FOUND)
    await expect(app.call(api.acceptOwnInvitation, { params: { id } }, thief.token)).rejects.toMatchObject(NOT_FOUND)
    const both = await Promise.all([accept(guest, token), accept(guest, token)])
    expect(both.map(({ role }) => role)).toEqual(['creator', 'creator'])
    expect(await members(owner, id)).toHaveLength(2)
    expect(await read(token, guest)).toMatchObject({ state: 'accepted', group_id: id })
    // Used, it lets nobody in again, whoever was removed meanwhile.
    await remove(owner, id, guest)
    await expect(accept(guest, token)).rejects.toMatchObject(OVER)
  })

  test('works for seven days, and again when it is sent again, with every link of it', async () => {
    const guest = await aUser(app)
    const { id } = await aGroup(app, owner)
    await invite(owner, id, guest.email)
    const first = await tokenTo(guest.email)
    app.clock.forward(7 * DAY)
    owner = await signIn(app, owner.email)
    const here = await signIn(app, guest.email)
    expect(await read(first)).toMatchObject({ state: 'expired' })
    await expect(accept(here, first)).rejects.toMatchObject(OVER)
    expect(await app.call(api.listGroups, {}, here.token)).toEqual([])
    expect((await members(owner, id)).at(-1)?.invitation).toMatchObject({ state: 'expired' })
    const again = await invite(owner, id, guest.email, 'creator')
    expect(again.invitation).toMatchObject({ state: 'waiting', role: 'creator' })
    await expect.poll(() => tokenTo(guest.email)).not.toBe(first)
    expect(await accept(here, first)).toMatchObject({ id, role: 'creator' })
    expect(await members(owner, id)).toHaveLength(2)
  })

  test('that was revoked or declined does nothing any more, and says so', async () => {
    const [guest, refuser] = [await aUser(app), await aUser(app)]
    const { id } = await aGroup(app, owner)
    const entry = await invite(owner, id, guest.email)
    const token = await tokenTo(guest.email)
    const params = { id, invitation_id: entry.invitation?.id ?? 0 }
    await app.call(api.revokeInvitation, { params }, owner.token)
    await expect(app.call(api.revokeInvitation, { params }, owner.token)).rejects.toMatchObject(NOT_FOUND)
    expect(await read(token)).toMatchObject({ state: 'revoked' })
    await expect(accept(guest, token)).rejects.toMatchObject(OVER)
    await expect(app.call(api.acceptOwnInvitation, { params: { id } }, guest.token)).rejects.toMatchObject(NOT_FOUND)
    await invite(owner, id, refuser.email)
    const other = await tokenTo(refuser.email)
    // Declining needs no account.
    await app.call(api.declineInvitation, { params: { token: other } })
    const entries = await app.call(api.listAudit, { query: { action: 'group_invitation_declined' } }, owner.token)
    expect(entries).toEqual([])
    expect(await read(other)).toMatchObject({ state: 'declined' })
    await expect(accept(refuser, other)).rejects.toMatchObject(OVER)
    expect((await members(owner, id)).at(-1)).toMatchObject({ invitation: { state: 'declined' } })
    for (const rubbish of ['x'.repeat(43), other.slice(1), '1'])
      await expect(read(rubbish)).rejects.toMatchObject(NOT_FOUND)
    // A person invited again is invited once.
    await invite(owner, id, refuser.email)
    expect((await members(owner, id)).filter(({ role }) => role === 'invited')).toHaveLength(1)
  })

  test('says nothing of whether an address has an account', async () => {
    const { id } = await aGroup(app, owner)
    const known = await aUser(app)
    const answers = [await invite(owner, id, known.email), await invite(owner, id, `nobody-${known.email}`)]
    const [a, b] = answers.map(({ email: _, invitation, ...rest }) => ({
      ...rest,
      invitation: { ...invitation, id: 0 },
    }))
    expect(a).toEqual(b)
    const lines = (await members(owner, id)).filter(({ role }) => role === 'invited')
    expect(lines.map(({ user_id, name, last_seen_at }) => [user_id, name, last_seen_at])).toEqual([
      [null, null, null],
      [null, null, null],
    ])
    await expect(invite(owner, id, owner.email)).rejects.toMatchObject({ status: 409 })
  })

  test('ends with the right of who sent it', async () => {
    const [boss, guest, other] = [await aUser(app), await aUser(app), await aUser(app)]
    const { id } = await aGroup(app, owner, { people: [[boss, 'admin']] })
    await invite(boss, id, guest.email, 'creator')
    const token = await tokenTo(guest.email)
    await setRole(owner, id, boss, 'member')
    await expect(accept(guest, token)).rejects.toMatchObject(OVER)
    await setRole(owner, id, boss, 'admin')
    await expect(accept(guest, token)).rejects.toMatchObject(OVER)
    await invite(boss, id, other.email)
    await remove(owner, id, boss)
    await expect(accept(other, await tokenTo(other.email))).rejects.toMatchObject(OVER)
  })

  test('is sent a few times a day to one address, whoever of the group asks', async () => {
    const { id } = await aGroup(app, owner)
    const email = `often-${owner.email}`
    for (let nth = 0; nth < 3; nth++) await invite(owner, id, email)
    await expect(invite(owner, id, email)).rejects.toMatchObject({ status: 429, code: 'limit_exceeded' })
  })

  test('waits for who makes an account with its address', async () => {
    const { id } = await aGroup(app, owner)
    const registration = aRegistration({ name: 'New' })
    await invite(owner, id, registration.email)
    const token = await tokenTo(registration.email)
    await app.call(api.register, { body: registration })
    await expect(
      app.call(api.login, { body: { email: registration.email, password: PASSWORD } }),
    ).rejects.toMatchObject({ code: 'email_not_verified' })
    await app.call(api.verifyEmail, { body: { token: await mailedToken(app, registration.email) } })
    const fresh = await signIn(app, registration.email)
    expect(await accept(fresh, token)).toMatchObject({ id, role: 'member', name: 'Vets' })
  })

  test('goes along with a new address, without the links in the old mailbox', async () => {
    const guest = await aUser(app)
    const { id } = await aGroup(app, owner)
    await invite(owner, id, guest.email)
    const token = await tokenTo(guest.email)
    const email = `moved-${guest.email}`
    await app.call(api.updateUser, { body: { email, current_password: PASSWORD } }, guest.token)
    await app.call(api.verifyEmail, { body: { token: await mailedToken(app, email) } })
    await expect(read(token)).rejects.toMatchObject(NOT_FOUND)
    expect(await app.call(api.acceptOwnInvitation, { params: { id } }, guest.token)).toMatchObject({ id })
  })

  test('is forgotten a month after it ended', async () => {
    const { id } = await aGroup(app, owner)
    const email = `old-${owner.email}`
    await invite(owner, id, email)
    const token = await tokenTo(email)
    app.clock.forward(31 * DAY)
    await JOBS.find(({ name }) => name === 'forget-invitations')?.run(app.services)
    await expect(read(token)).rejects.toMatchObject(NOT_FOUND)
    owner = await signIn(app, owner.email)
  })
})

describe('an account that goes', () => {
  const leave = (user: TestUser) => app.call(api.deleteUser, { body: { password: PASSWORD } }, user.token)

  test('passes its groups on to an admin, else to a creator; without either they end', async () => {
    const [boss, maker, plain] = [await aUser(app), await aUser(app), await aUser(app)]
    const going = await aUser(app)
    const first = await aGroup(app, going, {
      people: [
        [maker, 'creator'],
        [boss, 'admin'],
      ],
    })
    const second = await aGroup(app, going, {
      people: [
        [plain, 'member'],
        [maker, 'creator'],
      ],
    })
    const third = await aGroup(app, going, { people: [[plain, 'member']] })
    expect(await app.call(api.getOwnLoss, {}, going.token)).toMatchObject({ groups_passed: 2, groups_dissolved: 1 })
    await leave(going)
    expect(await members(boss, first.id)).toMatchObject([{ user_id: boss.id, role: 'owner' }, { user_id: maker.id }])
    expect((await members(maker, second.id))[0]).toMatchObject({ user_id: maker.id, role: 'owner' })
    await expect(members(plain, third.id)).rejects.toMatchObject(NOT_FOUND)
  })

  test('is told to those it leaves: who owns the group now, and what is no longer shared or owned', async () => {
    const [going, boss, beside] = [await aUser(app), await aUser(app), await aUser(app)]
    const { id: location_id } = await aLocation(app, going, { name: 'Zonneveld' })
    const body = { name: 'Zonneveld', owners: [going.email, beside.email] }
    await app.call(api.updateLocation, { params: { id: location_id }, body }, going.token)
    await accepted(app, beside)
    const shares = [{ location_id, may: 'edit' as const }]
    const { id } = await aGroup(app, going, { people: [[boss, 'admin']], shares })
    await leave(going)
    const { changes } = await app.call(api.listGroupChanges, { params: { id }, query: {} }, boss.token)
    expect(changes.slice(0, 3)).toMatchObject([
      { action: 'group_role_changed', person: going.name, concerns: boss.name },
      { action: 'group_left', person: going.name },
      { action: 'place_share_ended', person: going.name, concerns: 'Zonneveld' },
    ])
    expect((await app.call(api.listAudit, { query: {} }, beside.token)).slice(0, 2)).toMatchObject([
      { action: 'location_shared', after: { owners: beside.email } },
      { action: 'place_share_ended', before: { group: 'Vets', share: 'edit' } },
    ])
  })

  test('is told as removed where an administrator deletes it, with what others shared where the group ends', async () => {
    const [going, plain] = [await aUser(app), await aUser(app)]
    const { id } = await aGroup(app, owner, { people: [[going, 'member']] })
    const { id: location_id } = await aLocation(app, plain, { name: 'De Eik' })
    const ending = await aGroup(app, going, { people: [[plain, 'creator']] })
    const params = { id: ending.id }
    await app.call(api.setGroupShares, { params, body: [{ location_id, may: 'read' }] }, plain.token)
    await setRole(going, ending.id, plain, 'member')
    await app.call(api.removeUser, { params: { id: going.id } }, admin.token)
    const { changes } = await app.call(api.listGroupChanges, { params: { id }, query: {} }, owner.token)
    expect(changes[0]).toMatchObject({
      action: 'group_person_removed',
      person: admin.name,
      changes: [{ field: 'email', before: going.email, after: null }],
    })
    expect((await app.call(api.listAudit, { query: {} }, plain.token))[0]).toMatchObject({
      action: 'place_share_ended',
      before: { group: 'Vets' },
    })
  })

  test('takes its memberships and the invitations it sent along', async () => {
    const [going, guest] = [await aUser(app), await aUser(app)]
    const { id } = await aGroup(app, owner, { people: [[going, 'admin']] })
    await invite(going, id, guest.email)
    await leave(going)
    expect(await members(owner, id)).toHaveLength(1)
    await expect(accept(guest, await tokenTo(guest.email))).rejects.toMatchObject(NOT_FOUND)
  })
})

test('takes the same few queries for many people as for one', async () => {
  const small = await aGroup(app, owner)
  const large = await aGroup(app, owner)
  for (let nth = 0; nth < 3; nth++) await joined(app, owner, large.id, await aUser(app))
  const counted = (id: number) => countQueries(app, () => members(owner, id))
  expect(await counted(large.id)).toBeGreaterThan(0)
  expect(await counted(large.id)).toBe(await counted(small.id))
})
