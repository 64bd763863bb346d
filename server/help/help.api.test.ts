import { afterAll, beforeAll, expect, test } from 'vitest'
import { helpEndpoints } from '#shared/contract/help.ts'
import { readEnvironment } from '../environment.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const environment = (source: Record<string, string>) =>
  readEnvironment({ DATA_DIR: app.services.environment.DATA_DIR, MAP_STYLE_URL: 'none', ...source })

test('[specification §2] without settings no address of help is named', async () => {
  expect(await app.call(helpEndpoints.getHelp, {})).toEqual({
    faq_url: null,
    consult_url: null,
    feedback_email: null,
    website_url: null,
    map_style_url: null,
    map_aerial: null,
    mqtt_url: null,
  })
})

test('[specification §2] the FAQ is told in the language of the caller, without a token too', async () => {
  Object.assign(
    app.services.environment,
    environment({
      FAQ_URL: 'https://{language}.example.org/faq/{language}',
      CONSULT_URL: 'https://wa.me/31600000000',
      FEEDBACK_EMAIL: 'help@example.org',
      WEBSITE_URL: '',
    }),
  )
  expect(await app.call(helpEndpoints.getHelp, {}, undefined, 'nl')).toEqual({
    faq_url: 'https://nl.example.org/faq/nl',
    consult_url: 'https://wa.me/31600000000',
    feedback_email: 'help@example.org',
    website_url: null,
    map_style_url: null,
    map_aerial: null,
    mqtt_url: null,
  })
})

test.each([
  ['FAQ_URL', 'javascript:alert(1)'],
  ['FAQ_URL', 'example.org/{language}'],
  ['CONSULT_URL', 'wa.me/31600000000'],
  ['FEEDBACK_EMAIL', 'help'],
  ['WEBSITE_URL', 'ftp://example.org'],
])('a wrong %s (%s) is named at start', (name, value) => {
  expect(() => environment({ [name]: value })).toThrow(name)
})

test('[decisions §12] without a map style pages fetch from here only', async () => {
  const { headers } = await app.inject({ method: 'GET', url: '/api/help' })
  expect(headers['content-security-policy']).toContain("connect-src 'self';")
  expect(headers['content-security-policy']).toContain("img-src 'self' data: blob:;")
})
