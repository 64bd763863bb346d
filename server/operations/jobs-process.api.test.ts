import { expect, test } from 'vitest'
import { startTestApp } from '../testing/start-test-app.ts'

test("a process that only does the clock's work says how it is, and nothing else", async () => {
  const jobs = await startTestApp({ environment: { ROLE: 'jobs', HEALTH_PORT: '0' } })
  const statuses = async (urls: string[]) =>
    Promise.all(urls.map(async url => (await jobs.inject({ method: 'GET', url })).statusCode))
  expect(await statuses(['/api/health', '/api/ready', '/metrics'])).toEqual([200, 200, 200])
  expect(await statuses(['/api/settings', '/api/setup', '/', '/docs', '/api/health/x'])).toEqual([
    404, 404, 404, 404, 404,
  ])
  await jobs.close()
})
