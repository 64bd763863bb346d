import { describe, expect, test } from 'vitest'
import { aDevice } from '../testing/a-device.ts'
import { aFirstUser } from '../testing/a-user.ts'
import { startTestApp } from '../testing/start-test-app.ts'

const FILES_URL = 'file:///tmp/barnometer-roles'
const STATE = ['/api/health', '/api/ready', '/metrics']
const PAGES = ['/api/settings', '/api/setup', '/', '/docs', '/api/health/x']

test.each(['api', 'jobs', 'ingest'])('ROLE=%s is refused where the stores lie in DATA_DIR', async ROLE => {
  const refusal = `ROLE=${ROLE} needs DATABASE_URL, CLICKHOUSE_URL, FILES_URL`
  const stores = { DATABASE_URL: '', CLICKHOUSE_URL: '' }
  await expect(startTestApp({ environment: { ROLE, ...stores } })).rejects.toThrow(refusal)
})

describe.runIf(process.env.TEST_STORES === 'grown')('a process with a role', () => {
  test("that only does the clock's work says how it is, and nothing else", async () => {
    const jobs = await startTestApp({ environment: { ROLE: 'jobs', HEALTH_PORT: '0', FILES_URL } })
    const statuses = async (urls: string[]) =>
      Promise.all(urls.map(async url => (await jobs.inject({ method: 'GET', url })).statusCode))
    expect(await statuses(STATE)).toEqual([200, 200, 200])
    expect(await statuses(PAGES)).toEqual([404, 404, 404, 404, 404])
    await jobs.close()
  })

  test('that only takes messages takes them, says how it is, and nothing else', async () => {
    const whole = await startTestApp()
    const device = await aDevice(whole, await aFirstUser(whole))
    const doors = await startTestApp({ beside: whole, environment: { ROLE: 'ingest', FILES_URL } })
    const sent = await doors.inject({
      method: 'POST',
      url: '/api/measurements',
      headers: { authorization: `Bearer ${device.key}` },
      payload: { t: 21.5 },
    })
    expect([sent.statusCode, sent.json()]).toMatchObject([201, { accepted: 1 }])
    for (const url of STATE) expect((await doors.inject({ url })).statusCode).toBe(200)
    for (const url of [...PAGES, '/api/sensors']) expect((await doors.inject({ url })).statusCode).toBe(404)
    await doors.close()
    await whole.close()
  })
})
