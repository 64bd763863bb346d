import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { announce, type News } from '../server/alerts/announce.ts'
import { tellByPush } from '../server/alerts/delivery/by-push.ts'
import { tellByWebhook } from '../server/alerts/delivery/by-webhook.ts'
import { deliveriesOf } from '../server/alerts/delivery/deliveries.ts'
import { forgetEndedSubscriptions } from '../server/alerts/delivery/subscriptions.ts'
import { aReader } from '../server/testing/a-browser.ts'
import { aDevice } from '../server/testing/a-device.ts'
import { aUser, signIn, type TestUser } from '../server/testing/a-user.ts'
import { anAlertRow, aRuleRow } from '../server/testing/an-alert.ts'
import { startTestApp, type TestApp } from '../server/testing/start-test-app.ts'
import { api } from '../shared/contract/index.ts'

const HOUR = 3_600_000

/** Stands in for what others run: a webhook's receiver, a push service. */
const aReceiver = async () => {
  const calls: { path: string; headers: Record<string, unknown>; body: Buffer }[] = []
  const statuses: number[] = []
  const server = createServer(async (request, answer) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    calls.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
    answer.writeHead(statuses.shift() ?? 201, { location: '/elsewhere' }).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    /** How the next calls are answered. */
    answerWith: (...next: number[]) => void statuses.push(...next),
    stop: () => new Promise(resolve => server.close(resolve)),
  }
}

let receiver: Awaited<ReturnType<typeof aReceiver>>
let app: TestApp
let owner: TestUser
beforeAll(async () => {
  receiver = await aReceiver()
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
  app.world.db.transaction().execute(trx => announce(trx, [{ alert_id, event, at: app.clock.iso() }]))

const fire = async (changes: object = {}) => {
  const device = await aDevice(app, owner)
  const rule = await aRuleRow(app, owner, { alert_via_email: 0 })
  const alert = await anAlertRow(app, device, { alert_rule_id: rule, ...changes })
  await say(alert, 'fired')
  return alert
}

const stateOf = async (alert: number) => (await deliveriesOf(app.world.db, [alert])).get(alert) ?? []

describe('a webhook', () => {
  const aWebhook = () => app.call(api.saveWebhook, { body: { url: `${receiver.origin}/hook` } }, owner.token)
  /** As two processes do that wake up at the same time. */
  const tick = () => Promise.all([tellByWebhook(app.world), tellByWebhook(app.world)])

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
      { state: 'waiting', error: 'The other side answered with status 500.' },
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
      await tellByWebhook(app.world)
      if ((await stateOf(never))[0]?.state === 'failed') break
      app.clock.forward(HOUR)
    }
    expect(await stateOf(never)).toMatchObject([{ state: 'failed', error: 'The other side answered with status 302.' }])
    expect(app.clock.now() - began).toBeGreaterThanOrEqual(24 * HOUR)
    expect(receiver.calls.some(({ path }) => path === '/elsewhere')).toBe(false)
  })

  test('reaches nothing inside unless the installation allows it', async () => {
    await aWebhook()
    app.world.environment.ALLOW_PRIVATE_ADDRESSES = false
    expect(await app.call(api.testAlertDelivery, { body: { channel: 'webhook' } }, owner.token)).toEqual({
      channel: 'webhook',
      state: 'failed',
      error: 'The address is not on the public internet.',
    })
    await expect(
      app.call(api.createPushSubscription, { body: aReader(receiver.origin).subscription }, owner.token),
    ).rejects.toMatchObject({ status: 422, errors: { endpoint: [expect.any(String)] } })
    app.world.environment.ALLOW_PRIVATE_ADDRESSES = true
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
    expect(await attempt()).toMatchObject({ state: 'failed', error: 'There is no webhook any more.' })
    await aWebhook()
    expect(await attempt()).toMatchObject({ state: 'sent', error: null })
    receiver.answerWith(404)
    expect(await attempt()).toMatchObject({ state: 'failed', error: 'The other side answered with status 404.' })
    await app.call(api.deleteWebhook, {}, owner.token)
    await fire()
    await tick()
    expect(receiver.calls).toHaveLength(2)
  })
})

describe('a push', () => {
  const tick = () => Promise.all([tellByPush(app.world), tellByPush(app.world)])
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

  test('to a browser that is gone ends its subscription, which is shown for a month; the others hear of it', async () => {
    const [gone, phone] = [await aPhone('gone'), await aPhone('phone-2')]
    receiver.answerWith(410, 201)
    const first = await fire()
    await tellByPush(app.world)
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
      { state: 'failed', error: 'No browser is left that takes notifications.' },
    ])
    app.clock.forward(31 * 24 * HOUR)
    await forgetEndedSubscriptions(app.world)
    expect(await subscriptions()).toEqual([])
  })

  test('that a service cannot take now is tried again there alone', async () => {
    await aPhone('busy')
    await aPhone('free')
    receiver.answerWith(503, 201)
    const alert = await fire()
    await tick()
    expect(await stateOf(alert)).toMatchObject([
      { state: 'waiting', error: 'The other side answered with status 503.' },
    ])
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
    expect(await attempt()).toMatchObject({ state: 'failed', error: 'No browser is left that takes notifications.' })
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

describe('how somebody is told', () => {
  test('is by mail and quiet at night until it is chosen otherwise', async () => {
    expect(await app.call(api.getAlertDelivery, {}, owner.token)).toEqual({
      email: true,
      quiet_from: 22,
      quiet_until: 6,
      digest_hour: 7,
      webhook_url: null,
      push_subscriptions: [],
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
