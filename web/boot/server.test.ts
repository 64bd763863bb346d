// @vitest-environment node
import { expect, test } from 'vitest'
import type { Language } from '#shared/contract/fixed.ts'
import { USUAL_FORMATS } from '#shared/rules/formats/formats.ts'
import { renderScreen } from './server.tsx'

const farmOf = (name: string) => ({
  '/locations': [
    {
      ...{ id: 1, name, areas: [], groups: [], may: ['own'], lat: null, lon: null, colour: null, demo: false },
      ...{ owners: [`${name}@farm.example`], offers: [] },
    },
  ],
  '/sensors': [],
  '/measurements/last_all': {},
  '/taxonomy/lists': {},
  '/demo': { state: 'off' },
  '/offers': [],
  '/groups': [],
  '/alarm-watch': [],
})
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
  answers: farmOf(name),
})
const visitor = { path: '/sign-in', language: 'es', width: 390, now: 0, user: null } as const
const setup = { '/setup': { first_account: false, version: '1' } }

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

test('a screen that cannot be rendered fails alone, and those beside it are rendered', async () => {
  const broken = screenOf('Zonneveld', 'nl')
  const [refused, rendered] = await Promise.allSettled([
    renderScreen({ ...broken, answers: { ...broken.answers, '/locations': [{ id: 1 }] } }),
    renderScreen(screenOf('Sonnenhof', 'de')),
  ])
  expect(refused).toMatchObject({ status: 'rejected', reason: expect.any(TypeError) })
  expect(rendered).toMatchObject({ status: 'fulfilled', value: { html: expect.stringContaining('Sonnenhof') } })
})

test('[design: first visit on a phone] rendered HTML brings no styles: they are in the sheets of the page', async () => {
  const { html } = await renderScreen(screenOf('Zonneveld', 'nl'))
  expect(html).not.toContain('<style')
})
