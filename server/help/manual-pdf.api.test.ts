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

const KEYS = ['quick_start', 'device', 'calibration', 'research', 'emission', 'reports', 'zigbee2mqtt']

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

test('an example is printed with the address of this installation, each line as far in as it is typed', async () => {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const answer = await get('esphome?locale=en')
  const pdf = await getDocument({ data: new Uint8Array(answer.rawPayload), verbosity: 0 }).promise
  const lines: { text: string; left: number }[] = []
  for (let page = 1; page <= pdf.numPages; page += 1) {
    const { items } = await (await pdf.getPage(page)).getTextContent()
    for (const item of items)
      if ('str' in item && item.str.trim() !== '') {
        // Spaces before a line are drawn as part of it, or left out with the line set further in.
        const before = item.str.length - item.str.trimStart().length
        lines.push({ text: item.str.trim(), left: item.transform[4] + before * 0.001 })
      }
  }
  await pdf.destroy()
  const words = lines.map(({ text }) => text).join(' ')
  expect(words).toContain(`${app.services.publicUrl()}/api/measurements`)
  expect(words).toContain('bm_…')
  // This installation has no broker, which the text that needs one says first.
  expect(words).toContain('The MQTT broker of this Barnometer is turned off.')
  const leftOf = (start: string) => lines.find(({ text }) => text.startsWith(start))?.left ?? Number.NaN
  const steps = ['interval:', '- interval:', '- http_request.post:', 'url:'].map(leftOf)
  expect(steps).toEqual([...steps].sort((one, other) => one - other))
  expect(new Set(steps).size).toBe(steps.length)
})

test('without a language in the address the header decides; a manual nobody wrote is not found', async () => {
  expect((await get('device', 'nl')).headers['content-disposition']).toContain('-nl.pdf')
  for (const key of ['no-such-manual', '..%2f..%2fpackage', '%2e%2e', 'constructor']) {
    const answer = await get(key)
    expect([404, 422]).toContain(answer.statusCode)
    expect(answer.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) })
  }
  expect((await get('device?locale=fr')).statusCode).toBe(422)
})
