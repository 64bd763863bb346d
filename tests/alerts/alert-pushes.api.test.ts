import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { notifyByMail } from '../../server/alerts/delivery/by-mail.ts'
import { notifyByPush } from '../../server/alerts/delivery/by-push.ts'
import { deliveriesOf } from '../../server/alerts/delivery/deliveries.ts'
import { announce, type News } from '../../server/alerts/evaluation/announce.ts'
import { sendAllDue } from '../../server/notifications/outbox/outbox.ts'
import { forgetEndedSubscriptions } from '../../server/notifications/subscriptions-store.ts'
import { aReader } from '../../server/testing/a-browser.ts'
import { aDevice } from '../../server/testing/a-device.ts'
import { aUser, signIn, type TestUser } from '../../server/testing/a-user.ts'
import { anAlertRow, aRuleRow } from '../../server/testing/an-alert.ts'
import { mailsTo } from '../../server/testing/outgoing-mail.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'
import { type Receiver, startReceiver } from '../servers/receiver.ts'

/** Reader who sees all of who was told. */
const FOR_ADMIN = { language: 'en', viewer: { id: 0, admin: true } } as const

let receiver: Receiver
let app: TestApp
let owner: TestUser
beforeAll(async () => {
  receiver = await startReceiver()
  app = await startTestApp({ environment: { ALLOW_PRIVATE_ADDRESSES: 'true' } })
})
afterAll(async () => {
  await app.close()
  await receiver.stop()
})
beforeEach(async () => {
  owner = await aUser(app)
  receiver.calls.length = 0
})

const say = (alert_id: number, event: News['event']) =>
  app.services.db.transaction().execute(trx => announce(trx, [{ alert_id, event, at: app.clock.iso() }]))

const fire = async (changes: object = {}) => {
  const device = await aDevice(app, owner)
  const rule = await aRuleRow(app, owner, { alert_via_email: 0 })
  const alert = await anAlertRow(app, device, { alert_rule_id: rule, ...changes })
  await say(alert, 'fired')
  return alert
}

const stateOf = async (alert: number) => (await deliveriesOf(app.services.db, [alert], FOR_ADMIN)).get(alert) ?? []

describe('a push', () => {
  const tick = async () => {
    await Promise.all([notifyByPush(app.services), notifyByPush(app.services)])
    await Promise.all([sendAllDue(app.services), sendAllDue(app.services)])
  }
  const aPhone = async (name: string, user = owner) => {
    const reader = aReader(`${receiver.origin}/push/${name}`)
    const { id } = await app.call(api.createPushSubscription, { body: reader.subscription }, user.token)
    return { id, ...reader }
  }
  const subscriptions = async () => (await app.call(api.getAlertDelivery, {}, owner.token)).push_subscriptions

  test('reaches each browser once, encrypted, with the urgency of the alert and a proof of who sends it', async () => {
    const { public_key } = await app.call(api.getPushKey, {}, owner.token)
    const [phone, desk] = [await aPhone('phone'), await aPhone('desk')]
    const alert = await fire()
    await tick()
    await tick()
    expect(receiver.calls.map(({ path }) => path).sort()).toEqual(['/push/desk', '/push/phone'])
    for (const { path, headers, body } of receiver.calls) {
      expect(headers).toMatchObject({
        'content-encoding': 'aes128gcm',
        ttl: '86400',
        urgency: 'high',
        topic: `alert-${alert}`,
        authorization: expect.stringMatching(new RegExp(`^vapid t=[\\w.-]+, k=${public_key}$`)),
      })
      expect((path.endsWith('phone') ? phone : desk).read(body)).toEqual({
        title: 'NH3 24.6\u202Fppm: Barn 1, De Linde',
        body: expect.stringContaining('Limit: above 20\u202Fppm'),
        url: `http://barnometer.test/alerts?alert=${alert}`,
        tag: `alert-${alert}`,
        stays: true,
      })
    }
    expect(await stateOf(alert)).toMatchObject([{ channel: 'push', state: 'sent' }])
    expect((await app.call(api.getPushKey, {}, owner.token)).public_key).toBe(public_key)
  })

  test('is no longer than push services take, however long the names of places are', async () => {
    const phone = await aPhone('long')
    for (const name of ['Ф', '\u5927'])
      await fire({ area_name: name.repeat(255), location_name: name.repeat(255), rule_name: name.repeat(255) })
    for (let more = 0; more < 8; more++) await fire({ area_name: 'S'.repeat(255), location_name: 'F'.repeat(255) })
    await tick()
    expect(receiver.calls.length).toBeGreaterThan(0)
    for (const { body } of receiver.calls) {
      expect(body.length).toBeLessThanOrEqual(4096)
      expect(phone.read(body)).toMatchObject({ url: expect.stringContaining('/alerts') })
    }
  })

  test('to a browser that is gone ends its subscription, which is shown for a month; the others hear of it', async () => {
    const [gone, phone] = [await aPhone('gone'), await aPhone('phone-2')]
    receiver.answerWith(410, 201)
    const first = await fire()
    await tick()
    const ended = (await subscriptions()).filter(({ ended_at }) => ended_at !== null)
    expect(ended).toHaveLength(1)
    expect([gone.id, phone.id]).toContain(ended[0]?.id)
    expect(await stateOf(first)).toMatchObject([{ state: 'sent' }])
    await fire()
    await tick()
    expect(receiver.calls).toHaveLength(3)
    receiver.answerWith(404)
    const last = await fire()
    await tick()
    expect(await stateOf(last)).toMatchObject([
      { channel: 'push', state: 'failed', error: 'None of your browsers accepts notifications any more.' },
      // A mail says it, as nothing else would.
      { channel: 'email' },
    ])
    await aPhone('new')
    app.clock.forward(31 * 24 * HOUR_MS)
    await forgetEndedSubscriptions(app.services)
    expect((await subscriptions()).map(({ ended_at }) => ended_at)).toEqual([null])
  })

  test('that reaches no browser any more gives way to mails, for who wants none as well, until another takes it', async () => {
    const choice = { email: false, quiet_from: null, quiet_until: null, digest_hour: 7 }
    await app.call(api.saveAlertDelivery, { body: choice }, owner.token)
    const ways = async () => (await stateOf(await fire())).map(({ channel }) => channel)
    expect(await ways()).toEqual([])
    const { id } = await aPhone('lost')
    receiver.answerWith(410)
    await fire()
    await tick()
    await notifyByMail(app.services)
    await sendAllDue(app.services)
    expect(mailsTo(app, owner.email).some(mail => mail.includes('NH3 is 24.6'))).toBe(true)
    app.clock.forward(31 * 24 * HOUR_MS)
    await forgetEndedSubscriptions(app.services)
    expect(await ways()).toEqual(['email'])
    await aPhone('found')
    expect(await ways()).toEqual(['push'])
    for (const one of await subscriptions())
      await app.call(api.deletePushSubscription, { params: { id: one.id } }, owner.token)
    expect(id).toBeGreaterThan(0)
    expect(await ways()).toEqual([])
  })

  test('that a service cannot take now is tried again there alone', async () => {
    await aPhone('busy')
    await aPhone('free')
    receiver.answerWith(503, 201)
    const alert = await fire()
    await tick()
    expect(await stateOf(alert)).toMatchObject([{ state: 'waiting', error: 'The address answered with status 503.' }])
    app.clock.forward(61_000)
    await tick()
    await tick()
    expect(receiver.calls).toHaveLength(3)
    expect(await stateOf(alert)).toMatchObject([{ state: 'sent', error: null }])
  })

  test('waits for the end of the quiet hours, which the person sets', async () => {
    const choice = { email: true, quiet_from: 12, quiet_until: 15, digest_hour: 7 }
    app.clock.set('2025-06-03T10:30:00Z')
    owner = await aUser(app)
    await aPhone('quiet')
    expect(await app.call(api.saveAlertDelivery, { body: choice }, owner.token)).toMatchObject(choice)
    await fire({ urgency: 'attention' })
    await tick()
    expect(receiver.calls).toEqual([])
    app.clock.set('2025-06-03T13:00:00Z')
    await tick()
    expect(receiver.calls).toHaveLength(1)
    expect(receiver.calls[0]?.headers.urgency).toBe('normal')
  })

  test('can be tried; the same browser signed in by somebody else is theirs', async () => {
    const attempt = (user = owner) => app.call(api.testAlertDelivery, { body: { channel: 'push' } }, user.token)
    expect(await attempt()).toMatchObject({
      state: 'failed',
      error: 'None of your browsers accepts notifications any more.',
    })
    const { id, subscription } = await aPhone('shared')
    expect(await attempt()).toMatchObject({ state: 'sent', error: null })
    const other = await aUser(app)
    await app.call(api.createPushSubscription, { body: subscription }, other.token)
    expect(await attempt()).toMatchObject({ state: 'failed' })
    expect(await attempt(other)).toMatchObject({ state: 'sent' })
    await expect(app.call(api.deletePushSubscription, { params: { id } }, owner.token)).rejects.toMatchObject({
      status: 404,
    })
    await app.call(api.deletePushSubscription, { params: { id } }, other.token)
  })

  test('no longer reaches a browser where the person has signed out', async () => {
    const { email } = owner
    const { id } = await aPhone('left')
    await app.call(api.logout, {}, owner.token)
    owner = await signIn(app, email)
    expect(await subscriptions()).toMatchObject([{ id, signed_in: false }])
    await fire()
    await tick()
    expect(receiver.calls).toEqual([])
  })

  test('keys that nothing can be encrypted for are refused', async () => {
    const { subscription } = aReader(`${receiver.origin}/push/x`)
    const body = { ...subscription, keys: { ...subscription.keys, p256dh: 'x' } }
    await expect(app.call(api.createPushSubscription, { body }, owner.token)).rejects.toMatchObject({
      status: 422,
      errors: { keys: [expect.any(String)] },
    })
  })
})
