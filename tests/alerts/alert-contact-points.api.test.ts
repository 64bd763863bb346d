import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { notifyByContactPoint } from '../../server/alerts/delivery/by-contact-point.ts'
import { notifyByMail } from '../../server/alerts/delivery/by-mail.ts'
import { deliveriesOf } from '../../server/alerts/delivery/deliveries.ts'
import { escalateAlerts } from '../../server/alerts/escalation/escalate.ts'
import { announce, type News } from '../../server/alerts/evaluation/announce.ts'
import { pushOutage } from '../../server/alerts/evaluation/outage-mails.ts'
import { sendAllDue, sendDue } from '../../server/notifications/outbox/outbox.ts'
import { aDevice } from '../../server/testing/a-device.ts'
import { aLocation } from '../../server/testing/a-location.ts'
import { aPlacement } from '../../server/testing/a-placement.ts'
import { aFirstUser, aUser, type TestUser } from '../../server/testing/a-user.ts'
import { anAlertRow, aRuleRow } from '../../server/testing/an-alert.ts'
import { mailsTo } from '../../server/testing/outgoing-mail.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'
import { type Receiver, startReceiver } from '../servers/receiver.ts'

/** Reader who sees all of who was told. */
const FOR_ADMIN = { language: 'en', viewer: { id: 0, admin: true } } as const

let service: Receiver
let app: TestApp
let admin: TestUser
let owner: TestUser
beforeAll(async () => {
  service = await startReceiver()
  app = await startTestApp({ environment: { ALLOW_PRIVATE_ADDRESSES: 'true', QUOTA_PAID_MESSAGES: '3' } })
  // The first account is the administrator, who sees every device.
  admin = await aFirstUser(app)
  await app.services.db
    .updateTable('users')
    .set({ email_verified_at: app.clock.iso() })
    .where('id', '=', admin.id)
    .execute()
})
afterAll(async () => {
  await app.close()
  await service.stop()
})
beforeEach(async () => {
  owner = await aUser(app)
  service.forget()
})

const ntfy = (changes: object = {}) => ({
  service: 'ntfy' as const,
  name: 'ntfy',
  only_act_now: false,
  settings: { server: service.origin, topic: 'barn', token: 'tk_one' },
  ...changes,
})
const matrix = () =>
  ntfy({ service: 'matrix', settings: { server: service.origin, token: 'syt_one', room: '!a:farm.example' } })
const seven = () =>
  ntfy({ service: 'seven_sms', settings: { server: service.origin, token: 'seven', to: '+491702222222' } })

const set = (body: object, user = owner) => app.call(api.createContactPoint, { body: body as never }, user.token)
const shown = async () => (await app.call(api.getAlertDelivery, {}, owner.token)).contact_points

const say = (alert_id: number, event: News['event']) =>
  app.services.db.transaction().execute(trx => announce(trx, [{ alert_id, event, at: app.clock.iso() }]))

const fire = async (changes: object = {}, rule: object = {}) => {
  const device = await aDevice(app, owner)
  const ruleId = await aRuleRow(app, owner, { alert_via_email: 0, ...rule })
  const alert = await anAlertRow(app, device, { alert_rule_id: ruleId, ...changes })
  await say(alert, 'fired')
  return alert
}

/** Sends as two processes do that wake up at the same time. */
const tick = async () => {
  await Promise.all([notifyByContactPoint(app.services), notifyByContactPoint(app.services)])
  await Promise.all([sendAllDue(app.services), sendAllDue(app.services)])
}

const stateOf = async (alert: number) => (await deliveriesOf(app.services.db, [alert], FOR_ADMIN)).get(alert) ?? []
const bodies = () => service.calls.map(({ body }) => JSON.parse(body.toString()))

describe('a contact point', () => {
  test('is told once of an alert, with its urgency and a link, and then of its end', async () => {
    await set(ntfy())
    const alert = await fire()
    await tick()
    await tick()
    expect(bodies()).toEqual([
      {
        topic: 'barn',
        title: 'NH3 24.6\u202Fppm: Barn 1, De Linde',
        message: expect.stringContaining('Limit: above 20\u202Fppm'),
        priority: 5,
        tags: ['rotating_light'],
        click: `http://barnometer.test/alerts?alert=${alert}`,
      },
    ])
    await app.services.db
      .updateTable('alerts')
      .set({ state: 'resolved', ended_by: 'value' })
      .where('id', '=', alert)
      .execute()
    await say(alert, 'resolved')
    await tick()
    expect(bodies().at(-1)).toMatchObject({
      priority: 3,
      tags: ['white_check_mark'],
      title: 'Ended, NH3: Barn 1, De Linde',
    })
    expect(await stateOf(alert)).toMatchObject([
      { channel: 'messenger', event: 'fired', state: 'sent', error: null },
      { channel: 'messenger', event: 'resolved', state: 'sent', error: null },
    ])
    expect(await shown()).toMatchObject([
      { last_sent_at: app.clock.iso(), failed_at: null, error: null, retry_at: null },
    ])
  })

  test('of several is told apart from the others, each with its own state', async () => {
    await set(ntfy())
    await set(seven())
    service.answerWith({ status: 401 }, { status: 200, body: { success: '100' } })
    const alert = await fire()
    await tick()
    expect((await stateOf(alert)).map(({ channel, state }) => [channel, state]).sort()).toEqual([
      ['messenger', service.calls[0]?.path === '/' ? 'failed' : 'sent'],
      ['sms', service.calls[0]?.path === '/' ? 'sent' : 'failed'],
    ])
  })

  test('that takes nothing any more leaves nobody without the news: what reached them in no way comes by mail', async () => {
    await set(ntfy())
    await set(matrix())
    const two = [{ status: 401 }, { status: 403, body: { errcode: 'M_FORBIDDEN' } }]
    service.answerWith(...two)
    const alert = await fire()
    await tick()
    expect((await stateOf(alert)).map(({ channel }) => channel)).toEqual(['messenger', 'messenger', 'email'])
    await notifyByMail(app.services)
    await sendAllDue(app.services)
    expect(mailsTo(app, owner.email).filter(mail => mail.includes('NH3 is 24.6'))).toHaveLength(1)
    // Its end, too, and what was over before anything was told is told once, as that.
    service.answerWith(...two)
    const short = await fire()
    await app.services.db
      .updateTable('alerts')
      .set({ state: 'resolved', ended_by: 'value', resolved_at: app.clock.iso(MINUTE_MS) })
      .where('id', '=', short)
      .execute()
    await tick()
    await notifyByMail(app.services)
    await sendAllDue(app.services)
    expect(mailsTo(app, owner.email).filter(mail => mail.includes('NH3 is back'))).toHaveLength(1)
    expect(mailsTo(app, owner.email).filter(mail => mail.includes('NH3 is 24.6'))).toHaveLength(1)
  })

  test('gets an SMS in two parts at most, with the barn, the value, the limit and the link', async () => {
    await set(seven())
    service.answerWith({ status: 200, body: { success: '100' } })
    const alert = await fire()
    await tick()
    expect(bodies()).toEqual([
      {
        to: '+491702222222',
        text: `NH3 24.6 ppm: Barn 1, De Linde. Limit: above 20 ppm http://barnometer.test/alerts?alert=${alert}`,
      },
    ])
  })

  test('is told of what need not be acted on at once unless it wants nothing else, and by no rule that leaves it out', async () => {
    await set(ntfy({ only_act_now: true }))
    const calm = await fire({ urgency: 'attention', silenced_until: null })
    const without = await fire({}, { alert_via_contact_point: 0 })
    expect([await stateOf(calm), await stateOf(without)]).toEqual([[], []])
  })

  test('has the same id of a message at each attempt, so none comes twice', async () => {
    await set(matrix())
    service.answerWith(500)
    const alert = await fire()
    await tick()
    expect(await stateOf(alert)).toMatchObject([{ state: 'waiting', error: 'The address answered with status 500.' }])
    const [point] = await shown()
    expect(point).toMatchObject({
      failed_at: app.clock.iso(),
      error: 'The address answered with status 500.',
      retry_at: app.clock.iso(60_000),
      last_sent_at: null,
    })
    app.clock.forward(61_000)
    await tick()
    const [first, second] = service.calls
    expect(service.calls).toHaveLength(2)
    expect(second?.path).toBe(first?.path)
    expect(await stateOf(alert)).toMatchObject([{ state: 'sent' }])
    expect(await shown()).toMatchObject([{ failed_at: null, error: null, retry_at: null }])
  })

  test('is left alone for as long as its service asks', async () => {
    await set(matrix())
    service.answerWith({ status: 429, body: { errcode: 'M_LIMIT_EXCEEDED', retry_after_ms: 600_000 } })
    await fire()
    await tick()
    app.clock.forward(590_000)
    await tick()
    expect(service.calls).toHaveLength(1)
    app.clock.forward(11_000)
    await tick()
    expect(service.calls).toHaveLength(2)
  })

  test('that refuses the token is not asked again, and says so', async () => {
    await set(matrix())
    service.answerWith({ status: 401, body: { errcode: 'M_UNKNOWN_TOKEN' } })
    const alert = await fire()
    await tick()
    app.clock.forward(HOUR_MS)
    await tick()
    expect(service.calls).toHaveLength(1)
    const error = 'Refused: the token or key is wrong.'
    expect(await stateOf(alert)).toMatchObject([{ state: 'failed', error }, { channel: 'email' }])
    expect(await shown()).toMatchObject([{ error, retry_at: null }])
  })

  test('that cannot be reached for a day has failed in the end', async () => {
    await set(ntfy({ settings: { server: 'http://127.0.0.1:9', topic: 'barn' } }))
    const alert = await fire()
    for (let tries = 0; tries < 40; tries++) {
      await tick()
      if ((await stateOf(alert))[0]?.state === 'failed') break
      app.clock.forward(HOUR_MS)
    }
    expect(await stateOf(alert)).toMatchObject([
      { state: 'failed', error: expect.stringContaining('cannot be reached') },
      { channel: 'email' },
    ])
  })

  test('that is slow holds up neither another one nor more than one of its own messages', async () => {
    const other = await aUser(app)
    const slow = await startReceiver()
    const { promise, resolve } = Promise.withResolvers<void>()
    slow.answerWith({ status: 200, after: promise })
    await set(ntfy({ settings: { server: slow.origin, topic: 'slow' } }))
    for (let number = 0; number < 5; number++) await fire()
    await set(ntfy(), other)
    const device = await aDevice(app, other)
    const alert = await anAlertRow(app, device, { alert_rule_id: await aRuleRow(app, other, { alert_via_email: 0 }) })
    await say(alert, 'fired')
    await notifyByContactPoint(app.services)
    await sendDue(app.services)
    await expect.poll(() => service.calls.length, { timeout: 5000 }).toBe(1)
    await expect.poll(() => slow.calls.length, { timeout: 5000 }).toBe(1)
    await sendDue(app.services)
    expect(slow.calls).toHaveLength(1)
    resolve()
    await sendAllDue(app.services)
    await slow.stop()
  })

  test('is no longer told once it is removed', async () => {
    const { id } = await set(ntfy())
    const alert = await fire()
    await notifyByContactPoint(app.services)
    await app.call(api.deleteContactPoint, { params: { id } }, owner.token)
    await sendAllDue(app.services)
    await tick()
    expect(service.calls).toEqual([])
    expect(await stateOf(alert)).toMatchObject([
      { channel: 'messenger', state: 'failed', error: 'It has been removed.' },
      { channel: 'email' },
    ])
  })

  test('of somebody who may not see the device any more is not told', async () => {
    await set(ntfy())
    const alert = await fire()
    await notifyByContactPoint(app.services)
    await app.services.db.deleteFrom('rentals').where('user_id', '=', owner.id).execute()
    await sendAllDue(app.services)
    await tick()
    expect(service.calls).toEqual([])
    expect(await stateOf(alert)).toEqual([])
  })

  test('is told along an alarm plan, also where it wants act-now alerts alone', async () => {
    await set(ntfy({ only_act_now: true }))
    const { id } = await aLocation(app, owner)
    const people = [{ name: 'Jan', phone: null, email: owner.email }]
    await app.call(api.saveAlarmPlan, { params: { id }, body: { people } }, owner.token)
    await app.call(api.testAlarmPlan, { params: { id } }, owner.token)
    await sendAllDue(app.services)
    expect(bodies()).toMatchObject([{ topic: 'barn', priority: 5, click: expect.stringMatching(/^http/) }])
    const { entries } = await app.call(api.getAlarmLog, { params: { id } }, owner.token)
    expect(entries[0]?.tellings[0]?.ways.map(({ channel }) => channel)).toContain('messenger')
  })
})

describe('SMS and calls', () => {
  test('of a day are limited, and a test says so', async () => {
    const { id } = await set(seven())
    service.answerWith(...Array.from({ length: 3 }, () => ({ status: 200, body: { success: '100' } })))
    const alerts = []
    for (let number = 0; number < 4; number++) {
      alerts.push(await fire())
      await tick()
    }
    expect(service.calls).toHaveLength(3)
    expect(await stateOf(alerts[3] ?? 0)).toMatchObject([
      { channel: 'sms', state: 'failed', error: expect.stringMatching(/used up/) },
      { channel: 'email' },
    ])
    expect((await app.call(api.getAlertDelivery, {}, owner.token)).paid_messages).toEqual({ used: 3, most: 3 })
    await expect(app.call(api.testContactPoint, { params: { id } }, owner.token)).rejects.toMatchObject({
      code: 'quota_reached',
    })
    app.clock.forward(25 * HOUR_MS)
    service.answerWith({ status: 200, body: { success: '100' } })
    expect(await app.call(api.testContactPoint, { params: { id } }, owner.token)).toMatchObject({ state: 'sent' })
  })
})

/** Choices of the owner, who sleeps at no time. */
const choose = (changes: object) =>
  app.call(
    api.saveAlertDelivery,
    { body: { email: true, quiet_from: null, quiet_until: null, digest_hour: 7, ...changes } },
    owner.token,
  )

const ALL_WELL = { status: 200, body: { success: '100' } }
const quota = (most: number) => {
  const { quotas } = app.services.environment
  const before = quotas.paid_messages
  quotas.paid_messages = most
  onTestFinished(() => {
    quotas.paid_messages = before
  })
}

describe('the SMS of a day', () => {
  test('leave some for what has to be acted on at once', async () => {
    quota(5)
    await set(seven())
    service.answerWith(...Array.from({ length: 5 }, () => ALL_WELL))
    await choose({})
    const calm = []
    for (let number = 0; number < 5; number++) {
      calm.push(await fire({ urgency: 'attention', silenced_until: null }))
      await tick()
      app.clock.forward(2 * MINUTE_MS)
    }
    expect(service.calls).toHaveLength(4)
    expect(await stateOf(calm[4] ?? 0)).toMatchObject([
      { channel: 'sms', state: 'failed' },
      { channel: 'email', state: 'waiting' },
    ])
    const urgent = await fire()
    await tick()
    expect(service.calls).toHaveLength(5)
    expect(await stateOf(urgent)).toMatchObject([{ channel: 'sms', state: 'sent' }])
  })

  test('that are used up are made up for by mail, once, and the list of who was told says so', async () => {
    quota(0)
    await set(seven())
    const alert = await fire()
    await tick()
    await tick()
    await notifyByMail(app.services)
    await sendAllDue(app.services)
    expect(service.calls).toEqual([])
    expect(await stateOf(alert)).toMatchObject([
      { channel: 'sms', state: 'failed', error: "Not sent: today's SMS and calls are used up." },
      { channel: 'email', event: 'fired' },
    ])
    expect(mailsTo(app, owner.email).filter(mail => mail.includes(`/alerts?alert=${alert}`))).toHaveLength(1)
    const byBoth = await fire({}, { alert_via_email: 1 })
    await tick()
    expect((await stateOf(byBoth)).map(({ channel }) => channel).sort()).toEqual(['email', 'sms'])
  })

  test('that are used up are made up for by mail along an alarm plan', async () => {
    quota(0)
    await choose({ email: false })
    await set(seven())
    const { id } = await aLocation(app, owner)
    const people = [{ name: 'Jan', phone: null, email: owner.email }]
    await app.call(api.saveAlarmPlan, { params: { id }, body: { people } }, owner.token)
    await app.call(api.testAlarmPlan, { params: { id } }, owner.token)
    await sendAllDue(app.services)
    const { entries } = await app.call(api.getAlarmLog, { params: { id } }, owner.token)
    const ways = entries[0]?.tellings[0]?.ways ?? []
    expect(ways.map(({ channel }) => channel).sort()).toEqual(['email', 'sms'])
  })

  test('are not used by a service that says it is busy, and it may say so more than three times', async () => {
    await set(seven())
    service.answerWith(429, 429, 429, 429, 429, ALL_WELL)
    const alert = await fire()
    for (let tries = 0; tries < 6; tries++) {
      await tick()
      app.clock.forward(HOUR_MS)
    }
    expect(service.calls).toHaveLength(6)
    expect(await stateOf(alert)).toMatchObject([{ channel: 'sms', state: 'sent' }])
  })

  test('end after three answers that leave open whether it was sent, not counting when nobody answered', async () => {
    await set(seven())
    service.answerWith(429, 500, 429, 500, 500, ALL_WELL)
    const alert = await fire()
    for (let tries = 0; tries < 7; tries++) {
      await tick()
      app.clock.forward(HOUR_MS)
    }
    expect(service.calls).toHaveLength(5)
    expect((await app.call(api.getAlertDelivery, {}, owner.token)).paid_messages.used).toBeLessThanOrEqual(3)
    expect(await stateOf(alert)).toMatchObject([{ channel: 'sms', state: 'failed' }, { channel: 'email' }])
  })
})

test('an administrator hears of an outage by each service, whether or not another answers', async () => {
  const slow = await startReceiver()
  const { promise, resolve } = Promise.withResolvers<void>()
  slow.answerWith({ status: 200, after: promise })
  const points = [
    await set(ntfy({ settings: { server: slow.origin, topic: 'slow' } }), admin),
    await set(ntfy(), admin),
    await set(seven(), admin),
  ]
  service.answerWith(ALL_WELL, ALL_WELL)
  const told = pushOutage(app.services, { problem: 'not_heard', start: app.clock.iso(), end: null })
  await expect.poll(() => [slow.calls.length, service.calls.length], { timeout: 5000 }).toEqual([1, 2])
  resolve()
  await told
  await slow.stop()
  for (const { id } of points) await app.call(api.deleteContactPoint, { params: { id } }, admin.token)
})

/**
 * Brings a device's silence along an alarm plan to a service that answers with `status`, ends it before the next try, and lets
 * the service answer again. Returns the ways that the plan's log names for the service.
 */
const anEndMeanwhile = async (status: number) => {
  await set(ntfy())
  const location = await aLocation(app, owner)
  const { id } = location
  const device = await aDevice(app, owner)
  await aPlacement(app, owner, device, location)
  const people = [{ name: 'Jan', phone: null, email: owner.email }]
  await app.call(api.saveAlarmPlan, { params: { id }, body: { people, minutes: 5 } }, owner.token)
  const alert = await anAlertRow(app, device, { kind: 'device_silent', location_id: id })
  app.clock.forward(6 * MINUTE_MS)
  service.answerWith(status)
  await escalateAlerts(app.services)
  await sendAllDue(app.services)
  expect(service.calls).toHaveLength(1)
  const ended = { state: 'resolved', ended_by: 'value' } as const
  await app.services.db.updateTable('alerts').set(ended).where('id', '=', alert).execute()
  await escalateAlerts(app.services)
  service.answerWith(200)
  for (let hour = 0; hour < 2; hour++) {
    app.clock.forward(HOUR_MS)
    await sendAllDue(app.services)
  }
  const { entries } = await app.call(api.getAlarmLog, { params: { id } }, owner.token)
  const ways = entries.flatMap(({ tellings }) => tellings.flatMap(one => one.ways))
  return ways.filter(({ channel }) => channel === 'messenger')
}

describe('what waited while a service was away', () => {
  test('along an alarm plan is not sent once the alert is over, and its end is told to nobody who never heard of it', async () => {
    expect(await anEndMeanwhile(429)).toMatchObject(
      ['told', 'over'].map(event => ({
        event,
        state: 'failed',
        error: 'Not sent: no longer needed by the time it could go out.',
      })),
    )
    expect(service.calls).toHaveLength(1)
  })

  test('may have arrived without an answer, so the end of the alarm is told', async () => {
    expect(await anEndMeanwhile(503)).toMatchObject([
      { event: 'told', state: 'failed', error: 'An earlier try may have arrived; no longer needed.' },
      { event: 'over', state: 'sent' },
    ])
    expect(service.calls).toHaveLength(2)
  })
})

describe('an alarm plan', () => {
  const withoutMails = { email: false, quiet_from: null, quiet_until: null, digest_hour: 7 }
  const waysOfPlan = async () => {
    const { id } = await aLocation(app, owner)
    const people = [{ name: 'Jan', phone: null, email: owner.email }]
    await app.call(api.saveAlarmPlan, { params: { id }, body: { people, minutes: 5 } }, owner.token)
    return {
      id,
      ways: async () => {
        await escalateAlerts(app.services)
        await sendAllDue(app.services)
        const { entries } = await app.call(api.getAlarmLog, { params: { id } }, owner.token)
        return entries.flatMap(({ tellings }) => tellings.flatMap(one => one.ways.map(({ channel }) => channel)))
      },
    }
  }

  test('writes a mail to whom nothing else reaches, also to who wants none', async () => {
    await set(ntfy())
    await app.call(api.saveAlertDelivery, { body: withoutMails }, owner.token)
    const { id, ways } = await waysOfPlan()
    await anAlertRow(app, await aDevice(app, owner), { kind: 'device_silent', location_id: id })
    app.clock.forward(6 * MINUTE_MS)
    service.answerWith({ status: 401 })
    expect(await ways()).toEqual(['messenger', 'email'])
  })

  test('passes over nobody whom the rule could not reach', async () => {
    await set(ntfy())
    const { id, ways } = await waysOfPlan()
    service.answerWith({ status: 401 })
    const alert = await fire({ location_id: id })
    await tick()
    app.clock.forward(6 * MINUTE_MS)
    expect(await ways()).toEqual([])
    await notifyByMail(app.services)
    await sendAllDue(app.services)
    // No mail server takes it here.
    expect((await stateOf(alert)).map(({ state }) => state)).toEqual(['failed', 'failed'])
    app.clock.forward(6 * MINUTE_MS)
    expect(await ways()).toEqual(['email', 'messenger'])
  })
})

describe('settings of a contact point', () => {
  test('are the own alone', async () => {
    const { id } = await set(ntfy())
    const other = await aUser(app)
    for (const call of [
      () => app.call(api.updateContactPoint, { params: { id }, body: ntfy() }, other.token),
      () => app.call(api.deleteContactPoint, { params: { id } }, other.token),
      () => app.call(api.testContactPoint, { params: { id } }, other.token),
    ])
      await expect(call()).rejects.toMatchObject({ status: 404 })
    expect((await app.call(api.getAlertDelivery, {}, other.token)).contact_points).toEqual([])
    expect(service.calls).toEqual([])
  })

  test('keep a secret that is not entered again, but send it to no other address', async () => {
    const { id } = await set(ntfy())
    const change = (settings: object, keeps = ['token']) =>
      app.call(
        api.updateContactPoint,
        { params: { id }, body: { ...ntfy({ name: 'Phone' }), keeps, settings: settings as never } },
        owner.token,
      )
    const changed = await change({ server: service.origin, topic: 'other' })
    expect(changed).toMatchObject({ name: 'Phone', settings: { topic: 'other' }, secrets: ['token'] })
    await app.call(api.testContactPoint, { params: { id } }, owner.token)
    expect(service.calls[0]?.headers.authorization).toBe('Bearer tk_one')
    await expect(change({ server: 'https://elsewhere.example', topic: 'other' })).rejects.toMatchObject({
      status: 422,
      errors: { 'settings.token': ['Enter it again: the address is a different one now.'] },
    })
    expect(await change({ server: 'https://elsewhere.example', topic: 'other', token: 'tk_two' })).toMatchObject({
      secrets: ['token'],
    })
    expect(await change({ server: 'https://third.example', topic: 'other' }, [])).toMatchObject({ secrets: [] })
  })

  test.each([
    ['server', { server: 'ftp://x.example', topic: 'a' }],
    ['server', { server: 'https://user:secret@x.example', topic: 'a' }],
    ['server', { server: 'https://x.example?a=1', topic: 'a' }],
    ['topic', { server: 'https://x.example', topic: '../a' }],
    ['topic', { server: 'https://x.example' }],
    ['more', { server: 'https://x.example', topic: 'a', more: 'b' }],
    ['token', { server: 'https://x.example', topic: 'a', token: 'one\ntwo' }],
  ])('with a wrong %s are refused: %j', async (field, settings) => {
    await expect(set(ntfy({ settings }))).rejects.toMatchObject({
      status: 422,
      errors: { [`settings.${field}`]: [expect.any(String)] },
    })
  })

  test.each([
    ['url', { url: 'https://{to}.example/' }],
    ['url', { url: 'https://x@y.example/' }],
    ['headers', { headers: 'Host: inside' }],
    ['headers', { headers: 'no header' }],
    ['body', { body: '{"to": {to}}' }],
    ['body', { format: 'form', body: 'no field' }],
    ['method', { method: 'DELETE' }],
  ])('of a request with a wrong %s are refused: %j', async (field, wrong) => {
    const settings = { method: 'POST', url: 'https://x.example/', format: 'json', body: '{}', ...wrong }
    await expect(set(ntfy({ service: 'other', settings }))).rejects.toMatchObject({
      status: 422,
      errors: { [`settings.${field}`]: [expect.any(String)] },
    })
  })

  test('lead to the public internet alone, with TLS, unless the installation allows others', async () => {
    const { id } = await set(ntfy())
    app.services.environment.ALLOW_PRIVATE_ADDRESSES = false
    try {
      await expect(set(ntfy())).rejects.toMatchObject({
        status: 422,
        errors: { 'settings.server': ['Give an address with https: the token goes along.'] },
      })
      const inside = await set(ntfy({ settings: { server: 'https://127.0.0.1:9', topic: 'a' } }))
      const attempt = (one: number) => app.call(api.testContactPoint, { params: { id: one } }, owner.token)
      expect(await attempt(inside.id)).toEqual({ state: 'failed', error: 'The address is not on the public internet.' })
      expect(await attempt(id)).toMatchObject({ state: 'failed' })
      expect(service.calls).toEqual([])
    } finally {
      app.services.environment.ALLOW_PRIVATE_ADDRESSES = true
    }
  })

  test('end with the account, and their changes stand in the audit log', async () => {
    const { id } = await set(ntfy())
    await app.call(api.deleteContactPoint, { params: { id } }, owner.token)
    const noted = await app.services.db
      .selectFrom('audit_entries')
      .select(['action', 'object_name'])
      .where('actor_id', '=', owner.id)
      .where('action', 'in', ['contact_point_created', 'contact_point_changed', 'contact_point_deleted'])
      .orderBy('id')
      .execute()
    expect(noted).toEqual([
      { action: 'contact_point_created', object_name: 'ntfy (ntfy)' },
      { action: 'contact_point_deleted', object_name: 'ntfy (ntfy)' },
    ])
    await set(ntfy())
    await app.services.db.deleteFrom('users').where('id', '=', owner.id).execute()
    expect(
      await app.services.db.selectFrom('contact_points').selectAll().where('user_id', '=', owner.id).execute(),
    ).toEqual([])
  })
})
