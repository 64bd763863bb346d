import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSession, startSession, type User } from '../kit/api/session.ts'
import { renewSubscription, tellSubscription } from './renew.ts'

const [MARIEKE, PIET] = [{ id: 1 } as User, { id: 2 } as User]
const OWN = { 'x-barnometer': '1' }
const subscription = (endpoint: string) => ({
  endpoint,
  toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
})
/** The subscription of the browser. */
let own = subscription('https://push.example/1')
/** Addresses the server lists. */
let listed: string[] = []
/** Addresses the server was told, each with the token of who told it. */
const told: [string, string][] = []

beforeEach(() => {
  own = subscription('https://push.example/1')
  const registration = { pushManager: { getSubscription: async () => own } }
  vi.stubGlobal('navigator', {
    userAgent: '',
    maxTouchPoints: 0,
    onLine: true,
    serviceWorker: { getRegistration: async () => registration },
  })
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission: 'granted' })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('fetch', async (_: string, { headers, body }: { headers: Record<string, string>; body?: string }) => {
    if (body === undefined) {
      const push_subscriptions = listed.map(endpoint => ({ endpoint, ended_at: null }))
      return Response.json({ push_subscriptions }, { headers: OWN })
    }
    const { endpoint } = JSON.parse(body)
    told.push([endpoint, headers.authorization ?? ''])
    listed = [endpoint]
    return Response.json({ id: 1 }, { status: 201, headers: OWN })
  })
})
afterEach(() => {
  told.length = 0
  listed = []
  endSession()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('notifications that were on are on again for who signs in again, and the server is told once', async () => {
  startSession('token of the first session', MARIEKE)
  await tellSubscription(own as unknown as PushSubscription)
  await renewSubscription()
  expect(told).toHaveLength(1)
  endSession('refused')
  startSession('token of the next one', MARIEKE)
  await renewSubscription()
  await renewSubscription()
  expect(told.slice(1)).toEqual([['https://push.example/1', 'Bearer token of the next one']])
})

test('a browser that its person has removed on another one stays removed when they sign in again', async () => {
  startSession('token of the first session', MARIEKE)
  await tellSubscription(own as unknown as PushSubscription)
  endSession()
  listed = []
  startSession('token of the next one', MARIEKE)
  await renewSubscription()
  await renewSubscription()
  expect(told).toHaveLength(1)
})

test('another address of the browser is told, and nothing for somebody else who signs in', async () => {
  startSession('mariekes', MARIEKE)
  await tellSubscription(own as unknown as PushSubscription)
  own = subscription('https://push.example/2')
  await renewSubscription()
  endSession()
  startSession('piets', PIET)
  await renewSubscription()
  expect(told.map(([endpoint]) => endpoint)).toEqual(['https://push.example/1', 'https://push.example/2'])
})
