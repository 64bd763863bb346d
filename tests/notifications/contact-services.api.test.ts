import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { CONTACT_SERVICE_KEYS, type ContactServiceKey } from '#shared/rules/alerts/contact-services.ts'
import { aUser, type TestUser } from '../../server/testing/a-user.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'
import { type Receiver, startReceiver } from '../servers/receiver.ts'

let service: Receiver
let app: TestApp
let reader: TestUser
beforeAll(async () => {
  service = await startReceiver()
  app = await startTestApp({ environment: { ALLOW_PRIVATE_ADDRESSES: 'true', QUOTA_PAID_MESSAGES: '1000' } })
  app.services.publicUrl = () => 'https://barn.example'
})
afterAll(async () => {
  await app.close()
  await service.stop()
})
beforeEach(async () => {
  reader = await aUser(app)
  service.forget()
})

const ACCOUNT = `AC${'0123456789abcdef'.repeat(2)}`
const TELEGRAM = '123456789:AAF-token_of_a_bot_0123456789abcde'
const [FROM, TO] = ['+49 170 1111111', '0049 (0)170 2222222']
const LINK = 'https://barn.example/profile/alerts'
const SMS = `This is a test. This is how alerts will reach you on this device. Nothing is wrong. ${LINK}`
const SPOKEN = 'Barnometer. This is a test. This is how alerts will reach you on this device. Nothing is wrong.'
const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

interface Published {
  settings: Record<string, string>
  /** Answer that means yes. */
  yes: { status: number; body?: unknown }
  method: string
  path: string
  headers: Record<string, string>
  /** Body as JSON, or as the fields of a form. */
  body: unknown
  /** Answers that mean no, and the sentence they become. */
  no: [{ status: number; body?: unknown }, RegExp][]
}

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const TOKEN = /token or key is wrong/
const RECIPIENT = /recipient does not exist/
const SENDER = /sender is not one/
const CREDIT = /your credit with this service is used up/
const ALLOWED = /does not allow this/
const BUSY = /accepting nothing right now/
const ADDRESS = /no such service at this address/

const twilio = { account: ACCOUNT, token: 'twilio-secret', from: FROM, to: TO }
const twilioError = (status: number, code: number) => ({ status, body: { code, message: 'x', more_info: 'x', status } })
const TWILIO_NO: Published['no'] = [
  [twilioError(401, 20003), TOKEN],
  [twilioError(400, 21211), RECIPIENT],
  [twilioError(400, 21606), SENDER],
  [twilioError(400, 21408), ALLOWED],
  [twilioError(429, 20429), BUSY],
  [{ status: 503 }, /status 503/],
]
const sevenYes = {
  status: 200,
  body: { success: '100', total_price: 0.07, balance: 3.218, messages: [{ success: true }] },
}
const SEVEN_NO: Published['no'] = [
  [{ status: 200, body: { success: '900' } }, TOKEN],
  [{ status: 200, body: 900 }, TOKEN],
  [{ status: 401, body: { success: '900' } }, TOKEN],
  [{ status: 200, body: { success: '202' } }, RECIPIENT],
  [{ status: 200, body: { success: '201' } }, SENDER],
  [{ status: 200, body: { success: '500' } }, CREDIT],
  [{ status: 200, body: { success: '600' } }, /answered with status 200/],
  [{ status: 200, body: '<html>' }, ADDRESS],
]

/** Requests and answers as the services publish them. */
const PUBLISHED: Record<ContactServiceKey, Published> = {
  ntfy: {
    settings: { topic: 'barn-7f3a', token: 'tk_secret' },
    yes: { status: 200, body: { id: 'x', event: 'message' } },
    method: 'POST',
    path: '/',
    headers: { ...json, authorization: 'Bearer tk_secret' },
    body: {
      topic: 'barn-7f3a',
      title: 'This is a test',
      message: 'This is how alerts will reach you on this device. Nothing is wrong.',
      priority: 4,
      tags: ['warning'],
      click: LINK,
    },
    no: [
      [{ status: 401, body: { code: 40101, http: 401, error: 'unauthorized' } }, TOKEN],
      [{ status: 403, body: { code: 40301, http: 403, error: 'forbidden' } }, ALLOWED],
      [{ status: 404, body: { code: 40401, http: 404, error: 'page not found' } }, ADDRESS],
      [{ status: 429, body: { code: 42901, http: 429, error: 'limit reached' } }, BUSY],
    ],
  },
  telegram: {
    settings: { token: TELEGRAM, chat: '-1001234' },
    yes: { status: 200, body: { ok: true, result: { message_id: 1 } } },
    method: 'POST',
    path: `/bot${TELEGRAM}/sendMessage`,
    headers: json,
    body: {
      chat_id: '-1001234',
      text: `This is a test\n\nThis is how alerts will reach you on this device. Nothing is wrong.\n\n${LINK}`,
      link_preview_options: { is_disabled: true },
      disable_notification: false,
    },
    no: [
      [{ status: 401, body: { ok: false, error_code: 401, description: 'Unauthorized' } }, TOKEN],
      [{ status: 404, body: { ok: false, error_code: 404, description: 'Not Found' } }, TOKEN],
      [{ status: 400, body: { ok: false, error_code: 400, description: 'Bad Request: chat not found' } }, RECIPIENT],
      [{ status: 403, body: { ok: false, description: 'Forbidden: bot was blocked by the user' } }, ALLOWED],
      [{ status: 429, body: { ok: false, error_code: 429, parameters: { retry_after: 30 } } }, BUSY],
    ],
  },
  matrix: {
    settings: { token: 'syt_secret', room: '!abc:farm.example' },
    yes: { status: 200, body: { event_id: '$x' } },
    method: 'PUT',
    path: expect.stringMatching(
      /^\/_matrix\/client\/v3\/rooms\/!abc%3Afarm\.example\/send\/m\.room\.message\/barnometer-[\w-]+$/,
    ) as unknown as string,
    headers: { ...json, authorization: 'Bearer syt_secret' },
    body: {
      msgtype: 'm.text',
      body: `This is a test\n\nThis is how alerts will reach you on this device. Nothing is wrong.\n\n${LINK}`,
    },
    no: [],
  },
  signal: {
    settings: { from: FROM, to: `${TO}, +491703333333`, user: 'barn', password: 'geheim wort' },
    yes: { status: 201, body: { timestamp: '1' } },
    method: 'POST',
    path: '/v2/send',
    headers: { ...json, authorization: basic('barn', 'geheim wort') },
    body: {
      message: `This is a test\n\nThis is how alerts will reach you on this device. Nothing is wrong.\n\n${LINK}`,
      number: '+491701111111',
      recipients: ['+491702222222', '+491703333333'],
    },
    no: [
      [{ status: 400, body: { error: 'Specified account does not exist' } }, SENDER],
      [{ status: 400, body: { error: 'Unregistered user "+491702222222"' } }, RECIPIENT],
      [{ status: 400, body: { error: 'Failed to send message: connection timed out' } }, BUSY],
      [{ status: 401 }, TOKEN],
    ],
  },
  twilio_sms: {
    settings: twilio,
    yes: { status: 201, body: { sid: 'SM1', status: 'queued' } },
    method: 'POST',
    path: `/2010-04-01/Accounts/${ACCOUNT}/Messages.json`,
    headers: { ...form, authorization: basic(ACCOUNT, 'twilio-secret') },
    body: { From: '+491701111111', To: '+491702222222', Body: SMS },
    no: TWILIO_NO,
  },
  twilio_voice: {
    settings: twilio,
    yes: { status: 201, body: { sid: 'CA1', status: 'queued' } },
    method: 'POST',
    path: `/2010-04-01/Accounts/${ACCOUNT}/Calls.json`,
    headers: { ...form, authorization: basic(ACCOUNT, 'twilio-secret') },
    body: {
      From: '+491701111111',
      To: '+491702222222',
      Twiml: `<Response><Pause length="1"/><Say language="en-GB" loop="3">${SPOKEN}</Say></Response>`,
    },
    no: TWILIO_NO,
  },
  vonage_sms: {
    settings: { key: 'abcd1234', token: 'vonage-secret', from: 'Barn', to: TO },
    yes: { status: 200, body: { 'message-count': '1', messages: [{ status: '0' }] } },
    method: 'POST',
    path: '/sms/json',
    headers: form,
    body: {
      api_key: 'abcd1234',
      api_secret: 'vonage-secret',
      from: 'Barn',
      to: '491702222222',
      text: SMS,
      type: 'text',
    },
    no: [
      [{ status: 200, body: { messages: [{ status: '4', 'error-text': 'Bad Credentials' }] } }, TOKEN],
      [{ status: 200, body: { messages: [{ status: '9', 'error-text': 'Partner quota exceeded' }] } }, CREDIT],
      [{ status: 200, body: { messages: [{ status: '29' }] } }, RECIPIENT],
      [{ status: 200, body: { messages: [{ status: '15' }] } }, SENDER],
      [{ status: 200, body: { messages: [{ status: '1' }] } }, BUSY],
      [{ status: 200, body: 'hello' }, ADDRESS],
    ],
  },
  messagebird_sms: {
    settings: { token: 'bird-secret', from: 'Barn', to: TO },
    yes: { status: 201, body: { id: 'x' } },
    method: 'POST',
    path: '/messages',
    headers: { ...json, authorization: 'AccessKey bird-secret' },
    body: { originator: 'Barn', recipients: ['491702222222'], body: SMS, datacoding: 'auto' },
    no: [
      [
        { status: 401, body: { errors: [{ code: 2, description: 'Request not allowed', parameter: 'access_key' }] } },
        TOKEN,
      ],
      [
        { status: 422, body: { errors: [{ code: 9, description: 'no recipients', parameter: 'recipients' }] } },
        RECIPIENT,
      ],
      [{ status: 422, body: { errors: [{ code: 10, description: 'invalid', parameter: 'originator' }] } }, SENDER],
      [{ status: 402, body: { errors: [{ code: 25, description: 'Not enough balance' }] } }, CREDIT],
    ],
  },
  seven_sms: {
    settings: { token: 'seven-secret', from: 'Barn', to: TO },
    yes: sevenYes,
    method: 'POST',
    path: '/api/sms',
    headers: { ...json, 'x-api-key': 'seven-secret' },
    body: { to: '+491702222222', text: SMS, from: 'Barn' },
    no: SEVEN_NO,
  },
  seven_voice: {
    settings: { token: 'seven-secret', to: TO },
    yes: sevenYes,
    method: 'POST',
    path: '/api/voice',
    headers: { ...json, 'x-api-key': 'seven-secret' },
    body: { to: '+491702222222', text: SPOKEN },
    no: SEVEN_NO,
  },
  sipgate_sms: {
    settings: { user: 'token-AB12CD', token: 'sipgate-secret', extension: 's0', to: TO },
    yes: { status: 204 },
    method: 'POST',
    path: '/v2/sessions/sms',
    headers: { ...json, authorization: basic('token-AB12CD', 'sipgate-secret') },
    body: { smsId: 's0', recipient: '+491702222222', message: SMS },
    no: [
      [{ status: 401 }, TOKEN],
      [{ status: 402 }, CREDIT],
      [{ status: 403 }, ALLOWED],
    ],
  },
  other: {
    settings: {
      method: 'POST',
      format: 'json',
      body: '{"to": ["{to}"], "text": "{text}", "level": "{urgency}"}',
      headers: 'Authorization: Key {secret}\nX-To: {to}',
      to: 'Jan "de boer"\\',
      secret: 'own-secret',
    },
    yes: { status: 202 },
    method: 'POST',
    path: '/send?to=Jan%20%22de%20boer%22%5C',
    headers: { ...json, authorization: 'Key own-secret', 'x-to': 'Jan "de boer"\\' },
    body: { to: ['Jan "de boer"\\'], text: SMS, level: 'normal' },
    no: [
      [{ status: 401 }, TOKEN],
      [{ status: 302 }, /leads elsewhere/],
      [{ status: 422 }, /does not accept these settings/],
    ],
  },
}

const M = (errcode: string, more: object = {}) => ({ errcode, error: 'x', ...more })
PUBLISHED.matrix.no = [
  [{ status: 401, body: M('M_UNKNOWN_TOKEN') }, TOKEN],
  [{ status: 403, body: M('M_FORBIDDEN') }, ALLOWED],
  [{ status: 429, body: M('M_LIMIT_EXCEEDED', { retry_after_ms: 2000 }) }, BUSY],
  [{ status: 404 }, ADDRESS],
]

const settingsOf = (key: ContactServiceKey): Record<string, string> => ({
  ...PUBLISHED[key].settings,
  ...(key === 'other' ? { url: `${service.origin}/send?to={to}` } : { server: `${service.origin}/` }),
})

const aContactPoint = (key: ContactServiceKey) =>
  app.call(
    api.createContactPoint,
    { body: { service: key, name: 'Mine', only_act_now: false, settings: settingsOf(key) } },
    reader.token,
  )

const bodyOf = ({ headers, body }: Receiver['calls'][number]): unknown =>
  headers['content-type'] === 'application/json'
    ? JSON.parse(body.toString())
    : Object.fromEntries(new URLSearchParams(body.toString()))

describe.each(CONTACT_SERVICE_KEYS)('%s', key => {
  const published = PUBLISHED[key]

  test('is called as it is published, and told that it has taken the message', async () => {
    const { id } = await aContactPoint(key)
    service.answerWith(published.yes)
    expect(await app.call(api.testContactPoint, { params: { id } }, reader.token)).toEqual({
      state: 'sent',
      error: null,
    })
    expect(service.calls).toHaveLength(1)
    const [call] = service.calls as [Receiver['calls'][number]]
    expect({ method: call.method, path: call.path }).toEqual({ method: published.method, path: published.path })
    expect(call.headers).toMatchObject(published.headers)
    expect(bodyOf(call)).toEqual(published.body)
  })

  test('says why it did not take one', async () => {
    expect(published.no.length).toBeGreaterThan(2)
    const { id } = await aContactPoint(key)
    for (const [answer, sentence] of published.no) {
      service.answerWith(answer)
      const tried = await app.call(api.testContactPoint, { params: { id } }, reader.token)
      expect(tried, JSON.stringify(answer)).toEqual({ state: 'failed', error: expect.stringMatching(sentence) })
    }
  })

  test('keeps its secrets to itself', async () => {
    const point = await aContactPoint(key)
    expect(point.secrets).toHaveLength(1)
    const secrets = point.secrets.map(name => published.settings[name] ?? '')
    service.answerWith({ status: 400, body: { error: secrets } })
    const tried = await app.call(api.testContactPoint, { params: { id: point.id } }, reader.token)
    const shown = await app.call(api.getAlertDelivery, {}, reader.token)
    const kept = await app.services.db.selectFrom('contact_points').selectAll().where('id', '=', point.id).execute()
    const noted = await app.services.db.selectFrom('audit_entries').selectAll().execute()
    for (const secret of secrets) {
      expect(JSON.stringify([point, tried, shown, kept, noted])).not.toContain(secret)
      expect(app.logged()).not.toContain(secret)
    }
  })
})
