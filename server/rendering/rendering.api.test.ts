import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aLocation } from '../testing/a-location.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import type { Renderer } from './renderer.ts'
import { answersFor, firstScreen, renderFor } from './routes.ts'

let app: TestApp
let owner: TestUser
let other: TestUser
let place: number
beforeAll(async () => {
  app = await startTestApp()
  owner = await aFirstUser(app)
  other = await aUser(app)
  place = (await aLocation(app, owner, { name: 'Zonneveld' })).id
})
afterAll(() => app.close())

const rendered = (path: string, token?: string, more = '') =>
  app.inject({
    method: 'GET',
    url: `/api/rendered-screen?path=${encodeURIComponent(path)}&width=390${more}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })
const requestOf = (token: string | undefined) => ({ headers: token ? { authorization: `Bearer ${token}` } : {} })
const LOCATIONS = { key: ['GET', '/locations', null, null], url: '/api/locations', needed: true }
const answers = (token: string | undefined, url = LOCATIONS.url, needed = true) =>
  answersFor(app.app.http, requestOf(token), [{ ...LOCATIONS, url, needed }], { language: 'en', user: owner })

describe('[design: first visit on a phone] what a first screen is rendered from', () => {
  test('is what whoever asks would get, and nobody else', async () => {
    expect(await answers(owner.token)).toEqual([
      { key: LOCATIONS.key, answer: [expect.objectContaining({ name: 'Zonneveld' })] },
    ])
    expect(await answers(other.token)).toEqual([{ key: LOCATIONS.key, answer: [] }])
  })

  test('is nothing once one of the calls is refused', async () => {
    const ofPlace = `/api/locations/${place}`
    expect(await answers(owner.token, ofPlace)).toMatchObject([{ answer: { name: 'Zonneveld' } }])
    expect(await answers(other.token, ofPlace)).toBeNull()
    expect(await answers('no-token')).toBeNull()
    expect(await answers(undefined)).toBeNull()
  })

  test('leaves out what the screen can do without once it is refused, but for who is signed out', async () => {
    expect(await answers(other.token, `/api/locations/${place}`, false)).toEqual([])
    expect(await answers('no-token', LOCATIONS.url, false)).toBeNull()
  })

  test('is known of the first screens only, each for those who see it', () => {
    const own = ['/', '/locations', '/data', '/data/17', '/data/17?interval=week', '/measurements', '/alerts?q=NH3']
    for (const path of [...own, '/inspect', '/inspect?area_id=3', '/boards/17', '/boards/17?interval=week'])
      expect([firstScreen(path, true), firstScreen(path, false)], path).toEqual([expect.anything(), undefined])
    const others = ['/export', '/data/17/photos', '/data/x', '/boards', '/boards/shared', '/alerts/17', '', '//']
    for (const path of [...others, '/sign-in']) expect(firstScreen(path, true), path).toBeUndefined()
    expect(firstScreen('/sign-in', false)).toBeDefined()
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
    const asked: string[] = []
    const readsOf: Renderer['readsOf'] = async path => {
      asked.push(path)
      return [LOCATIONS]
    }
    const renderer: Renderer = { readsOf, render, warm: () => {}, end: async () => {} }
    const screen = { path: '/', language: 'nl', width: 390, user: owner } as const
    const answer = await renderFor(app.app.http, renderer, requestOf(owner.token), screen)
    expect(answer).toMatchObject({ html: '<h1>nl /</h1>', language: 'nl', width: 390, user: { id: owner.id } })
    expect(answer?.answers).toMatchObject([{ key: LOCATIONS.key, answer: [{ name: 'Zonneveld' }] }])
    expect(await renderFor(app.app.http, renderer, requestOf(owner.token), { ...screen, path: '/export' })).toBeNull()
    expect(asked).toEqual(['/'])
  })

  test('gives a visitor no screen of somebody who is signed in', async () => {
    expect((await rendered('/')).json()).toBeNull()
    expect((await rendered('/', 'no-token')).statusCode).toBe(401)
  })

  test.each(['&width=-1', '&width=wide', '&locale=fr'])('refuses %s', async more => {
    expect((await rendered('/', owner.token, more)).statusCode).toBe(422)
  })
})
