import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LANGUAGES } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { deliveriesOf } from '../../server/alerts/delivery/deliveries.ts'
import { jsonOf } from '../../server/kit/database/json.ts'
import { aDevice } from '../../server/testing/a-device.ts'
import { aRental } from '../../server/testing/a-rental.ts'
import { aRule } from '../../server/testing/a-rule.ts'
import { someMeasurements } from '../../server/testing/some-measurements.ts'
import { type AlertMails, startAlertMails } from '../servers/alert-mails.ts'

/** Reader who sees all of who was told. */
const FOR_ADMIN = { language: 'en', viewer: { id: 0, admin: true } } as const

let alertMails: AlertMails
let { app, mail, anOwner, aWatch, fire, say, resolve, tick, mailsTo, untilMails } = {} as AlertMails
beforeAll(async () => {
  alertMails = await startAlertMails()
  ;({ app, mail, anOwner, aWatch, fire, say, resolve, tick, mailsTo, untilMails } = alertMails)
})
afterAll(() => alertMails.close())

describe('the message of an alert', () => {
  test('says value, limit, place, since when, what to check; shows the last hours; opens the alert', async () => {
    const owner = await anOwner()
    const watch = await aWatch(owner)
    await someMeasurements(app, watch.device, {
      from: app.clock.iso(-5 * HOUR_MS),
      until: app.clock.iso(),
      measurement: 'nh3',
      value: n => 12 + n / 4,
    })
    const alert = await fire(watch, { rule_name: 'NH3 in the barns', checks: JSON.stringify(['Fans', 'Manure belt']) })
    await tick()
    const [message] = await untilMails(owner, 1)
    expect(message?.subject).toBe('NH3 24.6\u202Fppm: Barn 1, De Linde')
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
      expect(message?.text).toContain(line)
    expect(message?.html).toContain(`<a href="http://barnometer.test/alerts?alert=${alert}"`)
    const [picture] = message?.attachments ?? []
    expect(picture).toMatchObject({ mimeType: 'image/png', contentId: '<picture>', disposition: 'inline' })
    const png = Buffer.from(picture?.content as ArrayBuffer)
    expect([png.toString('latin1', 1, 4), png.readUInt32BE(16)]).toEqual(['PNG', 1024])
    expect(message?.html).toContain('<img src="cid:picture" alt="NH3 of the last hours, limit above 20\u202Fppm"')
  })

  test('at the end says how long it lasted and how bad it was, in the time of the place', async () => {
    const owner = await anOwner()
    const alert = await fire(await aWatch(owner), { worst_at: app.clock.iso(HOUR_MS) })
    await tick()
    app.clock.forward(3 * HOUR_MS + 5 * MINUTE_MS)
    await resolve(alert)
    await tick()
    const message = (await untilMails(owner, 2)).at(-1)
    expect(message?.subject).toBe('Ended, NH3: Barn 1, De Linde')
    expect(message?.text).toMatch(/It lasted 3 h 20 min, worst 24\.6\u202Fppm at \d\d:\d\d\./)
    expect(message?.attachments).toEqual([])
  })

  test('says so when it ended for another reason than its value', async () => {
    const owner = await anOwner()
    const alert = await fire(await aWatch(owner))
    await app.services.db
      .updateTable('alerts')
      .set({ state: 'resolved', ended_by: 'rule', resolved_at: app.clock.iso(), alert_rule_id: null })
      .where('id', '=', alert)
      .execute()
    await say(alert, 'resolved')
    await tick()
    const messages = await untilMails(owner, 1)
    expect(messages[0]?.text).toContain('not because the value recovered')
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
    const messages = await untilMails(owner, 3)
    for (const message of messages) {
      expect(message.text).not.toMatch(/\{\{|undefined|null/)
      expect(message.subject).not.toMatch(/\{\{|undefined|null/)
    }
    const decimal = locale === 'en' ? '24.6' : '24,6'
    expect(messages.some(({ subject }) => subject?.includes(decimal))).toBe(true)
    expect(messages.some(({ text }) => text?.includes('12\u202F%'))).toBe(true)
  })
})

test('from the message of a device to the message, at the limit and at the end', async () => {
  const owner = await anOwner()
  const device = await aDevice(app, owner)
  await aRule(app, owner, { name: 'NH3 at once', urgency: 'act_now' })
  const send = async (nh3: number) => {
    app.clock.forward(MINUTE_MS)
    await app.call(api.sendMeasurements, { body: { nh3 } }, device.key)
    await app.app.settle()
  }
  await send(19.5)
  await send(26.1)
  await send(27.4)
  await tick()
  const [message] = await untilMails(owner, 1)
  expect(message?.subject).toContain('NH3 27.4\u202Fppm')
  expect(message?.text).toContain('Limit: above 20\u202Fppm')
  app.clock.forward(HOUR_MS - 2 * MINUTE_MS)
  await send(12)
  await tick()
  expect((await untilMails(owner, 2)).at(-1)?.text).toContain('It lasted 1 h, worst 27.4\u202Fppm')
})

describe('a suspended account', () => {
  const suspend = (user: { id: number }, suspended_at: string | null) =>
    app.services.db.updateTable('users').set({ suspended_at }).where('id', '=', user.id).execute()

  test('hears of no alert, also of one that waited to be told; other people of its rule do', async () => {
    const [owner, helper] = [await anOwner(), await anOwner()]
    const watch = await aWatch(owner)
    // A borrower of the device is told of the same rule.
    await aRental(app, owner, watch.device, helper)
    const recipients = jsonOf([helper.email])
    await app.services.db.updateTable('alert_rules').set({ recipients }).where('id', '=', watch.rule).execute()
    const waiting = await fire(watch)
    await suspend(owner, app.clock.iso())
    await tick()
    expect(mailsTo(owner)).toEqual([])
    expect(mailsTo(helper)).toContainEqual(expect.objectContaining({ subject: expect.stringContaining('NH3') }))
    await resolve(waiting)
    await fire(watch, { started_at: app.clock.iso() })
    await tick()
    expect(mailsTo(owner)).toEqual([])
    await suspend(owner, null)
    await fire(await aWatch(owner))
    await tick()
    await untilMails(owner, 1)
  })
})

describe('nothing is told twice', () => {
  test('by two senders, and after the process was killed between the message and its sending', async () => {
    const owner = await anOwner()
    const alert = await fire(await aWatch(owner))
    for (let times = 0; times < 3; times++) await tick()
    await say(alert, 'fired')
    await tick()
    await untilMails(owner, 1)
    const deliveries = await deliveriesOf(app.services.db, [alert], FOR_ADMIN)
    expect(deliveries.get(alert)).toMatchObject([{ name: owner.name, channel: 'email', event: 'fired', state: 'sent' }])
  })

  test('a message the mail server refuses is waiting, with the reason, and arrives once', async () => {
    const owner = await anOwner()
    const alert = await fire(await aWatch(owner))
    mail.refuse(1)
    await tick()
    const stateOf = async () => (await deliveriesOf(app.services.db, [alert], FOR_ADMIN)).get(alert)?.[0]
    await expect.poll(stateOf).toMatchObject({ state: 'waiting', at: null, error: expect.stringContaining('451') })
    app.clock.forward(61_000)
    await tick()
    await untilMails(owner, 1)
    await expect.poll(stateOf).toMatchObject({ state: 'sent', error: null })
  })
})
