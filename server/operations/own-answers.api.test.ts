import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test.each([
  ['a success', 'GET', '/api/health', 200],
  ['what is not there', 'GET', '/api/nothing', 404],
  ['a refusal', 'GET', '/api/locations', 401],
  ['what cannot be read', 'GET', '/api/%E0%A4%A', 400],
  ['a door outside of /api', 'POST', '/write', 401],
  ['the printed contract', 'GET', '/api/openapi.json', 200],
] as const)('%s says that it comes from the product itself', async (_, method, url, status) => {
  const answer = await app.inject({ method, url })
  expect([answer.statusCode, answer.headers['x-barnometer']]).toEqual([status, '1'])
})
