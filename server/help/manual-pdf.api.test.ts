import { afterAll, beforeAll, expect, test } from 'vitest'
import { LANGUAGES } from '#shared/contract/fixed.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const get = (path: string, language = 'en') =>
  app.inject({ method: 'GET', url: `/api/manuals/${path}`, headers: { 'accept-language': language } })

const KEYS = ['quick_start', 'device', 'calibration', 'research', 'emission', 'reports']

test.each(LANGUAGES.flatMap(language => KEYS.map(key => [key, language] as const)))(
  '[specification §2] the manual %s is a PDF of a few pages in %s',
  async (key, language) => {
    const answer = await get(`${key}?locale=${language}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.headers['content-disposition']).toContain(`barnometer-${key}-${language}.pdf`)
    const text = answer.rawPayload.toString('latin1')
    expect(text.startsWith('%PDF-1.')).toBe(true)
    expect(text).toContain(`/Lang (${language})`)
    const pages = Number(/\/Type \/Pages\s+\/Count (\d+)/.exec(text)?.[1])
    expect(pages).toBeGreaterThanOrEqual(1)
    expect(pages).toBeLessThanOrEqual(4)
    // Letters are embedded and can be selected; nothing is a picture.
    expect(text).toContain('/ToUnicode')
    expect(text).not.toContain('/Subtype /Image')
  },
)

test('without a language in the address the header decides; a manual nobody wrote is not found', async () => {
  expect((await get('device', 'nl')).headers['content-disposition']).toContain('-nl.pdf')
  for (const key of ['no-such-manual', '..%2f..%2fpackage', '%2e%2e', 'constructor']) {
    const answer = await get(key)
    expect([404, 422]).toContain(answer.statusCode)
    expect(answer.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) })
  }
  expect((await get('device?locale=fr')).statusCode).toBe(422)
})
