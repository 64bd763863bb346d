import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { urlOf } from '#shared/contract/call.ts'
import { type Endpoint, scopeOf } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import { SCOPES, type Scope } from '#shared/rules/accounts/scopes.ts'
import { aFirstUser, aUser, type TestUser } from '../../server/testing/a-user.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'
import { anOwnersFarm, type Given, SECRET } from './owned-calls.ts'
import { NEEDED_QUERY } from './unowned-calls.ts'

type Name = keyof typeof api
const endpoints = Object.entries(api) as [Name, Endpoint][]

/** Calls that an access token opens although they are no GET, and those it never opens. All else follows from the method. */
const OPENED: Partial<Record<Name, Scope | 'session'>> = {
  // These calls work something out and change nothing.
  authenticate: 'read',
  backtestAlertRule: 'read',
  reachOfAlertRule: 'read',
  previewCalibration: 'read',
  previewSideBySide: 'read',
  createManual: 'write',
  updateManual: 'write',
  deleteManual: 'write',
  createImport: 'write',
  previewImport: 'write',
  commitImport: 'write',
  undoImport: 'write',
  sendPhoto: 'write',
  previewConsent: 'read',
  previewSnapshot: 'read',
  createSnapshotLink: 'read',
  openBoard: 'session',
  listSessions: 'session',
  endSession: 'session',
  endOtherSessions: 'session',
  logout: 'session',
  updateUser: 'session',
  deleteUser: 'session',
  beginOneTimeCodes: 'session',
  confirmOneTimeCodes: 'session',
  endOneTimeCodes: 'session',
  listPasskeys: 'session',
  beginPasskey: 'session',
  addPasskey: 'session',
  deletePasskey: 'session',
  getReauthentication: 'session',
  beginPasskeyReauthentication: 'session',
  reauthenticateByPasskey: 'session',
  beginOidcReauthentication: 'session',
  beginLink: 'session',
  listLinkedSignIns: 'session',
  deleteLinkedSignIn: 'session',
  listDataCopies: 'session',
  createDataCopy: 'session',
  deleteDataCopy: 'session',
  getDataCopyFile: 'session',
  saveRepository: 'session',
  deleteRepository: 'session',
  listFeeds: 'session',
  createFeed: 'session',
  deleteFeed: 'session',
  listTokens: 'session',
  createToken: 'session',
  deleteToken: 'session',
  listAudit: 'session',
  exportAudit: 'session',
  // A browser that is signed in renders and is told by push.
  renderScreen: 'session',
  createPushSubscription: 'session',
  // A token that was stolen must not send what its owner is told to somebody else.
  createContactPoint: 'session',
  updateContactPoint: 'session',
  saveWebhook: 'session',
}

const expected = ([name, { access, method }]: [Name, Endpoint]): Scope | 'session' | null => {
  if (['public', 'device', 'webhook', 'metrics'].includes(access)) return null
  if (access === 'admin') return 'session'
  return OPENED[name] ?? (method === 'GET' ? 'read' : 'manage')
}

let app: TestApp
let admin: TestUser
let owner: TestUser
let farm: Awaited<ReturnType<typeof anOwnersFarm>>
const tokens = new Map<Scope, string>()
const tokenOf = async (user: TestUser, scopes: readonly Scope[]): Promise<string> =>
  (await app.call(api.createToken, { body: { name: `${SECRET} program`, scopes: [...scopes] } }, user.token)).token
beforeAll(async () => {
  app = await startTestApp()
  admin = await aFirstUser(app)
  owner = await aUser(app)
  farm = await anOwnersFarm(app, owner)
  for (const scope of SCOPES) tokens.set(scope, await tokenOf(owner, [scope]))
})
afterAll(() => app.close())

const send = (endpoint: Endpoint, given: Given, token: string) => {
  const [type = 'application/json'] = endpoint.bodyTypes ?? []
  return app.inject({
    method: endpoint.method,
    url: urlOf(endpoint, {
      params: { id: 1, key_id: 1, eui: 'FFFFFFFFFFFFFFFF', ...given.params },
      query: given.query,
    }),
    headers: { authorization: `Bearer ${token}`, ...(given.body ? { 'content-type': type } : {}) },
    ...(given.body ? { payload: JSON.stringify(given.body) } : {}),
  })
}

test('each call says which scope opens it; one that changes something needs “manage” until it is named here', () => {
  expect(Object.fromEntries(endpoints.map(([name, endpoint]) => [name, scopeOf(endpoint)]))).toEqual(
    Object.fromEntries(endpoints.map(one => [one[0], expected(one)])),
  )
})

describe.each(SCOPES)('a token with “%s” alone', scope => {
  const closed = endpoints.filter(one => expected(one) !== null && expected(one) !== scope)
  test.each(closed)('is refused %s, which names what is missing', async (name, endpoint) => {
    const answer = await send(endpoint, farm.owned[name] ?? {}, tokens.get(scope) ?? '')
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'scope_missing'])
    const missing = expected([name, endpoint])
    expect(answer.json().message).toContain(missing === 'session' ? 'Access tokens' : `“${missing}”`)
  })
})

describe('a token with “read”', () => {
  const read = endpoints.filter(one => expected(one) === 'read' && one[1].access === 'signedIn')
  test.each(read.filter(([, { file }]) => file !== 'text/event-stream'))('reads %s as its owner does', async name => {
    const given = farm.owned[name] ?? { query: { device_ids: farm.device.id, ...NEEDED_QUERY[name] } }
    const [byToken, bySession] = [
      await send(api[name], given, tokens.get('read') ?? ''),
      await send(api[name], given, owner.token),
    ]
    expect(byToken.statusCode).toBe(bySession.statusCode)
    expect([401, 403, 404]).not.toContain(byToken.statusCode)
  })
})

describe('[decisions §3] what a token sees', () => {
  test.each(endpoints)('%s: of another nothing, also with every scope', async (name, endpoint) => {
    const given = farm.owned[name]
    if (!given || expected([name, endpoint]) === 'session') return
    const token = await strangersToken()
    const answer = await send(endpoint, given, token)
    expect([403, 404], answer.body).toContain(answer.statusCode)
    expect(answer.body).not.toMatch(new RegExp(`${SECRET}|${owner.email}`))
  })

  test('an administrator’s token is no administrator: it sees what the account owns', async () => {
    const token = await tokenOf(admin, SCOPES)
    expect(await app.call(api.listLocations, {}, token)).toEqual([])
    expect(await app.call(api.authenticate, {}, token)).toMatchObject({ admin: false, permissions: [] })
    for (const name of ['getLocation', 'readSensor', 'deleteLocation', 'createKey'] as const)
      expect((await send(api[name], farm.owned[name] ?? {}, token)).statusCode, name).toBe(404)
    const refused = await send(api.getStatistics, {}, token)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'not_allowed'])
    expect((await app.call(api.listLocations, {}, admin.token)).length).toBeGreaterThan(0)
  })

  let made: string | undefined
  const strangersToken = async () => {
    made ??= await tokenOf(await aUser(app), SCOPES)
    return made
  }
})

test('after all of that everything of the owner is as it was', async () => {
  const [location] = await app.call(api.listLocations, {}, owner.token)
  expect(location).toEqual({ ...farm.location, area: undefined })
  expect(await app.call(api.listLocationResearch, { query: {} }, owner.token)).toEqual([farm.placement])
  expect(await app.call(api.listAlerts, {}, owner.token)).toEqual([farm.alert])
})

test('what the public may call is told of nobody to a token that may not read', async () => {
  await app.call(api.saveSettings, { body: { charts_per_row: '2' } }, owner.token)
  const settings = (token: string) => app.call(api.getSettings, {}, token)
  expect(await settings(tokens.get('write') ?? '')).toEqual([])
  expect(await settings(tokens.get('read') ?? '')).toEqual([{ name: 'charts_per_row', value: '2' }])
})
