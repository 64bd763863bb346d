// @vitest-environment node
import { expect, test } from 'vitest'
import type { Language } from '#shared/contract/fixed.ts'
import { USUAL_FORMATS } from '#shared/rules/formats/formats.ts'
import { readsOf, renderScreen } from './server.tsx'

const farmOf = (name: string) => ({
  '/locations': [
    {
      ...{ id: 1, name, areas: [], groups: [], may: ['own'], lat: null, lon: null, colour: null, demo: false },
      ...{ owners: [`${name}@farm.example`], offers: [] },
    },
  ],
  '/sensors': [],
  '/measurements/last_all': {},
  '/taxonomy/lists': { area_types: [] },
  '/demo': { state: 'off' },
  '/offers': [],
  '/groups': [],
  '/alarm-watch': [],
})
/** Answers of calls without parameters, by path. */
const answersOf = (answers: Record<string, unknown>) =>
  Object.entries(answers).map(([path, answer]) => ({ key: ['GET', path, null, null], answer }))
const screenOf = (name: string, language: Language) => ({
  path: '/',
  language,
  width: 390,
  now: Date.UTC(2026, 10, 22),
  user: {
    id: name.length,
    name,
    email: `${name}@farm.example`,
    username: name,
    admin: false,
    locale: language,
    time_zone: 'Europe/Amsterdam',
    formats: USUAL_FORMATS,
    permissions: [],
    policy_accepted: '2018-05-25',
    pending_email: null,
    password_changed_at: '2026-11-22T10:00:00.000Z',
    one_time_codes: false,
  },
  answers: answersOf(farmOf(name)),
})
const visitor = { path: '/sign-in', language: 'es', width: 390, now: 0, user: null } as const
const setup = answersOf({ '/setup': { first_account: false, version: '1' } })

test('[design: first visit on a phone] requests at the same time see nothing of each other', async () => {
  const [dutch, german, spanish] = await Promise.all([
    renderScreen(screenOf('Zonneveld', 'nl')),
    renderScreen(screenOf('Sonnenhof', 'de')),
    renderScreen({ ...visitor, answers: setup }),
  ])
  expect(dutch.html).toContain('Zonneveld')
  expect(dutch.html).not.toMatch(/Sonnenhof|Standorte/)
  expect(german.html).toContain('Sonnenhof')
  expect(german.html).not.toMatch(/Zonneveld|Locaties/)
  expect(spanish.html).toContain('Contraseña')
  expect(spanish.html).not.toMatch(/Zonneveld|Sonnenhof|Passwort|Wachtwoord/)
})

test('a page that fails is left to the browser alone, and those beside it are rendered', async () => {
  const broken = screenOf('Zonneveld', 'nl')
  const [left, rendered] = await Promise.all([
    renderScreen({ ...broken, answers: answersOf({ ...farmOf('Zonneveld'), '/locations': [{ id: 1 }] }) }),
    renderScreen(screenOf('Sonnenhof', 'de')),
  ])
  // A page without its heading is not shown (renderFor of server/rendering/routes.ts).
  expect(left.html).not.toContain('<h1')
  expect(left.failure).toMatch(/^TypeError/)
  expect(rendered.html).toContain('Sonnenhof')
  expect(rendered.failure).toBeUndefined()
})

test('[design: first visit on a phone] rendered HTML brings no styles: they are in the sheets of the page', async () => {
  const { html } = await renderScreen(screenOf('Zonneveld', 'nl'))
  expect(html).not.toContain('<style')
})

test('notes above a screen may be missing, and what a form begins with may not', async () => {
  const neededAt = async (path: string) => new Map((await readsOf(path)).map(({ url, needed }) => [url, needed]))
  expect((await neededAt('/alerts')).get('/api/alarm-watch')).toBe(false)
  expect((await neededAt('/')).get('/api/offers')).toBe(false)
  expect((await neededAt('/')).get('/api/locations')).toBe(true)
  expect((await neededAt('/inspect')).get('/api/inspections/lists')).toBe(true)
})

const urlsOf = async (path: string) => (await readsOf(path)).map(({ url }) => url)

test('[design: first visit on a phone] a screen is rendered from what its page reads, with what its address names', async () => {
  expect(await urlsOf('/boards/17?interval=week')).toContain('/api/boards/17')
  expect(await urlsOf('/alerts')).toContain('/api/alerts?show=1&limit=200')
  expect(await urlsOf('/alerts?show=hidden')).toContain('/api/alerts?show=0&limit=200')
  expect(await urlsOf('/inspect?area_id=3')).toContain('/api/inspections/lists')
  expect(await urlsOf('/sign-in')).toEqual(['/api/setup'])
})

test('[security] an address leads to no call but those of its page', async () => {
  const known = new Set((await urlsOf('/boards/17')).map(url => url.replace('17', 'ID')))
  for (const id of ['17%2F..%2F..%2Fusers', '..', '17%3Fadmin=1', '%00'])
    for (const url of await urlsOf(`/boards/${id}`).catch(() => []))
      expect([...known, '/api/boards/NaN'], id).toContain(url.replace('17', 'ID'))
})

const FORM = {
  '/sensors': [],
  '/measurements/last_all': {},
  '/taxonomy/lists': {},
  '/locations': [{ ...farmOf('Zonneveld')['/locations'][0], may: ['own', 'edit'], time_zone: 'Europe/Amsterdam' }],
}
const checklists = { key: ['GET', '/inspections/lists', null, {}], answer: { checklists: [], template: null } }

test.each([
  ['en', 'New inspection'],
  ['de', 'Neue Kontrolle'],
  ['es', 'Nueva inspección'],
  ['nl', 'Nieuwe inspectie'],
] as const)(
  '[design: first visit on a phone] the diary form is rendered without what a device has kept, in %s',
  async (language, heading) => {
    const form = { ...screenOf('Zonneveld', language), path: '/inspect', answers: [...answersOf(FORM), checklists] }
    for (const width of [390, 1440]) {
      const { html, next } = await renderScreen({ ...form, width })
      expect(html).toContain(heading)
      // The only place there is, and the minute of the request by its clock.
      expect(html).toContain('Zonneveld')
      expect(html).toContain('2026-11-22 01:00')
      expect(next.filter(url => !url.startsWith('/api/'))).toEqual([])
      expect(next.join()).not.toContain('object')
    }
  },
)
