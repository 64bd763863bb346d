import { afterAll, beforeAll, expect, test } from 'vitest'
import { helpEndpoints } from '#shared/contract/help.ts'
import { readEnvironment } from '../environment.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

const STYLE = 'https://maps.example.org:8443/styles/a.json'
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ environment: { MAP_STYLE_URL: STYLE } })
})
afterAll(() => app.close())

test('maps are of streets unless another style is named, or none', () => {
  expect(readEnvironment({}).MAP_STYLE_URL).toBe('https://tiles.openfreemap.org/styles/liberty')
  expect(readEnvironment({ MAP_STYLE_URL: '' }).MAP_STYLE_URL).toBe('https://tiles.openfreemap.org/styles/liberty')
  expect(readEnvironment({ MAP_STYLE_URL: 'none' }).MAP_STYLE_URL).toBeUndefined()
  expect(() => readEnvironment({ MAP_STYLE_URL: 'streets' })).toThrow('MAP_STYLE_URL')
})

test('[decisions §12] the style of the maps is told, and its origin may be fetched from: that one and no other', async () => {
  expect((await app.call(helpEndpoints.getHelp, {})).map_style_url).toBe(STYLE)
  const { headers } = await app.inject({ method: 'GET', url: '/api/help' })
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("connect-src 'self' https://maps.example.org:8443;")
  expect(policy).toContain("img-src 'self' data: blob: https://maps.example.org:8443;")
  expect(policy.match(/maps\.example\.org/g)).toHaveLength(2)
})
