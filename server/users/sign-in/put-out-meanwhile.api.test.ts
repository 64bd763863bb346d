import { type TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { aFirstUser, aUser, PASSWORD, signIn, type TestUser } from '../../testing/a-user.ts'
import { meanwhile } from '../../testing/meanwhile.ts'
import { mailed, mailsTo } from '../../testing/outgoing-mail.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const OWNERS = 'Fresh-Straw-77'
const THIEFS = 'Other-Straw-88'
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await aFirstUser(app)
})
afterAll(() => app.close())

/** An account in which somebody else is signed in, who knows its password, and what its owner does against that. */
const aTakenAccount = async () => {
  const owner = await aUser(app)
  const thief = await signIn(app, owner.email)
  await mailed(app, owner.email, /New sign-in/)
  await app.call(api.requestPasswordCode, { body: { email: owner.email } })
  const code = (await mailed(app, owner.email, /^(\d{6})\r?$/m))[1] as string
  const reset = { email: owner.email, code, password: OWNERS, password_confirmation: OWNERS }
  return { owner, thief, putOut: () => app.call(api.resetPassword, { body: reset }) }
}

const begin = ({ token }: TestUser) => app.call(api.beginOneTimeCodes, { body: { password: PASSWORD } }, token)
const confirm = ({ token }: TestUser, uri: string) => {
  const code = (URI.parse(uri) as TOTP).generate({ timestamp: app.clock.now() })
  return app.call(api.confirmOneTimeCodes, { body: { code } }, token)
}
const change = ({ token }: TestUser, body: { email?: string; password?: string; password_confirmation?: string }) =>
  app.call(api.updateUser, { body: { ...body, current_password: PASSWORD } }, token)

const isOver = { status: 401, code: 'invalid_token' }

describe('who is put out of an account while their call is under way', () => {
  test('sets no password after it', async () => {
    const { owner, thief, putOut } = await aTakenAccount()
    const call = () => change(thief, { password: THIEFS, password_confirmation: THIEFS })
    await expect(meanwhile(app, call, putOut)).rejects.toMatchObject(isOver)
    await expect(app.call(api.login, { body: { email: owner.email, password: OWNERS } })).resolves.toBeDefined()
  })

  test('leaves no other address that waits for its confirmation', async () => {
    const { owner, thief, putOut } = await aTakenAccount()
    const email = `thief-${owner.email}`
    await expect(meanwhile(app, () => change(thief, { email }), putOut)).rejects.toMatchObject(isOver)
    expect(mailsTo(app, email)).toEqual([])
  })

  test('turns no one-time codes on, by which its owner would be kept out', async () => {
    const { owner, thief, putOut } = await aTakenAccount()
    const { uri } = await begin(thief)
    await expect(meanwhile(app, () => confirm(thief, uri), putOut)).rejects.toMatchObject(isOver)
    await expect(app.call(api.login, { body: { email: owner.email, password: OWNERS } })).resolves.toBeDefined()
  })

  test('deletes it no more', async () => {
    const { owner, thief, putOut } = await aTakenAccount()
    const call = () => app.call(api.deleteUser, { body: { password: PASSWORD } }, thief.token)
    await expect(meanwhile(app, call, putOut)).rejects.toMatchObject(isOver)
    await expect(app.call(api.login, { body: { email: owner.email, password: OWNERS } })).resolves.toBeDefined()
  })
})

test('a password that was changed in another tab of the same session is asked for anew', async () => {
  const user = await aUser(app)
  const first = () => change(user, { password: OWNERS, password_confirmation: OWNERS })
  const second = () => change(user, { password: THIEFS, password_confirmation: THIEFS })
  await expect(meanwhile(app, second, first)).rejects.toMatchObject({
    code: 'invalid_user',
    errors: { current_password: [expect.any(String)] },
  })
  await expect(app.call(api.login, { body: { email: user.email, password: OWNERS } })).resolves.toBeDefined()
})

describe('one-time codes that are begun in two tabs', () => {
  test('keep the secret with which they were turned on', async () => {
    const user = await aUser(app)
    const { uri } = await begin(user)
    await expect(
      meanwhile(
        app,
        () => begin(user),
        () => confirm(user, uri),
      ),
    ).rejects.toMatchObject({ code: 'conflict' })
    app.clock.forward(60_000)
    const one_time_code = (URI.parse(uri) as TOTP).generate({ timestamp: app.clock.now() })
    const body = { email: user.email, password: PASSWORD, one_time_code }
    await expect(app.call(api.login, { body })).resolves.toBeDefined()
  })

  test('are not turned on by a code of a secret that is no longer theirs', async () => {
    const user = await aUser(app)
    const { uri } = await begin(user)
    await expect(
      meanwhile(
        app,
        () => confirm(user, uri),
        () => begin(user),
      ),
    ).rejects.toMatchObject({ code: 'conflict' })
    await expect(app.call(api.login, { body: { email: user.email, password: PASSWORD } })).resolves.toBeDefined()
  })
})

// Comes last: it leaves no other account that is confirmed.
test('who is put out of the account of the only administrator deletes none of those that would go along', async () => {
  const { owner, thief, putOut } = await aTakenAccount()
  const { db } = app.services
  const others = db.updateTable('users').where('id', '!=', owner.id)
  await others.set({ admin: 0, email_verified_at: null }).execute()
  await db.updateTable('users').set({ admin: 1 }).where('id', '=', owner.id).execute()
  const accounts = () => db.selectFrom('users').select('id').orderBy('id').execute()
  const before = await accounts()
  const call = () => app.call(api.deleteUser, { body: { password: PASSWORD } }, thief.token)
  await expect(meanwhile(app, call, putOut)).rejects.toMatchObject(isOver)
  expect(await accounts()).toEqual(before)
})
