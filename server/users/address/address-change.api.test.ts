import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { jsonOf } from '../../kit/database/json.ts'
import { makeReports } from '../../reports/make-reports.ts'
import { recipientIdsOf } from '../../reports/recipient-store.ts'
import { aDevice } from '../../testing/a-device.ts'
import { aGroup } from '../../testing/a-group.ts'
import { aLocation } from '../../testing/a-location.ts'
import { aPlacement } from '../../testing/a-placement.ts'
import { aUser, PASSWORD, signIn, type TestUser } from '../../testing/a-user.ts'
import { accepted } from '../../testing/accepted.ts'
import { aRuleRow } from '../../testing/an-alert.ts'
import { mailed, mailedToken, mailsTo } from '../../testing/outgoing-mail.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { ADDRESS_COLUMNS } from './moves.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const askFor = (user: TestUser, email: string) =>
  app.call(api.updateUser, { body: { email, current_password: PASSWORD } }, user.token)

const becomes = async (user: TestUser, email: string) => {
  await askFor(user, email)
  await app.call(api.verifyEmail, { body: { token: await mailedToken(app, email) } })
}

/** Columns of the database that hold a text somewhere. */
const columnsHolding = async (text: string): Promise<string[]> => {
  const found: string[] = []
  for (const { name, columns } of await app.services.db.introspection.getTables())
    for (const column of columns) {
      const holds = sql<{ one: number }>`SELECT 1 AS one FROM ${sql.table(name)}
        WHERE lower(CAST(${sql.ref(column.name)} AS text)) LIKE ${`%${text}%`} LIMIT 1`
      if ((await holds.execute(app.services.db)).rows.length > 0) found.push(`${name}.${column.name}`)
    }
  return found.sort()
}

describe('an e-mail address that changes', () => {
  test('the list of what holds addresses is complete', async () => {
    const tables = await app.services.db.introspection.getTables()
    const all = tables.flatMap(({ name, columns }) =>
      columns.map(column => ({ name: `${name}.${column.name}`, column })),
    )
    const suspicious = all.filter(
      ({ column }) =>
        /mail(?!_verified_at)|recipient|people|person|address/.test(column.name) &&
        column.dataType.toLowerCase().startsWith('text'),
    )
    const known = Object.keys(ADDRESS_COLUMNS)
    expect(suspicious.map(({ name }) => name).filter(name => !known.includes(name))).toEqual([])
    expect(known.filter(name => !all.some(one => one.name === name))).toEqual([])
  })

  test('takes everything along that names it, and leaves nothing to who registers the old one', async () => {
    const [user, friend] = [await aUser(app), await aUser(app)]
    const location = await aLocation(app, user)
    const shared = await aLocation(app, friend)
    const device = await aDevice(app, friend)
    const old = user.email
    await app.call(
      api.updateLocation,
      { params: { id: shared.id }, body: { name: 'S', owners: [friend.email, old] } },
      friend.token,
    )
    await aRuleRow(app, friend, { recipients: jsonOf([old, friend.email]) })
    const people = [{ name: 'Jan', email: old }]
    await app.call(api.saveAlarmPlan, { params: { id: location.id }, body: { people } }, user.token)
    await app.call(api.testAlarmPlan, { params: { id: location.id } }, user.token)
    const project = { name: 'P', research_subject_id: 100, start: app.clock.iso(), people: [old] }
    const research = await app.call(api.createResearch, { body: project }, friend.token)
    await app.call(api.askForConsent, { params: { id: research.id }, body: { email: old } }, friend.token)
    await app.call(
      api.createRental,
      { params: { id: device.id }, body: { email: old, start: app.clock.iso() } },
      friend.token,
    )
    await accepted(app, user)
    await aGroup(app, friend).then(({ id }) =>
      app.call(api.inviteToGroup, { params: { id }, body: { email: old } }, friend.token),
    )
    await app.call(api.createTransfer, { params: { id: device.id }, body: { email: old } }, friend.token)
    // The question of the alarm plan was asked before there was an account.
    const asked = { location_id: shared.id, email: old, asked_at: app.clock.iso(), asked_by: null }
    await app.services.db
      .insertInto('alarm_people')
      .values({ ...asked, answer: 'yes', answered_at: null })
      .execute()
    await aPlacement(app, user, await aDevice(app, user), location)
    const schedule = {
      name: 'R',
      area_ids: [location.area.id],
      frequency: 'day' as const,
      language: 'en' as const,
      recipients: [old, friend.email],
    }
    const { id: schedule_id } = await app.call(api.createReportSchedule, { body: schedule }, user.token)
    await app.call(api.runReportSchedule, { params: { id: schedule_id } }, user.token)
    await makeReports(app.services)
    await recipientIdsOf(app.services.db, schedule_id, [old, friend.email], app.clock.iso())
    // A mail that the release before wrote and has just taken.
    const mail = { recipient: old, subject: 'S', text: 'T', html: '', created_at: app.clock.iso(), sent_at: null }
    const tried = { attempts: 1, next_attempt_at: app.clock.iso(60_000), last_error: null }
    await app.services.db
      .insertInto('mails')
      .values({ ...mail, ...tried, state: 'waiting', priority: 2, secret: 0, picture: null })
      .execute()
    const before = await columnsHolding(old)
    for (const [name, { is }] of Object.entries(ADDRESS_COLUMNS))
      if (is === 'follows') expect(before, name).toContain(name)

    const email = `fresh-${crypto.randomUUID()}@farm.example`
    await becomes(user, email)
    // Letters that went out, the audit log and the ledger of consents say what was.
    const left = (await columnsHolding(old)).filter(name => !/^(research_consents|outbox|audit_entries)\./.test(name))
    expect(left).toEqual(['email_changes.old_email'])
    const plan = await app.call(api.getAlarmPlan, { params: { id: location.id } }, user.token)
    expect(plan.people.map(person => person.email)).toEqual([email])
    expect((await app.call(api.listLocations, {}, user.token)).map(({ id }) => id).sort()).toEqual(
      [location.id, shared.id].sort(),
    )

    const heir = await aUser(app, { email: old })
    expect(await app.call(api.listLocations, {}, heir.token)).toEqual([])
    expect(await app.call(api.listResearch, {}, heir.token)).toEqual([])
    expect(await app.call(api.listOffers, {}, heir.token)).toEqual([])
    expect(await app.call(api.listSensors, { query: {} }, heir.token)).toEqual([])
  })

  test('becomes one that owns the same place already', async () => {
    const user = await aUser(app)
    const location = await aLocation(app, user)
    const email = `both-${user.email}`
    await app.call(
      api.updateLocation,
      { params: { id: location.id }, body: { name: 'S', owners: [user.email, email] } },
      user.token,
    )
    await becomes(user, email)
    const [there] = await app.call(api.listLocations, {}, user.token)
    expect(there).toMatchObject({ owners: [email], offers: [] })
  })

  test('becomes one at which somebody has registered without confirming it', async () => {
    const user = await aUser(app)
    const email = `new-${user.email}`
    const chosen = { name: 'Not yet', email, password: PASSWORD, password_confirmation: PASSWORD }
    await app.call(api.register, { body: { ...chosen, policy_accepted: '2018-05-25' } })
    const registered = await mailedToken(app, email)
    await askFor(user, email)
    await expect.poll(() => mailsTo(app, email).length).toBe(2)
    await app.call(api.verifyEmail, { body: { token: await mailedToken(app, email) } })
    expect((await signIn(app, email)).id).toBe(user.id)
    await expect(app.call(api.verifyEmail, { body: { token: registered } })).rejects.toMatchObject({
      code: 'invalid_code',
    })
  })
})

describe('an address that waits for its confirmation', () => {
  test('waits on when a second link to the one the account has is opened', async () => {
    const email = `twice-${crypto.randomUUID()}@farm.example`
    const chosen = { name: 'Twice', email, password: PASSWORD, password_confirmation: PASSWORD }
    await app.call(api.register, { body: { ...chosen, policy_accepted: '2018-05-25' } })
    const first = await mailedToken(app, email)
    await app.call(api.resendVerification, { body: { email } })
    await expect.poll(() => mailsTo(app, email).length).toBe(2)
    const second = await mailedToken(app, email)
    await app.call(api.verifyEmail, { body: { token: second } })
    const user = await signIn(app, email)
    const wanted = `new-${email}`
    await askFor(user, wanted)
    expect(await app.call(api.verifyEmail, { body: { token: first } })).toMatchObject({ email })
    expect(await app.call(api.authenticate, {}, user.token)).toMatchObject({ email, pending_email: wanted })
    expect(await app.call(api.verifyEmail, { body: { token: await mailedToken(app, wanted) } })).toMatchObject({
      email: wanted,
    })
  })

  test('is asked for at most ten times a day: each is a mail to somebody who may not want it', async () => {
    const user = await aUser(app)
    const annoyed = `annoyed-${user.email}`
    for (let times = 0; times < 10; times++) await askFor(user, annoyed)
    await expect(askFor(user, annoyed)).rejects.toMatchObject({ status: 429, code: 'limit_exceeded' })
    await expect.poll(() => mailsTo(app, annoyed).length).toBe(10)
    // The way back is open to everybody, and a name is no mail.
    expect(await askFor(user, user.email)).toMatchObject({ pending_email: null })
    const body = { name: 'Another name', current_password: PASSWORD }
    expect(await app.call(api.updateUser, { body }, user.token)).toMatchObject({ name: 'Another name' })
  })
})

describe('a change of address that its owner did not ask for', () => {
  const stopToken = async (email: string) => (await mailed(app, email, /email-change\?token=([\w-]+)/))[1] as string

  test('ends with a new password', async () => {
    const user = await aUser(app)
    const thief = `thief-${user.email}`
    await askFor(user, thief)
    const token = await mailedToken(app, thief)
    const body = { password: 'Fresh-Straw-77', password_confirmation: 'Fresh-Straw-77', current_password: PASSWORD }
    await app.call(api.updateUser, { body }, user.token)
    await expect(app.call(api.verifyEmail, { body: { token } })).rejects.toMatchObject({ code: 'invalid_code' })
    expect(await app.call(api.authenticate, {}, user.token)).toMatchObject({ pending_email: null })
  })

  test('is told to the present address, and stopped by the link in that mail', async () => {
    const user = await aUser(app)
    const thief = `thief-${user.email}`
    const session = await signIn(app, user.email)
    await askFor(session, thief)
    const stop = await stopToken(user.email)
    const wanted = await mailedToken(app, thief)
    expect(await app.call(api.stopEmailChange, { body: { token: stop } })).toEqual({ email: user.email })
    await expect(app.call(api.verifyEmail, { body: { token: wanted } })).rejects.toMatchObject({ code: 'invalid_code' })
    for (const { token } of [user, session])
      await expect(app.call(api.authenticate, {}, token)).rejects.toMatchObject({ status: 401 })
    await expect(app.call(api.login, { body: { email: user.email, password: PASSWORD } })).rejects.toMatchObject({
      code: 'invalid_user',
    })
    await expect(app.call(api.stopEmailChange, { body: { token: stop } })).rejects.toMatchObject({
      code: 'invalid_code',
    })
  })

  /** An account whose address was changed twice, with the tokens that undo it: of the owner's mail, and of the one after that. */
  const changedTwice = async () => {
    const user = await aUser(app)
    const [second, third] = [`second-${user.email}`, `third-${user.email}`]
    await becomes(user, second)
    await expect.poll(() => mailsTo(app, user.email).length).toBe(3)
    const owners = await stopToken(user.email)
    await becomes(user, third)
    await expect.poll(() => mailsTo(app, second).length).toBe(3)
    return { user, second, owners, thiefs: await stopToken(second) }
  }

  test('is undone also where the address was changed once more, and then not done again', async () => {
    const { user, owners, thiefs } = await changedTwice()
    expect(await app.call(api.stopEmailChange, { body: { token: owners } })).toEqual({ email: user.email })
    await expect(app.call(api.stopEmailChange, { body: { token: thiefs } })).rejects.toMatchObject({
      code: 'invalid_code',
    })
    const row = app.services.db.selectFrom('users').select('email').where('id', '=', user.id)
    expect(await row.executeTakeFirst()).toEqual({ email: user.email })
  })

  test('is undone by its first link after a later one was used', async () => {
    const { user, second, owners, thiefs } = await changedTwice()
    expect(await app.call(api.stopEmailChange, { body: { token: thiefs } })).toEqual({ email: second })
    expect(await app.call(api.stopEmailChange, { body: { token: owners } })).toEqual({ email: user.email })
  })

  test('is undone within a week with everything that went along, also when somebody registers the old address', async () => {
    const user = await aUser(app)
    await aLocation(app, user)
    const thief = `thief-${user.email}`
    await becomes(user, thief)
    await expect.poll(() => mailsTo(app, user.email).length).toBe(3)
    const stop = await stopToken(user.email)
    await app.call(api.register, {
      body: {
        name: 'Thief',
        email: user.email,
        password: PASSWORD,
        password_confirmation: PASSWORD,
        policy_accepted: '2018-05-25',
      },
    })
    app.clock.forward(6 * 86_400_000)
    await app.call(api.stopEmailChange, { body: { token: stop } })
    await app.call(api.requestPasswordCode, { body: { email: user.email } })
    const code = (await mailed(app, user.email, /^(\d{6})\r?$/m))[1] as string
    await app.call(api.resetPassword, {
      body: { email: user.email, code, password: PASSWORD, password_confirmation: PASSWORD },
    })
    const back = await signIn(app, user.email)
    expect(back.id).toBe(user.id)
    expect(await app.call(api.listLocations, {}, back.token)).toMatchObject([{ owners: [user.email] }])
  })
})
