import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { createBounceAddresses } from '../../server/notifications/bounces/address.ts'
import { startBounceReceiver } from '../../server/notifications/bounces/receiver.ts'
import { enqueueEmail } from '../../server/notifications/outbox/enqueue.ts'
import { sendAllDue } from '../../server/notifications/outbox/outbox.ts'
import { makeReports } from '../../server/reports/make-reports.ts'
import { runSchedules } from '../../server/reports/run-schedules.ts'
import { aDevice } from '../../server/testing/a-device.ts'
import { aLocation } from '../../server/testing/a-location.ts'
import { aPlacement } from '../../server/testing/a-placement.ts'
import { aFirstUser, type TestUser } from '../../server/testing/a-user.ts'
import { insertReadings } from '../../server/testing/insert-readings.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'
import { type MailServer, startMailServer } from '../servers/mail-server.ts'

const DOMAIN = 'bounces.barn.example'
/** A Tuesday. */
const NOW = Date.parse('2026-03-17T12:00:00Z')

/** Report of a mail server on what became of a mail (RFC 3464). */
const reportOf = (action: string, status: string, type = 'multipart/report; report-type=delivery-status') =>
  `\
From: Mail Delivery System <MAILER-DAEMON@mx.example>
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: ${type}; boundary="part"

--part
Content-Type: text/plain

I am sorry to have to inform you that your message could not be delivered.

--part
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example
Arrival-Date: Tue, 17 Mar 2026 12:00:00 +0000

Final-Recipient: rfc822; somebody@farm.example
Action: ${action}
Status: ${status} (said by the
 server behind)
Diagnostic-Code: smtp; 550 ${status} no

--part--
`.replaceAll('\n', '\r\n')

let app: TestApp
let admin: TestUser
let mailServer: MailServer
let receiver: NonNullable<Awaited<ReturnType<typeof startBounceReceiver>>>
beforeAll(async () => {
  mailServer = await startMailServer()
  const environment = { SMTP_URL: mailServer.url, BOUNCE_DOMAIN: DOMAIN, BOUNCE_LISTEN: '127.0.0.1:0' }
  app = await startTestApp({ now: NOW, environment })
  admin = await aFirstUser(app)
  const started = await startBounceReceiver(app.services)
  if (!started) throw new Error('the receiver of a test did not start')
  receiver = started
})
afterAll(async () => {
  await receiver.stop()
  await app.close()
  await mailServer.stop()
})

/** Brings a mail as a mail server does. */
const bring = async (to: string | string[], raw: string | Buffer, from = '') => {
  const client = createTransport({ host: '127.0.0.1', port: receiver.port, secure: false, ignoreTLS: true })
  return client.sendMail({ envelope: { from, to }, raw }).finally(() => client.close())
}
const addressOf = async (id: number): Promise<string> =>
  `${await createBounceAddresses(app.services).localPartOf(id)}@${DOMAIN}`
const aSentMail = async (recipient: string): Promise<{ id: number; address: string }> => {
  const mail = { recipient, subject: 'S', text: 'T', html: '<p>T</p>' }
  const id = await enqueueEmail(app.services.db, mail, app.clock.iso())
  await sendAllDue(app.services)
  return { id, address: await addressOf(id) }
}
const stored = (id: number) =>
  app.services.db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('a mail that comes back after a mail server took it', () => {
  test('says so in the list of outgoing mail, once, also where a server wrote its address small or large', async () => {
    const { id, address } = await aSentMail('gone@farm.example')
    expect(mailServer.mailsTo('gone@farm.example')).toHaveLength(1)
    expect(mailServer.senders).toEqual([address])
    expect(await stored(id)).toMatchObject({ state: 'sent', last_error: null })
    await bring(address.toUpperCase().replace('BOUNCES+', 'Bounces+'), reportOf('failed', '5.1.1'))
    expect(await stored(id)).toMatchObject({ state: 'refused', last_error: 'bounced_mailbox' })
    await bring(address, reportOf('failed', '5.2.2'))
    await bring(address, reportOf('delayed', '4.4.1'))
    expect(await stored(id)).toMatchObject({ state: 'refused', last_error: 'bounced_mailbox' })
    const [listed] = await app.call(api.listMails, {}, admin.token)
    expect(listed).toMatchObject({ id, last_error: 'It bounced: there is no such mailbox.' })
  })

  test('is only delayed where the server still tries, and back where it gave up', async () => {
    const { id, address } = await aSentMail('slow@farm.example')
    await bring(address, reportOf('delayed', '4.4.1'))
    expect(await stored(id)).toMatchObject({ state: 'sent', last_error: 'delayed' })
    await bring(address, reportOf('delivered', '2.0.0'))
    expect(await stored(id)).toMatchObject({ state: 'sent', last_error: 'delayed' })
    await bring(address, reportOf('failed', '4.4.7'))
    expect(await stored(id)).toMatchObject({ state: 'refused', last_error: 'bounced_late' })
  })

  test.each([
    ['5.4.4', 'bounced_domain'],
    ['5.2.2', 'bounced_full'],
    ['5.3.4', 'bounced_large'],
    ['5.7.1', 'bounced_refused'],
    ['5.5.0', 'bounced'],
  ])('with the status %s came back as %s', async (status, reason) => {
    const { id, address } = await aSentMail('reasons@farm.example')
    await bring(address, reportOf('failed', status))
    expect((await stored(id)).last_error).toBe(reason)
  })

  test('shows at the run of a schedule, with its reason', async () => {
    const location = await aLocation(app, admin, { areas: [{ name: 'Room 3', area_type_id: 25 }] })
    const device = await aDevice(app, admin)
    await aPlacement(app, admin, device, location)
    await insertReadings(
      app,
      Array.from({ length: 240 }, (_, hour) => [device.id, 't', NOW - 4 * DAY_MS + hour * HOUR_MS, 24]),
    )
    const body = {
      name: 'Weekly',
      area_ids: [location.area.id],
      frequency: 'week' as const,
      language: 'en' as const,
      recipients: ['vet@farm.example', 'slow@farm.example'],
    }
    await app.call(api.createReportSchedule, { body }, admin.token)
    app.clock.set('2026-03-23T06:00:00Z')
    await runSchedules(app.services)
    await makeReports(app.services)
    await sendAllDue(app.services)
    const run = async () => (await app.call(api.listReportSchedules, {}, admin.token))[0]?.last_run
    expect(await run()).toMatchObject({ sent: 2, failed: [], delayed: [] })
    const sent = await app.services.db.selectFrom('report_mails').selectAll().orderBy('id').execute()
    const idOf = (recipient: string) => sent.find(one => one.recipient === recipient)?.message_id ?? 0
    await bring(await addressOf(idOf('vet@farm.example')), reportOf('failed', '5.1.1'))
    await bring(await addressOf(idOf('slow@farm.example')), reportOf('delayed', '4.4.1'))
    expect(await run()).toMatchObject({
      sent: 1,
      failed: [{ recipient: 'vet@farm.example', error: 'It bounced: there is no such mailbox.' }],
      delayed: ['slow@farm.example'],
    })
  })
})

describe('the receiver of what comes back', () => {
  test('takes mail for its own addresses alone: it passes nothing on', async () => {
    const { id, address } = await aSentMail('kept@farm.example')
    const last = address.at(address.indexOf('@') - 1)
    const forged = address.replace(`${last}@`, `${last === '0' ? '1' : '0'}@`)
    const strangers = [
      forged,
      address.replace(`+${id}-`, `+${id + 1}-`),
      'somebody@elsewhere.example',
      `postmaster@${DOMAIN}`,
      address.replace(DOMAIN, 'elsewhere.example'),
    ]
    for (const to of strangers)
      await expect(bring(to, reportOf('failed', '5.1.1')), to).rejects.toMatchObject({ responseCode: 550 })
    await expect(bring(address, reportOf('failed', '5.1.1'), 'me@spam.example')).rejects.toMatchObject({
      responseCode: 550,
    })
    // A client that tries many is sent away, and one mail tells of one message.
    const many = Array.from({ length: 8 }, (_, n) => `someone${n}@elsewhere.example`)
    await expect(bring([...many, address], reportOf('failed', '5.1.1'))).rejects.toThrow()
    expect(await stored(id)).toMatchObject({ state: 'sent', last_error: null })
    const other = await aSentMail('other@farm.example')
    await bring([other.address, address], reportOf('failed', '5.1.1'))
    expect((await stored(other.id)).state).toBe('refused')
    expect(await stored(id)).toMatchObject({ state: 'sent', last_error: null })
  })

  test('forgets what is no report of a mail server, and refuses what is too large', async () => {
    const { id, address } = await aSentMail('person@farm.example')
    await bring(address, 'Subject: Away\r\n\r\nI am on holiday. Action: failed\r\nStatus: 5.1.1\r\n')
    await bring(address, reportOf('failed', '5.1.1', 'multipart/mixed'))
    await bring(address, reportOf('failed', 'none'))
    await bring(address, Buffer.alloc(10_000, 0xff))
    const nested = Array.from({ length: 400 }, (_, n) => `Content-Type: multipart/mixed; boundary="${n}"\r\n\r\n--${n}`)
    await bring(address, nested.join('\r\n'))
    await expect(bring(address, Buffer.alloc(1_600_000, 'x'))).rejects.toMatchObject({ responseCode: 552 })
    expect(await stored(id)).toMatchObject({ state: 'sent', last_error: null })
    // A mail that no server took yet cannot have come back.
    const waiting = await enqueueEmail(
      app.services.db,
      { recipient: 'later@farm.example', subject: 'S', text: 'T', html: '' },
      app.clock.iso(),
    )
    await bring(await addressOf(waiting), reportOf('failed', '5.1.1'))
    expect(await stored(waiting)).toMatchObject({ state: 'waiting', last_error: null })
  })

  test('is not there unless it is set up', async () => {
    const environment = { ...app.services.environment, BOUNCE_LISTEN: undefined }
    expect(await startBounceReceiver({ ...app.services, environment })).toBeNull()
  })
})
