import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FIRST_SCREENS } from '#shared/contract/first-screens.ts'
import { api } from '#shared/contract/index.ts'
import { DRAWN_FROM } from '#shared/contract/sketches.ts'
import { aLocation } from '../testing/a-location.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import type { Painter } from './painter.ts'
import { firstReads, sketchRoutes } from './routes.ts'

let app: TestApp
let owner: TestUser
let other: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aFirstUser(app)
  other = await aUser(app)
  await aLocation(app, owner, { name: 'Zonneveld' })
})
afterAll(() => app.close())

const sketch = (path: string, token?: string, more = '') =>
  app.inject({
    method: 'GET',
    url: `/api/sketch?path=${encodeURIComponent(path)}&width=390${more}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })
/** Keeps what is sent with it. */
const aReply = () => {
  const sent = { headers: {} as Record<string, string>, body: undefined as unknown }
  const reply = {
    header: (name: string, value: string) => {
      sent.headers[name] = value
      return reply
    },
    type: () => reply,
    send: (body: unknown) => {
      sent.body = body
    },
  }
  return { reply, sent }
}
const reads = (path: string, token: string | undefined, signedIn = true) =>
  firstReads(app.app.http, { headers: token ? { authorization: `Bearer ${token}` } : {} }, path, {
    signedIn,
    language: 'en',
  })

describe('[design: first visit on a phone] what a first screen is drawn from', () => {
  test('is read by calls without parameters, each of which exists', () => {
    for (const screen of FIRST_SCREENS) for (const name of screen.reads) expect(api[name].path, name).not.toContain(':')
  })

  test('is what whoever asks would get, and nobody else', async () => {
    const named = async (token: string) => JSON.stringify(await reads('/', token)).includes('Zonneveld')
    expect(await named(owner.token)).toBe(true)
    expect(await named(other.token)).toBe(false)
  })

  test('is nothing once one of the calls is refused', async () => {
    expect(await reads('/', 'no-token')).toBeNull()
    expect(await reads('/', undefined)).toBeNull()
  })

  test('is known of the first screens only, each for those who see it', async () => {
    for (const path of ['/', '/locations', '/data', '/data/17', '/data/17?interval=week', '/measurements'])
      expect(await reads(path, owner.token), path).not.toBeNull()
    for (const path of ['/export', '/data/17/photos', '/sign-in', '', '//', '/data/x'])
      expect(await reads(path, owner.token), path).toBeNull()
    expect(await reads('/sign-in', undefined, false)).toEqual([
      { method: 'GET', path: '/setup', json: expect.stringContaining('"first_account":false') },
    ])
    expect(await reads('/', owner.token, false)).toBeNull()
  })
})

describe('[design: first visit on a phone] the call for a sketch', () => {
  test('draws nothing of other screens, and is never kept', async () => {
    const answer = await sketch('/export', owner.token)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe('')
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('gives with the drawing what it was drawn from, and in which language', async () => {
    const painter: Painter = { paint: async ({ path }) => `<h1>${path}</h1>`, warm: () => {}, end: async () => {} }
    const [served] = sketchRoutes(app.app.http, painter)
    const { reply, sent } = aReply()
    const request = { headers: { authorization: `Bearer ${owner.token}` } }
    const asked = { query: { path: '/', width: 390 } }
    await served?.handler(asked as never, { user: { locale: 'nl' }, request, reply } as never)
    const [drawing, from = ''] = String(sent.body).split(DRAWN_FROM)
    expect(drawing).toBe('<h1>/</h1>')
    expect(sent.headers).toMatchObject({ 'content-language': 'nl', 'cache-control': 'no-store' })
    const lines = from.split('\n')
    expect(JSON.parse(lines[lines.indexOf('GET /api/locations') + 1] ?? '')).toMatchObject([{ name: 'Zonneveld' }])
    expect(lines).toContain('GET /api/sensors')
  })

  test('is for who is signed in', async () => {
    expect((await sketch('/')).statusCode).toBe(401)
    expect((await sketch('/', 'no-token')).statusCode).toBe(401)
  })

  test.each(['&width=-1', '&width=wide', '&locale=fr'])('refuses %s', async more => {
    expect((await sketch('/', owner.token, more)).statusCode).toBe(422)
  })
})
