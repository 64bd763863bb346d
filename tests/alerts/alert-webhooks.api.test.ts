import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { notifyByWebhook } from '../../server/alerts/delivery/by-webhook.ts'
import { deliveriesOf } from '../../server/alerts/delivery/deliveries.ts'
import { pingAlarm } from '../../server/alerts/escalation/ping.ts'
import { announce, type News } from '../../server/alerts/evaluation/announce.ts'
import { evaluateMinute } from '../../server/alerts/evaluation/minute.ts'
import { noteListening } from '../../server/alerts/listening.ts'
import { sendAllDue } from '../../server/notifications/outbox/outbox.ts'
import { aReader } from '../../server/testing/a-browser.ts'
import { aDevice } from '../../server/testing/a-device.ts'
import { aUser, type TestUser } from '../../server/testing/a-user.ts'
import { anAlertRow, aRuleRow } from '../../server/testing/an-alert.ts'
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

describe('a webhook', () => {
  const aWebhook = () => app.call(api.saveWebhook, { body: { url: `${receiver.origin}/hook` } }, owner.token)
  /** Sends as two processes do that wake up at the same time. */
  const tick = async () => {
    await Promise.all([notifyByWebhook(app.services), notifyByWebhook(app.services)])
    await Promise.all([sendAllDue(app.services), sendAllDue(app.services)])
  }

  test('stands in the audit log once it is set and once it is taken away, by its host; no program sets one', async () => {
    await aWebhook()
    for (let twice = 0; twice < 2; twice++) await app.call(api.deleteWebhook, {}, owner.token)
    const entries = await app.call(api.listAudit, { query: {} }, owner.token)
    expect(entries.slice(0, 2).map(({ action }) => action)).toEqual(['alert_webhook_removed', 'alert_webhook_set'])
    const { token } = await app.call(api.createToken, { body: { name: 'A program', scopes: ['manage'] } }, owner.token)
    const taken = app.call(api.saveWebhook, { body: { url: `${receiver.origin}/theirs` } }, token)
    await expect(taken).rejects.toMatchObject({ status: 403 })
  })

  test('is called once with what happened, signed with the secret that was shown once', async () => {
    const { secret } = await aWebhook()
    const alert = await fire({ checks: '["Fans"]' })
    await tick()
    await tick()
    expect(receiver.calls).toHaveLength(1)
    const [{ path, headers, body }] = receiver.calls as [(typeof receiver.calls)[0]]
    expect(path).toBe('/hook')
    const [, t = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-barnometer-signature'])) ?? []
    expect(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')).toBe(v1)
    expect(Number(t)).toBe(Math.floor(app.clock.now() / 1000))
    expect(JSON.parse(body.toString())).toMatchObject({
      event: 'fired',
      text: 'NH3 24.6\u202Fppm: Barn 1, De Linde',
      url: `http://barnometer.test/alerts?alert=${alert}`,
      alert: { id: alert, last_value: 24.6, threshold_value: 20, unit: 'ppm', checks: ['Fans'] },
    })
    expect(await stateOf(alert)).toMatchObject([{ channel: 'webhook', event: 'fired', state: 'sent', error: null }])
    expect(JSON.stringify(await app.call(api.getAlertDelivery, {}, owner.token))).not.toContain(secret)
    expect(app.logged()).not.toContain(secret)
  })

  test('that fails is tried again in the order of what happened, for a day; then it has failed and says why', async () => {
    await aWebhook()
    receiver.answerWith(500)
    const alert = await fire()
    await tick()
    await say(alert, 'resolved')
    await tick()
    expect(await stateOf(alert)).toMatchObject([
      { state: 'waiting', error: 'The address answered with status 500.' },
      {},
    ])
    app.clock.forward(61_000)
    await tick()
    const events = receiver.calls.map(({ body }) => JSON.parse(body.toString()))
    expect(events.at(-1)).toMatchObject({ event: 'resolved' })
    expect(new Set(events.filter(({ event }) => event === 'fired').map(({ id }) => id)).size).toBe(1)
    expect(await stateOf(alert)).toMatchObject([{ state: 'sent' }, { state: 'sent' }])

    const never = await fire()
    const began = app.clock.now()
    for (let tries = 0; tries < 40; tries++) {
      receiver.answerWith(302)
      await tick()
      if ((await stateOf(never))[0]?.state === 'failed') break
      app.clock.forward(HOUR_MS)
    }
    expect(await stateOf(never)).toMatchObject([
      { state: 'failed', error: 'The address answered with status 302.' },
      { channel: 'email' },
    ])
    expect(app.clock.now() - began).toBeGreaterThanOrEqual(24 * HOUR_MS)
    expect(receiver.calls.some(({ path }) => path === '/elsewhere')).toBe(false)
  })

  test('reaches nothing inside unless the installation allows it', async () => {
    await aWebhook()
    app.services.environment.ALLOW_PRIVATE_ADDRESSES = false
    expect(await app.call(api.testAlertDelivery, { body: { channel: 'webhook' } }, owner.token)).toEqual({
      channel: 'webhook',
      state: 'failed',
      error: 'The address is not on the public internet.',
    })
    await expect(
      app.call(api.createPushSubscription, { body: aReader(receiver.origin).subscription }, owner.token),
    ).rejects.toMatchObject({ status: 422, errors: { endpoint: [expect.any(String)] } })
    app.services.environment.ALLOW_PRIVATE_ADDRESSES = true
    expect(receiver.calls).toEqual([])
  })

  test.each(['file:///etc/passwd', 'ftp://x.example/', 'javascript:alert(1)', 'not an address', ''])(
    'is no %s',
    async url => {
      await expect(app.call(api.saveWebhook, { body: { url } }, owner.token)).rejects.toMatchObject({ status: 422 })
    },
  )

  test('can be tried, and taken back', async () => {
    const attempt = () => app.call(api.testAlertDelivery, { body: { channel: 'webhook' } }, owner.token)
    expect(await attempt()).toMatchObject({ state: 'failed', error: 'The webhook no longer exists.' })
    await aWebhook()
    expect(await attempt()).toMatchObject({ state: 'sent', error: null })
    receiver.answerWith(404)
    expect(await attempt()).toMatchObject({ state: 'failed', error: 'The address answered with status 404.' })
    await app.call(api.deleteWebhook, {}, owner.token)
    await fire()
    await tick()
    expect(receiver.calls).toHaveLength(2)
  })
})

describe('how somebody is told', () => {
  test('is by mail and quiet at night until it is chosen otherwise', async () => {
    expect(await app.call(api.getAlertDelivery, {}, owner.token)).toEqual({
      email: true,
      quiet_from: 22,
      quiet_until: 6,
      digest_hour: 7,
      webhook_url: null,
      watched_at: null,
      push_subscriptions: [],
      contact_points: [],
      paid_messages: { used: 0, most: 50 },
    })
  })

  test.each([
    { quiet_from: 22, quiet_until: null },
    { quiet_from: 24 },
    { digest_hour: -1 },
    { digest_hour: 7.5 },
    { email: 'yes' },
  ])('%j is refused', async wrong => {
    const body = { email: true, quiet_from: 22, quiet_until: 6, digest_hour: 7, ...wrong } as never
    await expect(app.call(api.saveAlertDelivery, { body }, owner.token)).rejects.toMatchObject({ status: 422 })
  })

  test('a mail that is tried without a mail server has not arrived, and that is said', async () => {
    expect(await app.call(api.testAlertDelivery, { body: { channel: 'email' } }, owner.token)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('no mail server'),
    })
  })
})

describe('the watch', () => {
  test('is heard of outside each minute in which alerts are evaluated and messages can be taken, and not else', async () => {
    app.services.environment.ALARM_PING_URL = `${receiver.origin}/ping`
    await pingAlarm(app.services)
    expect(receiver.calls).toEqual([])
    await evaluateMinute(app.services)
    await pingAlarm(app.services)
    expect(receiver.calls).toEqual([])
    await noteListening(app.services, () => false)
    await pingAlarm(app.services)
    expect(receiver.calls.map(({ path }) => path)).toEqual(['/ping'])
    const { watched_at } = await app.call(api.getAlertDelivery, {}, owner.token)
    expect(app.clock.now() - Date.parse(watched_at ?? '')).toBeLessThanOrEqual(60_000)
    app.clock.forward(10 * 60_000)
    await pingAlarm(app.services)
    expect(receiver.calls).toHaveLength(1)
    receiver.answerWith(500)
    await noteListening(app.services, () => false)
    await evaluateMinute(app.services)
    await pingAlarm(app.services)
    expect(app.logged()).toContain('the alarm ping was not taken')
  })
})
