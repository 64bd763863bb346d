import { type TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { sendAllDue } from '../../notifications/outbox/outbox.ts'
import { aFirstUser, aUser, PASSWORD, type TestUser } from '../../testing/a-user.ts'
import { mailed, mailsTo } from '../../testing/outgoing-mail.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await startTestApp()
  admin = await aFirstUser(app)
})
afterAll(() => app.close())

const codeAt = (uri: string, timestamp = app.clock.now()): string => (URI.parse(uri) as TOTP).generate({ timestamp })

const begin = (user: TestUser, password = PASSWORD) =>
  app.call(api.beginOneTimeCodes, { body: { password } }, user.token)

/** A user with one-time codes on, and the app's and the backup codes. The clock moves on, since each code works once. */
const aCarefulUser = async () => {
  const user = await aUser(app)
  const { uri } = await begin(user)
  const { backup_codes } = await app.call(api.confirmOneTimeCodes, { body: { code: codeAt(uri) } }, user.token)
  app.clock.forward(60_000)
  return { user, uri, backup_codes }
}

const login = (email: string, one_time_code?: string, password = PASSWORD) =>
  app.call(api.login, { body: { email, password, ...(one_time_code ? { one_time_code } : {}) } })

describe('one-time codes', () => {
  test('[decisions §2] once confirmed, signing in takes the password and a code; the account says so', async () => {
    const { user, uri } = await aCarefulUser()
    await expect(login(user.email)).rejects.toMatchObject({ status: 422, code: 'one_time_code_needed' })
    expect(await login(user.email, codeAt(uri))).toMatchObject({ email: user.email, one_time_codes: true })
  })

  test('[decisions §2] a wrong password tells nothing about one-time codes', async () => {
    const { user } = await aCarefulUser()
    await expect(login(user.email, undefined, 'Wrong-Air-42')).rejects.toMatchObject({ code: 'invalid_user' })
  })

  test('until it is confirmed with a code of the app, nothing changes at sign-in', async () => {
    const user = await aUser(app)
    await begin(user)
    expect(await login(user.email)).toMatchObject({ one_time_codes: false })
    await expect(app.call(api.confirmOneTimeCodes, { body: { code: '000000' } }, user.token)).rejects.toMatchObject({
      code: 'invalid_code',
      errors: { code: [expect.any(String)] },
    })
  })

  test('a code works once, also for the clock of a telephone that is half a minute off, and no longer', async () => {
    const { user, uri } = await aCarefulUser()
    const code = codeAt(uri, app.clock.now() + 30_000)
    await login(user.email, code)
    await expect(login(user.email, code)).rejects.toMatchObject({ code: 'invalid_code' })
    await expect(login(user.email, codeAt(uri, app.clock.now() - 90_000))).rejects.toMatchObject({
      code: 'invalid_code',
    })
  })

  test('ten backup codes work once each, with or without the dash and in capitals', async () => {
    const { user, backup_codes } = await aCarefulUser()
    expect(new Set(backup_codes).size).toBe(10)
    const [first = '', second = ''] = backup_codes
    await login(user.email, first)
    await expect(login(user.email, first)).rejects.toMatchObject({ code: 'invalid_code' })
    await login(user.email, second.replace('-', '').toUpperCase())
  })

  test('five wrong codes in a row make even a right one wait for 15 minutes', async () => {
    const { user, uri } = await aCarefulUser()
    for (let tries = 0; tries < 5; tries++)
      await expect(login(user.email, 'abcde-fghjk')).rejects.toMatchObject({ code: 'invalid_code' })
    await expect(login(user.email, codeAt(uri))).rejects.toMatchObject({
      errors: { one_time_code: [expect.stringContaining('15')] },
    })
    app.clock.forward(15 * 60_000)
    await login(user.email, codeAt(uri))
  })

  test('[decisions §2] turning it on and off needs the password; off forgets secret and backup codes', async () => {
    const { user, uri, backup_codes } = await aCarefulUser()
    await expect(begin(user)).rejects.toMatchObject({ code: 'conflict' })
    const end = (password: string) => app.call(api.endOneTimeCodes, { body: { password } }, user.token)
    await expect(end('Wrong-Air-42')).rejects.toMatchObject({ code: 'invalid_user' })
    await end(PASSWORD)
    expect(await login(user.email)).toMatchObject({ one_time_codes: false })
    const again = await begin(user)
    expect(again.uri).not.toBe(uri)
    await app.call(api.confirmOneTimeCodes, { body: { code: codeAt(again.uri) } }, user.token)
    await expect(login(user.email, backup_codes[0])).rejects.toMatchObject({ code: 'invalid_code' })
  })

  test('those of who took the account over keep its owner out no longer, once the change of its address is undone', async () => {
    const back = async (user: TestUser) => {
      const body = { email: `thief-${user.email}`, current_password: PASSWORD }
      await app.call(api.updateUser, { body }, user.token)
      const [, token = ''] = await mailed(app, user.email, /email-change\?token=([\w-]+)/)
      await app.call(api.stopEmailChange, { body: { token } })
      await app.call(api.requestPasswordCode, { body: { email: user.email } })
      const [, code = ''] = await mailed(app, user.email, /^(\d{6})\r?$/m)
      const chosen = { email: user.email, code, password: PASSWORD, password_confirmation: PASSWORD }
      await app.call(api.resetPassword, { body: chosen })
    }
    const { user: taken } = await aCarefulUser()
    await back(taken)
    expect(await login(taken.email)).toMatchObject({ one_time_codes: false })
    // The owner's own of long before go on.
    const { user: careful } = await aCarefulUser()
    app.clock.forward(8 * 86_400_000)
    await back(careful)
    await expect(login(careful.email)).rejects.toMatchObject({ code: 'one_time_code_needed' })
  })

  test('turning them on or off is told by mail, once', async () => {
    const user = await aUser(app)
    const { uri } = await begin(user)
    const told = (what: RegExp) => mailsTo(app, user.email).filter(mail => what.test(mail)).length
    await app.call(api.confirmOneTimeCodes, { body: { code: codeAt(uri) } }, user.token)
    await mailed(app, user.email, /also asks for a one-time code/)
    for (let twice = 0; twice < 2; twice++)
      await app.call(api.endOneTimeCodes, { body: { password: PASSWORD } }, user.token)
    await mailed(app, user.email, /were switched off for your account/)
    await sendAllDue(app.services)
    expect([told(/also asks for a one-time code/), told(/were switched off/)]).toEqual([1, 1])
  })

  test('an administrator ends those of who lost telephone and backup codes, which is told and logged', async () => {
    const { user, backup_codes } = await aCarefulUser()
    const end = (id: number, token = admin.token) => app.call(api.endUserOneTimeCodes, { params: { id } }, token)
    await expect(end(user.id, user.token)).rejects.toMatchObject({ status: 403 })
    expect(await end(user.id)).toMatchObject({ one_time_codes: false })
    await mailed(app, user.email, /An administrator ended the one-time codes/)
    expect(await login(user.email)).toMatchObject({ one_time_codes: false })
    // Asked again, as after an answer that was lost, it is done and told once.
    expect(await end(user.id)).toMatchObject({ one_time_codes: false })
    const entries = await app.call(api.listAudit, { query: { action: 'one_time_codes_off' } }, user.token)
    expect(entries).toMatchObject([{ user: admin.name }])
    // Backup codes of before let nobody in, also once codes are on again.
    const again = await begin(user)
    await app.call(api.confirmOneTimeCodes, { body: { code: codeAt(again.uri) } }, user.token)
    await expect(login(user.email, backup_codes[0])).rejects.toMatchObject({ code: 'invalid_code' })
    // A stolen session of an administrator ends no codes of that very account.
    await expect(end(admin.id)).rejects.toMatchObject({ code: 'not_allowed' })
  })

  test('backup codes are kept as hashes, and neither they nor the secret are logged', async () => {
    const { uri, backup_codes } = await aCarefulUser()
    const kept = await app.services.db.selectFrom('backup_codes').selectAll().execute()
    for (const { code_hash } of kept) expect(code_hash).toMatch(/^[0-9a-f]{64}$/)
    const { secret } = URI.parse(uri) as TOTP
    expect(app.logged()).not.toContain(secret.base32)
    expect(app.logged()).not.toContain(backup_codes[0])
  })
})
