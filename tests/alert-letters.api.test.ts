import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { announce, type News } from '../server/alerts/announce.ts'
import { tellByMail } from '../server/alerts/delivery/by-mail.ts'
import { deliveriesOf } from '../server/alerts/delivery/deliveries.ts'
import { sendMails } from '../server/kit/mail.ts'
import { aDevice } from '../server/testing/a-device.ts'
import { aRegistration, signIn, type TestUser } from '../server/testing/a-user.ts'
import { anAlertRow, aRuleRow } from '../server/testing/an-alert.ts'
import { someMeasurements } from '../server/testing/some-measurements.ts'
import { startTestApp, type TestApp } from '../server/testing/start-test-app.ts'
import { LANGUAGES } from '../shared/contract/fixed.ts'
import { api } from '../shared/contract/index.ts'
import { type MailServer, startMailServer } from './servers/mail-server.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
let mail: MailServer
let app: TestApp
beforeAll(async () => {
  mail = await startMailServer()
  app = await startTestApp({ environment: { SMTP_URL: mail.url } })
  // The first account is the administrator, who sees every device.
  await app.call(api.register, { body: aRegistration() })
})
afterAll(async () => {
  await app.close()
  await mail.stop()
})

const anOwner = async (set: { locale?: TestUser['locale'] } = {}) => {
  const registration = aRegistration()
  await app.call(api.register, { body: registration })
  await expect.poll(() => mail.mailsTo(registration.email).length, { timeout: 5000 }).toBe(1)
  const [, token = ''] = /token=([\w-]+)/.exec(mail.mailsTo(registration.email)[0]?.text ?? '') ?? []
  await app.call(api.verifyEmail, { body: { token } })
  const owner = await signIn(app, registration.email)
  await app.world.db
    .updateTable('users')
    .set({ locale: 'en', ...set })
    .where('id', '=', owner.id)
    .execute()
  return owner
}

const aWatch = async (owner: TestUser) => ({
  device: await aDevice(app, owner),
  rule: await aRuleRow(app, owner, { alert_via_push: 0, alert_via_webhook: 0 }),
})
type Watch = Awaited<ReturnType<typeof aWatch>>

const fire = async ({ device, rule }: Watch, changes: object = {}) => {
  const alert = await anAlertRow(app, device, { alert_rule_id: rule, ...changes })
  await say(alert, 'fired')
  return alert
}

const say = (alert_id: number, event: News['event']) =>
  app.world.db.transaction().execute(trx => announce(trx, [{ alert_id, event, at: app.clock.iso() }]))

const resolve = async (id: number) => {
  await app.world.db
    .updateTable('alerts')
    .set({
      state: 'resolved',
      ended_by: 'value',
      resolved_at: app.clock.iso(),
      last_value: 17.9,
      last_at: app.clock.iso(),
    })
    .where('id', '=', id)
    .execute()
  await say(id, 'resolved')
}

/** What the clock does, as two processes that wake up together. */
const tick = async () => {
  await Promise.all([tellByMail(app.world), tellByMail(app.world)])
  await Promise.all([sendMails(app.world), sendMails(app.world)])
  // The clock must not run on while one is on its way.
  const onTheWay = app.world.db
    .selectFrom('mails')
    .select('id')
    .where('sent_at', 'is', null)
    .where('last_error', 'is', null)
  await expect.poll(() => onTheWay.execute(), { timeout: 5000 }).toEqual([])
}

/** Letters to a person besides the one that confirms the address. */
const lettersTo = ({ email }: TestUser) => mail.mailsTo(email).slice(1)

const untilLetters = async (owner: TestUser, count: number) => {
  await expect.poll(() => lettersTo(owner).length, { timeout: 5000 }).toBe(count)
  return lettersTo(owner)
}

describe('the letter of an alert', () => {
  test('says value, limit, place, since when, what to check; shows the last hours; opens the alert', async () => {
    const owner = await anOwner()
    const watch = await aWatch(owner)
    await someMeasurements(app, watch.device, {
      from: app.clock.iso(-5 * HOUR),
      until: app.clock.iso(),
      measurement: 'nh3',
      value: n => 12 + n / 4,
    })
    const alert = await fire(watch, { rule_name: 'NH3 in the barns', checks: JSON.stringify(['Fans', 'Manure belt']) })
    await tick()
    const [letter] = await untilLetters(owner, 1)
    expect(letter?.subject).toBe('NH3 24.6\u202Fppm: Barn 1, De Linde')
    for (const line of [
      'Value: 24.6\u202Fppm (average of 15 min)',
      'Limit: above 20\u202Fppm',
      'Place: Barn 1, De Linde',
      'Since: 2025-01-15 12:45 (Europe/Amsterdam)',
      'Rule: NH3 in the barns',
      'What to check:\n– Fans\n– Manure belt',
      `http://barnometer.test/alerts?alert=${alert}`,
      'Barnometer does not replace the alarm system that the law requires in your barn.',
    ])
      expect(letter?.text).toContain(line)
    expect(letter?.html).toContain(`<a href="http://barnometer.test/alerts?alert=${alert}"`)
    const [picture] = letter?.attachments ?? []
    expect(picture).toMatchObject({ mimeType: 'image/png', contentId: '<picture>', disposition: 'inline' })
    const png = Buffer.from(picture?.content as ArrayBuffer)
    expect([png.toString('latin1', 1, 4), png.readUInt32BE(16)]).toEqual(['PNG', 1024])
    expect(letter?.html).toContain('<img src="cid:picture" alt="NH3 of the last hours, limit above 20\u202Fppm"')
  })

  test('at the end says how long it lasted and how bad it was, in the time of the place', async () => {
    const owner = await anOwner()
    const alert = await fire(await aWatch(owner), { worst_at: app.clock.iso(HOUR) })
    await tick()
    app.clock.forward(3 * HOUR + 5 * MINUTE)
    await resolve(alert)
    await tick()
    const letter = (await untilLetters(owner, 2)).at(-1)
    expect(letter?.subject).toBe('Over, NH3: Barn 1, De Linde')
    expect(letter?.text).toMatch(/It lasted 3 h 20 min, worst 24\.6\u202Fppm at \d\d:\d\d\./)
    expect(letter?.attachments).toEqual([])
  })

  test('says so when it ended for another reason than its value', async () => {
    const owner = await anOwner()
    const alert = await fire(await aWatch(owner))
    await app.world.db
      .updateTable('alerts')
      .set({ state: 'resolved', ended_by: 'rule', resolved_at: app.clock.iso(), alert_rule_id: null })
      .where('id', '=', alert)
      .execute()
    await say(alert, 'resolved')
    await tick()
    const letters = await untilLetters(owner, 1)
    expect(letters[0]?.text).toContain('not because the value came back')
  })

  test.each(LANGUAGES)('comes in the language of who reads it: %s', async locale => {
    const owner = await anOwner({ locale })
    const watch = await aWatch(owner)
    await fire(watch)
    await fire(watch, {
      kind: 'device_silent',
      alert_rule_id: null,
      measurement: null,
      comparator: null,
      threshold_value: null,
      last_value: null,
      worst_value: null,
      worst_at: null,
    })
    await fire(watch, {
      kind: 'battery_low',
      alert_rule_id: null,
      measurement: null,
      comparator: null,
      threshold_value: null,
      last_value: 12,
      worst_at: null,
    })
    await tick()
    const letters = await untilLetters(owner, 3)
    for (const letter of letters) {
      expect(letter.text).not.toMatch(/\{\{|undefined|null/)
      expect(letter.subject).not.toMatch(/\{\{|undefined|null/)
    }
    const decimal = locale === 'en' ? '24.6' : '24,6'
    expect(letters.some(({ subject }) => subject?.includes(decimal))).toBe(true)
    expect(letters.some(({ text }) => text?.includes('12\u202F%'))).toBe(true)
  })
})

describe('nothing is told twice', () => {
  test('by two senders, and after the process was killed between the letter and its sending', async () => {
    const owner = await anOwner()
    const alert = await fire(await aWatch(owner))
    for (let times = 0; times < 3; times++) await tick()
    await say(alert, 'fired')
    await tick()
    await untilLetters(owner, 1)
    const deliveries = await deliveriesOf(app.world.db, [alert])
    expect(deliveries.get(alert)).toMatchObject([{ name: owner.name, channel: 'email', event: 'fired', state: 'sent' }])
  })

  test('a letter the mail server refuses is waiting, with the reason, and arrives once', async () => {
    const owner = await anOwner()
    const alert = await fire(await aWatch(owner))
    mail.refuse(1)
    await tick()
    const stateOf = async () => (await deliveriesOf(app.world.db, [alert])).get(alert)?.[0]
    await expect.poll(stateOf).toMatchObject({ state: 'waiting', at: null, error: expect.stringContaining('451') })
    app.clock.forward(61_000)
    await tick()
    await untilLetters(owner, 1)
    await expect.poll(stateOf).toMatchObject({ state: 'sent', error: null })
  })
})

describe('when letters come', () => {
  const NIGHT = '2025-02-04T22:30:00Z'

  test('act now at night; attention after the quiet hours, as it stands then or summed up when it is over', async () => {
    app.clock.set(NIGHT)
    const owner = await anOwner()
    const watch = await aWatch(owner)
    const over = await fire(watch, { urgency: 'attention' })
    await fire({ ...watch, device: await aDevice(app, owner, { name: 'Second' }) }, { urgency: 'attention' })
    await tick()
    app.clock.forward(HOUR)
    await resolve(over)
    await tick()
    expect(lettersTo(owner)).toEqual([])
    await fire({ ...watch, device: await aDevice(app, owner, { name: 'Third' }) })
    await tick()
    expect((await untilLetters(owner, 1))[0]?.text).toContain('Device: Third')
    app.clock.set('2025-02-05T04:59:00Z')
    await tick()
    expect(lettersTo(owner)).toHaveLength(1)
    app.clock.set('2025-02-05T05:00:00Z')
    await tick()
    const letters = (await untilLetters(owner, 3)).slice(1)
    expect(letters.map(({ subject }) => subject)).toContain('During your quiet hours: Over, NH3: Barn 1, De Linde')
    expect(letters.some(({ text }) => text?.includes('Device: Second'))).toBe(true)
  })

  test('digest: one letter at the hour of the person, with everything since', async () => {
    app.clock.set('2025-02-06T08:00:00Z')
    const owner = await anOwner()
    const watch = await aWatch(owner)
    const first = await fire(watch, { urgency: 'digest' })
    app.clock.forward(HOUR)
    await resolve(first)
    await fire(watch, { urgency: 'digest' })
    await tick()
    expect(lettersTo(owner)).toEqual([])
    app.clock.set('2025-02-07T06:00:00Z')
    await tick()
    const [letter] = await untilLetters(owner, 1)
    expect(letter?.subject).toBe('Today: 2 alerts')
    expect(letter?.text).toContain('NH3: over, lasted 1 h 15 min')
  })

  test('many at once come in one letter', async () => {
    app.clock.set('2025-02-08T08:00:00Z')
    const owner = await anOwner()
    const watch = await aWatch(owner)
    for (let count = 0; count < 8; count++)
      await fire({ ...watch, device: await aDevice(app, owner, { name: `Device ${count}` }) })
    await tick()
    const [letter] = await untilLetters(owner, 1)
    expect(letter?.subject).toBe('8 alerts, among them NH3 24.6\u202Fppm: Barn 1, De Linde')
  })

  test('who lost sight of the device meanwhile is not told, and a silence that began meanwhile holds', async () => {
    app.clock.set('2025-02-09T22:00:00Z')
    const owner = await anOwner()
    const [lost, silenced] = [await aWatch(owner), await aWatch(owner)]
    await fire(lost, { urgency: 'attention' })
    const quiet = await fire(silenced, { urgency: 'attention' })
    await app.world.db
      .updateTable('rentals')
      .set({ end: app.clock.iso() })
      .where('device_id', '=', lost.device.id)
      .execute()
    await app.world.db
      .updateTable('alerts')
      .set({ silenced_until: '2025-02-10T07:00:00.000Z' })
      .where('id', '=', quiet)
      .execute()
    app.clock.set('2025-02-10T06:00:00Z')
    await tick()
    expect(lettersTo(owner)).toEqual([])
    app.clock.set('2025-02-10T07:00:00Z')
    await tick()
    await untilLetters(owner, 1)
  })
})
