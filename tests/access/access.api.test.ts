import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { urlOf } from '#shared/contract/call.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { aFirstUser, aUser, signIn, type TestUser } from '../../server/testing/a-user.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'
import { RUBBISH_BODIES, RUBBISH_TEXTS, RUBBISH_VALUES, UNREADABLE } from '../rubbish.ts'
import { anOwnersFarm, type Given, SECRET } from './owned-calls.ts'
import { NEEDED_QUERY, NOTHING_OWNED } from './unowned-calls.ts'

type Name = keyof typeof api
const endpoints = Object.entries(api) as [Name, Endpoint][]
const ANY = {
  id: 1,
  key_id: 1,
  user_id: 1,
  group_id: 1,
  invitation_id: 1,
  token: 'no-such-token-of-an-invitation',
  eui: 'FFFFFFFFFFFFFFFF',
}
const WEBHOOK_SECRET = 'a-secret-of-the-network-server'
let app: TestApp
let admin: TestUser
let owner: TestUser
let stranger: TestUser
let farm: Awaited<ReturnType<typeof anOwnersFarm>>
beforeAll(async () => {
  app = await startTestApp({ environment: { WEBHOOK_SECRET } })
  admin = await aFirstUser(app)
  owner = await aUser(app)
  stranger = await aUser(app)
  farm = await anOwnersFarm(app, owner)
})
afterAll(() => app.close())

const send = async (endpoint: Endpoint, given: Given & { text?: string }, token?: string) => {
  const text = given.text ?? (given.body === undefined ? undefined : JSON.stringify(given.body))
  const [type = 'application/json'] = endpoint.bodyTypes ?? []
  return app.inject({
    method: endpoint.method,
    url: urlOf(endpoint, { params: { ...ANY, ...given.params }, query: given.query }),
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(text === undefined ? {} : { 'content-type': type }),
    },
    ...(text === undefined ? {} : { payload: text }),
  })
}
type Answer = Awaited<ReturnType<typeof send>>

/** Never ends by itself. */
const isStream = ({ file }: Endpoint): boolean => file === 'text/event-stream'

/** A failure is one of the known ones, says so in a sentence, and nothing of what is inside. */
const expectClear = (answer: Answer, what: string) => {
  expect(answer.statusCode, `${what} → ${answer.body.slice(0, 300)}`).toBeLessThan(500)
  if (answer.statusCode < 400) return
  expect(answer.json(), what).toMatchObject({
    code: expect.stringMatching(/^[a-z_]+$/),
    message: expect.stringMatching(/\.$/),
  })
  const known = ['code', 'message', 'errors']
  if (answer.raw.req.url?.startsWith('/api/prometheus/')) {
    expect(answer.json(), what).toMatchObject({
      status: 'error',
      errorType: expect.stringMatching(/^[a-z_]+$/),
      error: expect.stringMatching(/\.$/),
    })
    known.push('status', 'errorType', 'error')
  }
  expect(Object.keys(answer.json()).filter(key => !known.includes(key))).toEqual([])
  expect(answer.body, what).not.toMatch(
    /SQLITE|constraint|(?<!The Things |Chirp)stack|\.ts:\d|node_modules|select |insert /i,
  )
}

describe('[decisions §1] whoever brings no good token', () => {
  test.each(endpoints)('%s', async (_, endpoint) => {
    for (const token of [undefined, 'rubbish', owner.token.slice(1), '', "' OR 1=1 --"]) {
      if (endpoint.access === 'public') continue
      const answer = await send(endpoint, {}, token)
      expect(answer.statusCode).toBe(401)
      expect(['invalid_auth', 'invalid_token']).toContain(answer.json().code)
      expect(answer.headers['retry-after']).toBeUndefined()
    }
    if (endpoint.access === 'public') expect((await send(endpoint, {})).statusCode).not.toBe(401)
  })
})

describe('[decisions §3] a stranger', () => {
  test('is tried on every call: each has an owned object here, or is listed as having none', () => {
    const known = new Set([...Object.keys(farm.owned), ...NOTHING_OWNED])
    const guarded = endpoints.filter(([, endpoint]) => endpoint.access === 'signedIn').map(([name]) => name)
    expect(guarded.filter(name => !known.has(name))).toEqual([])
    expect([...known].filter(name => !guarded.includes(name as Name))).toEqual([])
  })

  test.each(endpoints)('%s: nothing of what another owns', async (name, endpoint) => {
    const given = farm.owned[name]
    if (given) {
      const answer = await send(endpoint, given, stranger.token)
      expect([403, 404], answer.body).toContain(answer.statusCode)
      expect(answer.body).not.toMatch(new RegExp(`${SECRET}|${owner.email}`))
    } else if (endpoint.access === 'signedIn' && endpoint.method === 'GET' && !isStream(endpoint)) {
      const answer = await send(
        endpoint,
        { query: { device_ids: farm.device.id, start: '2020-01-01T00:00:00Z', ...NEEDED_QUERY[name] } },
        stranger.token,
      )
      expect(answer.statusCode).toBe(200)
      expect(answer.body).not.toMatch(new RegExp(`${SECRET}|${owner.email}`))
    }
  })

  test('left everything of the owner as it was', async () => {
    const [location] = await app.call(api.listLocations, {}, owner.token)
    expect(location).toEqual({ ...farm.location, area: undefined })
    const placements = await app.call(api.listLocationResearch, { query: {} }, owner.token)
    expect(placements).toEqual([farm.placement])
    expect(await app.call(api.listAlerts, {}, owner.token)).toEqual([farm.alert])
    expect(await app.call(api.getLast, { query: { device_id: farm.device.id } }, owner.token)).toHaveProperty('t')
  })

  test('an object of another is answered like one that is not there', async () => {
    for (const [name, endpoint] of endpoints) {
      const given = farm.owned[name]
      if (!given?.params) continue
      const [theirs, nobodys] = [
        await send(endpoint, given, stranger.token),
        await send(endpoint, { ...given, params: numbersOfNobody(given.params) }, stranger.token),
      ]
      expect([theirs.statusCode, theirs.body], name).toEqual([nobodys.statusCode, nobodys.body])
    }
  })
})

/** The same parameters with numbers that nothing has. */
const numbersOfNobody = (params: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'number' ? 2_147_483_647 : value]),
  )

describe('[specification §6] calls that need more than a token', () => {
  const guarded = endpoints.filter(
    ([, { access }]) => !['public', 'signedIn', 'device', 'deviceOrSignedIn', 'webhook', 'metrics'].includes(access),
  )
  test.each(guarded)('%s answers an ordinary user 403', async (_, endpoint) => {
    const answer = await send(endpoint, {}, stranger.token)
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'not_allowed'])
  })
})

/** Runs `work` on all of these side by side: waiting for the answer of each took twice as long. */
const atOnce = async <One>(all: readonly One[], work: (one: One) => Promise<unknown>) => {
  await Promise.all(all.map(work))
}

describe('[decisions §1] rubbish in', () => {
  const takesInput = endpoints.filter(([, { params, query, body }]) => params ?? query ?? body)
  const isRubbishStream = (name: Name, answer: Answer) => name === 'streamLive' && answer.statusCode < 300
  /** Some calls end the session they are tried with. */
  const adminToken = async () => {
    const lasts = (await send(api.authenticate, {}, admin.token)).statusCode === 200
    if (!lasts) admin = await signIn(app, admin.email)
    return admin.token
  }
  let metricsKey = ''
  beforeAll(async () => {
    const { secret } = await app.call(api.createFeed, { body: { name: 'Metrics', kind: 'metrics' } }, owner.token)
    metricsKey = secret ?? ''
  })
  const tokenFor = async ({ access }: Endpoint) => {
    if (access !== 'metrics') return tokenOf(access)
    // Readings of one link are counted by the minute.
    app.clock.forward(MINUTE_MS)
    return metricsKey
  }
  const tokenOf = async (access: Endpoint['access']) =>
    access === 'device'
      ? farm.device.key
      : access === 'webhook'
        ? WEBHOOK_SECRET
        : access === 'public'
          ? undefined
          : adminToken()

  test.each(takesInput)('%s: parameters', async (name, endpoint) => {
    const token = await tokenFor(endpoint)
    const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, one]) => one ?? '')
    for (const parameter of names)
      await atOnce([...RUBBISH_TEXTS, '2147483648', '9007199254740993', '0', '-1', '1.5', '1e3'], async text =>
        expectClear(
          await send(endpoint, { ...farm.owned[name], body: {}, params: { [parameter]: text } }, token),
          `${parameter}=${text}`,
        ),
      )
    const query = (endpoint.query as { shape?: object } | undefined)?.shape ?? {}
    for (const key of [...Object.keys(query), 'constructor', '__proto__'])
      await atOnce(RUBBISH_TEXTS, async text => {
        const answer = await send(endpoint, { params: { id: 2_147_483_647 }, query: { [key]: text } }, token)
        expect(isRubbishStream(name, answer)).toBe(false)
        expectClear(answer, `${key}=${text}`)
      })
  })

  test.each(takesInput.filter(([, { body }]) => body))('%s: body', async (name, endpoint) => {
    const token = await tokenFor(endpoint)
    const params = { params: { id: 2_147_483_647 } }
    await atOnce(RUBBISH_BODIES, async text =>
      expectClear(await send(endpoint, { ...params, text }, token), text.slice(0, 80)),
    )
    const good = farm.owned[name]?.body ?? {}
    const shape = (endpoint.body as { shape?: object } | undefined)?.shape ?? {}
    for (const field of new Set([...Object.keys(shape), ...Object.keys(good)]))
      await atOnce(RUBBISH_VALUES, async value =>
        expectClear(
          await send(endpoint, { ...params, body: { ...good, [field]: value } }, token),
          `${field}=${JSON.stringify(value)?.slice(0, 80)}`,
        ),
      )
  })

  test.each(takesInput.filter(([, { body }]) => body))('%s: any JSON at all', async (_, endpoint) => {
    const token = await tokenFor(endpoint)
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 3 }), async text =>
        expectClear(await send(endpoint, { text }, token), text),
      ),
      { numRuns: 30 },
    )
  })

  const withBody = takesInput.filter(([, { body }]) => body)
  test.each(withBody)('%s: encodings nobody can read', async (_, endpoint) => {
    const token = await tokenFor(endpoint)
    const [type = 'application/json'] = endpoint.bodyTypes ?? []
    await atOnce(UNREADABLE, async ([headers, payload]) => {
      const answer = await app.inject({
        method: endpoint.method,
        url: urlOf(endpoint, { params: { ...ANY, id: 2_147_483_647 } }),
        headers: { 'content-type': type, ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
        payload,
      })
      expectClear(answer, JSON.stringify(headers))
    })
  })

  test.each(endpoints)('%s: an address and headers of any length', async (_, endpoint) => {
    const url = urlOf(endpoint, { params: { ...ANY, id: 'x'.repeat(5000) }, query: { x: 'y'.repeat(20_000) } })
    const languages = ['\u0000', 'de;q=NaN', '*', ','.repeat(5000), 'de-'.repeat(3000)]
    await atOnce(languages, async language => {
      const headers = { 'accept-language': language, authorization: 'Bearer '.padEnd(8000, 'x') }
      expectClear(await app.inject({ method: endpoint.method, url, headers }), language.slice(0, 20))
    })
  })
})
