import { afterAll, beforeAll, expect, test } from 'vitest'
import { helpEndpoints } from '#shared/contract/help.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

const STYLE = 'https://maps.example.org:8443/styles/a.json'
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ environment: { MAP_STYLE_URL: STYLE } })
})
afterAll(() => app.close())

test('[decisions §12] the style of the maps is told, and its origin may be fetched from: that one and no other', async () => {
  expect((await app.call(helpEndpoints.getHelp, {})).map_style_url).toBe(STYLE)
  const { headers } = await app.inject({ method: 'GET', url: '/api/help' })
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("connect-src 'self' https://maps.example.org:8443;")
  expect(policy).toContain("img-src 'self' data: blob: https://maps.example.org:8443;")
  expect(policy.match(/maps\.example\.org/g)).toHaveLength(2)
})
