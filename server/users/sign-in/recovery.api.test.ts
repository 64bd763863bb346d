import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userEndpoints } from '#shared/contract/accounts/users.ts'
import { api } from '#shared/contract/index.ts'
import { aLocation } from '../../testing/a-location.ts'
import { aRegistration, aUser, PASSWORD } from '../../testing/a-user.ts'
import { mailed, mailedToken, mailsTo } from '../../testing/outgoing-mail.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const { requestPasswordCode, resetPassword, login, authenticate, register } = userEndpoints
const NEW_PASSWORD = 'Fresh-Straw-77'
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const askForCode = async (email: string): Promise<string> => {
  const before = mailsTo(app, email).length
  await app.call(requestPasswordCode, { body: { email } })
  await expect.poll(() => mailsTo(app, email).length).toBe(before + 1)
  return (await mailed(app, email, /^(\d{6})\r?$/m))[1] as string
}

const reset = (email: string, code: string, password = NEW_PASSWORD) =>
  app.call(resetPassword, { body: { email, code, password, password_confirmation: password } })

const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000')

describe('recovering a password', () => {
  test('[decisions §2] the mailed code sets a new password, ends every session and works once', async () => {
    const user = await aUser(app)
    const code = await askForCode(user.email)
    expect(await reset(user.email, code)).toEqual({ message: 'password_changed' })
    const [mail] = await mailed(app, user.email, /Subject: Your password was reset[\s\S]*/)
    expect(mail).not.toContain('wall display')
    await expect(app.call(authenticate, {}, user.token)).rejects.toMatchObject({ status: 401 })
    await expect(app.call(login, { body: { email: user.email, password: PASSWORD } })).rejects.toMatchObject({
      code: 'invalid_user',
    })
    const again = await app.call(login, { body: { email: user.email, password: NEW_PASSWORD } })
    expect(again.email).toBe(user.email)
    await expect(reset(user.email, code)).rejects.toMatchObject({ status: 422, code: 'invalid_code' })
  })

  test('leaves wall displays on, which the mail says', async () => {
    const user = await aUser(app)
    const location = await aLocation(app, user)
    const display = { params: { id: location.id }, body: { name: 'Office' } }
    const { secret } = await app.call(api.createDisplay, display, user.token)
    await reset(user.email, await askForCode(user.email))
    await mailed(app, user.email, /1 wall display you created keeps showing its location/)
    expect((await app.inject({ url: '/api/display', headers: { authorization: `Bearer ${secret}` } })).statusCode).toBe(
      200,
    )
  })

  test('[decisions §2] a code used twice at the same moment sets one password', async () => {
    const user = await aUser(app)
    const code = await askForCode(user.email)
    const passwords = [NEW_PASSWORD, 'Other-Straw-88', 'Third-Straw-99']
    const used = await Promise.allSettled(passwords.map(password => reset(user.email, code, password)))
    expect(used.filter(one => one.status === 'fulfilled')).toHaveLength(1)
    expect(used.find(one => one.status === 'rejected')?.reason).toMatchObject({ status: 422, code: 'invalid_code' })
    const password = passwords[used.findIndex(one => one.status === 'fulfilled')] ?? ''
    await expect(app.call(login, { body: { email: user.email, password } })).resolves.toBeDefined()
  })

  test('[decisions §2] a code ends after 5 tries, also when they are made at once', async () => {
    const user = await aUser(app)
    const code = await askForCode(user.email)
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => reset(user.email, otherThan(code))))
    expect(tries.every(one => one.status === 'rejected')).toBe(true)
    await expect(reset(user.email, code)).rejects.toMatchObject({ code: 'invalid_code' })
  })

  test('[decisions §2] a code works for 60 minutes, and a newer one ends it', async () => {
    const user = await aUser(app)
    const late = await askForCode(user.email)
    app.clock.forward(60 * 60_000)
    await expect(reset(user.email, late)).rejects.toMatchObject({ code: 'invalid_code' })
    const older = await askForCode(user.email)
    const newer = await askForCode(user.email)
    if (older !== newer) await expect(reset(user.email, older)).rejects.toMatchObject({ code: 'invalid_code' })
    await expect(reset(user.email, newer)).resolves.toBeDefined()
  })

  test("[decisions §2] one account's code is of no use for another", async () => {
    const [one, other] = [await aUser(app), await aUser(app)]
    const code = await askForCode(one.email)
    await askForCode(other.email)
    await expect(reset(other.email, otherThan(code))).rejects.toMatchObject({ code: 'invalid_code' })
    await expect(reset(one.email, code)).resolves.toBeDefined()
  })

  test('[decisions §2] no answer tells whether an address has an account', async () => {
    const user = await aUser(app)
    const unknown = 'nobody@farm.example'
    const answers = await Promise.all(
      [user.email, unknown].map(email => app.call(requestPasswordCode, { body: { email } })),
    )
    expect(answers[0]).toEqual(answers[1])
    const refused = await Promise.all(
      [user.email, unknown].map(email => reset(email, '123456').catch(failure => failure)),
    )
    expect(refused[0]).toMatchObject({ status: 422, code: 'invalid_code', message: refused[1].message })
    expect(mailsTo(app, unknown)).toEqual([])
  })

  test('[decisions §2] an address that is not confirmed gets no code, but its link again', async () => {
    const body = aRegistration()
    await app.call(register, { body })
    const first = await mailedToken(app, body.email)
    await app.call(requestPasswordCode, { body: { email: body.email } })
    await expect.poll(() => mailsTo(app, body.email).length).toBe(2)
    expect(await mailedToken(app, body.email)).not.toBe(first)
  })

  test('[specification §5] a weak new password and two that differ are told at their fields', async () => {
    const weak = await reset('a@farm.example', '123456', 'weak').catch(failure => failure)
    expect(weak.errors.password).toBeDefined()
    const body = { email: 'a@farm.example', code: '123456', password: NEW_PASSWORD, password_confirmation: PASSWORD }
    const differ = await app.call(resetPassword, { body }).catch(failure => failure)
    expect(differ.errors.password_confirmation).toBeDefined()
  })

  test('[decisions §2] neither code nor password nor token is logged', async () => {
    const user = await aUser(app)
    const code = await askForCode(user.email)
    await reset(user.email, code)
    for (const secret of [NEW_PASSWORD, PASSWORD, user.token, `"${code}"`]) expect(app.logged()).not.toContain(secret)
  })
})
