import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FIRST_SCREENS } from '#shared/contract/first-screens.ts'
import { api } from '#shared/contract/index.ts'
import { aLocation } from '../testing/a-location.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import type { Renderer } from './renderer.ts'
import { firstReads, renderFor } from './routes.ts'

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

const rendered = (path: string, token?: string, more = '') =>
  app.inject({
    method: 'GET',
    url: `/api/rendered-screen?path=${encodeURIComponent(path)}&width=390${more}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })
const requestOf = (token: string | undefined) => ({ headers: token ? { authorization: `Bearer ${token}` } : {} })
const reads = (path: string, token: string | undefined, signedIn = true) =>
  firstReads(app.app.http, requestOf(token), { path, language: 'en', user: signedIn ? owner : null })

describe('[design: first visit on a phone] what a first screen is rendered from', () => {
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
    expect(await reads('/sign-in', undefined, false)).toEqual({
      '/setup': expect.objectContaining({ first_account: false }),
    })
    expect(await reads('/', owner.token, false)).toBeNull()
  })
})

describe('[design: first visit on a phone] the call for a rendered screen', () => {
  test('renders nothing of other screens, and is never kept', async () => {
    const answer = await rendered('/export', owner.token)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toBeNull()
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('gives with the HTML the answers it was rendered from, and the facts', async () => {
    const render: Renderer['render'] = async ({ path, language }) => ({
      html: `<h1>${language} ${path}</h1>`,
      next: [],
    })
    const renderer: Renderer = { render, warm: () => {}, end: async () => {} }
    const screen = { path: '/', language: 'nl', width: 390, user: owner } as const
    const answer = await renderFor(app.app.http, renderer, requestOf(owner.token), screen)
    expect(answer).toMatchObject({ html: '<h1>nl /</h1>', language: 'nl', width: 390, user: { id: owner.id } })
    expect(answer?.answers).toMatchObject({ '/locations': [{ name: 'Zonneveld' }], '/sensors': [] })
  })

  test('gives a visitor no screen of somebody who is signed in', async () => {
    expect((await rendered('/')).json()).toBeNull()
    expect((await rendered('/', 'no-token')).statusCode).toBe(401)
  })

  test.each(['&width=-1', '&width=wide', '&locale=fr'])('refuses %s', async more => {
    expect((await rendered('/', owner.token, more)).statusCode).toBe(422)
  })
})
