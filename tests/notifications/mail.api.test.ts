import type { Email } from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LANGUAGES } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { enqueueEmail } from '../../server/notifications/outbox/enqueue.ts'
import { forgetMessages, sendAllDue } from '../../server/notifications/outbox/outbox.ts'
import { aFirstUser, aRegistration, PASSWORD, type TestUser } from '../../server/testing/a-user.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'
import { type MailServer, startMailServer } from '../servers/mail-server.ts'

let mail: MailServer
let app: TestApp
let admin: TestUser
beforeAll(async () => {
  mail = await startMailServer()
  app = await startTestApp({ environment: { SMTP_URL: mail.url } })
  admin = await aFirstUser(app)
})
afterAll(async () => {
  await app.close()
  await mail.stop()
})

const mailTo = async (address: string, count = 1): Promise<Email> => {
  await expect.poll(() => mail.mailsTo(address).length).toBe(count)
  return mail.mailsTo(address).at(-1) as Email
}

const stored = (address: string) =>
  app.services.db.selectFrom('outbox').selectAll().where('recipient', '=', address).executeTakeFirstOrThrow()

/** Mails are heard of by nobody before their try is written down. */
const untilTried = (address: string, attempts: number) =>
  expect.poll(async () => (await stored(address)).attempts, { timeout: 15_000 }).toBe(attempts)

describe('mails over a real SMTP server', () => {
  test.each(LANGUAGES)(
    '[decisions §2] the link to confirm comes in %s, as text and as HTML, and lets in',
    async locale => {
      const registration = { ...aRegistration({ name: 'Ana Ñandú & <b>Sons' }), locale }
      await app.call(api.register, { body: registration })
      const message = await mailTo(registration.email)
      expect(message.from?.address).toBe('no-reply@barnometer.test')
      expect(message.subject).toBeTruthy()
      expect(message.text).toContain('Ana Ñandú & <b>Sons')
      expect(message.html).toContain('Ana Ñandú &amp; &lt;b&gt;Sons')
      const [link, token = ''] = /http:\/\/barnometer\.test\/sign-in\?token=([\w-]+)\S*/.exec(message.text ?? '') ?? []
      expect(message.html).toContain(link?.replaceAll('&', '&amp;'))
      await app.call(api.verifyEmail, { body: { token } })
      await app.call(api.login, { body: { email: registration.email, password: PASSWORD } })
    },
  )

  test('whoever looks after the server reads no code or link that lets somebody else in', async () => {
    const registration = aRegistration()
    await app.call(api.register, { body: registration })
    expect((await mailTo(registration.email)).text).toContain('token=')
    const mails = await app.call(api.listMails, {}, admin.token)
    expect(mails.find(({ recipient }) => recipient === registration.email)).toMatchObject({ text: '' })
  })

  test('what nobody took and what waits stay in the list, however much is sent after them', async () => {
    const { db } = app.services
    const at = app.clock.iso()
    const letter = (subject: string) => {
      const recipient = `${crypto.randomUUID()}@farm.example`
      return enqueueEmail(db, { recipient, subject, text: subject, html: subject }, at)
    }
    const [refused, waiting] = [await letter('Refused'), await letter('Waiting')]
    await db.updateTable('outbox').set({ state: 'refused', last_error: '550' }).where('id', '=', refused).execute()
    await db.updateTable('outbox').set({ next_attempt_at: '9999' }).where('id', '=', waiting).execute()
    for (let more = 0; more < 205; more++) {
      const id = await letter('Sent')
      await db.updateTable('outbox').set({ state: 'sent', sent_at: at }).where('id', '=', id).execute()
    }
    const listed = (await app.call(api.listMails, {}, admin.token)).map(({ id }) => id)
    expect(listed).toEqual(expect.arrayContaining([refused, waiting]))
    expect(listed).toEqual(listed.toSorted((a, b) => b - a))
    expect(new Set(listed).size).toBe(listed.length)
    await db.deleteFrom('outbox').where('id', '>=', refused).execute()
  })

  test('a mail that can be stopped says so to mail programs: by one press where its address is safe', async () => {
    for (const [address, press] of [
      ['https://farm.example/report-mail/1', 'List-Unsubscribe=One-Click'],
      ['http://farm.local/report-mail/1', undefined],
    ] as const) {
      const recipient = `${crypto.randomUUID()}@farm.example`
      const letter = { recipient, subject: 'Report', text: 'Report', html: '<p>Report</p>', stop: address }
      await enqueueEmail(app.services.db, letter, app.clock.iso())
      await sendAllDue(app.services)
      const { headers } = await mailTo(recipient)
      const said = (name: string) => headers.find(({ key }) => key === name)?.value
      expect([said('list-unsubscribe'), said('list-unsubscribe-post')]).toEqual([`<${address}>`, press])
    }
  })

  test('[decisions §2] the recovery code arrives and sets a new password', async () => {
    const { email, ...registration } = aRegistration()
    await app.call(api.register, { body: { email, ...registration } })
    const [, token = ''] = /token=([\w-]+)/.exec((await mailTo(email)).text ?? '') ?? []
    await app.call(api.verifyEmail, { body: { token } })
    await app.call(api.requestPasswordCode, { body: { email } })
    const listed = await app.call(api.listMails, {}, admin.token)
    expect(listed.find(({ recipient }) => recipient === email)?.subject).toBe('•••••• is your code')
    const [code = ''] = /\b\d{6}\b/.exec((await mailTo(email, 2)).text ?? '') ?? []
    const password = 'Fresh-Straw-77'
    await app.call(api.resetPassword, { body: { email, code, password, password_confirmation: password } })
    await app.call(api.login, { body: { email, password } })
    await mailTo(email, 3)
  })

  test('[decisions §2] a mail the server refuses for now is tried again, and arrives once', async () => {
    mail.refuse(1)
    const registration = aRegistration()
    await app.call(api.register, { body: registration })
    await expect.poll(async () => (await stored(registration.email)).last_error).toContain('451')
    await sendAllDue(app.services)
    expect(mail.mailsTo(registration.email)).toHaveLength(0)
    app.clock.forward(61_000)
    // Two processes do so that wake up at the same time.
    await Promise.all([sendAllDue(app.services), sendAllDue(app.services)])
    await mailTo(registration.email)
    await sendAllDue(app.services)
    expect(mail.mailsTo(registration.email)).toHaveLength(1)
    expect(await stored(registration.email)).toMatchObject({ attempts: 2, last_error: null })
  })

  test('[decisions §2] while the mail server is down nothing is lost, and it goes out when it is back', async () => {
    await mail.stop()
    const registration = aRegistration()
    expect(await app.call(api.register, { body: registration })).toEqual({ message: 'email_verification_sent' })
    await untilTried(registration.email, 1)
    await expect.poll(async () => (await stored(registration.email)).last_error).toContain('ECONNREFUSED')
    mail = await startMailServer(mail.port)
    app.clock.forward(HOUR_MS)
    await sendAllDue(app.services)
    await mailTo(registration.email)
  })

  test('what a sent message of a secret said is forgotten after a day, the rest after 90 days', async () => {
    const registration = aRegistration()
    await app.call(api.register, { body: registration })
    await mailTo(registration.email)
    await expect.poll(async () => (await stored(registration.email)).sent_at).not.toBeNull()
    await forgetMessages(app.services)
    expect((await stored(registration.email)).text).toContain('token=')
    app.clock.forward(25 * HOUR_MS)
    await forgetMessages(app.services)
    expect(await stored(registration.email)).toMatchObject({ text: '', html: '' })
    app.clock.forward(90 * 24 * HOUR_MS)
    await forgetMessages(app.services)
    await expect(stored(registration.email)).rejects.toThrow()
  })
})
