import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportEndpoints } from '#shared/contract/measurements/exports.ts'
import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import { operationEndpoints, QUEUES } from '#shared/contract/operations.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { shardsOf } from '../kit/database/cluster.ts'
import { createRunNotes } from '../kit/job-runs/job-runs.ts'
import { aDevice } from '../testing/a-device.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

let app: TestApp
let admin: TestUser
let user: TestUser
beforeAll(async () => {
  app = await startTestApp()
  admin = await aFirstUser(app)
  user = await aUser(app)
})
afterAll(() => app.close())

test('[decisions §1] health and ready answer without a token', async () => {
  expect(await app.call(operationEndpoints.getHealth, {})).toEqual({ status: 'ok' })
  expect(await app.call(operationEndpoints.getReady, {})).toMatchObject({
    status: 'ok',
    catalogue: 'ok',
    measurements: 'ok',
    mqtt: 'off',
    watch: { failing_rules: 0 },
    mails_waiting: 0,
  })
})

test('ready and metrics say which store is away', async () => {
  const { series } = app.services
  app.services.series.ping = async () => ({ success: false, error: new Error('connect ECONNREFUSED') })
  const answer = await app.inject({ method: 'GET', url: '/api/ready' })
  const metrics = await app.inject({ method: 'GET', url: '/metrics' })
  Reflect.deleteProperty(series, 'ping')
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toMatchObject({ status: 'broken', catalogue: 'ok', measurements: 'down' })
  expect(metrics.body).toContain('barnometer_measurements_up 0')
  expect(metrics.body).toContain('barnometer_catalogue_up 1')
  expect((await app.inject({ method: 'GET', url: '/api/ready' })).statusCode).toBe(200)
})

test('[decisions §1] metrics count values stored and refused, in the Prometheus text format', async () => {
  const metrics = async () => {
    const answer = await app.inject({ method: 'GET', url: '/metrics' })
    expect(answer.headers['content-type']).toContain('text/plain; version=0.0.4')
    const lines = answer.body.trim().split('\n')
    for (const line of lines) expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="\w[\w-]*"\})? [\d.e+]+)$/)
    return Object.fromEntries(lines.filter(line => !line.startsWith('#')).map(line => line.split(' ')))
  }
  const before = await metrics()
  const device = await aDevice(app, admin)
  await app.call(measurementEndpoints.sendMeasurements, { body: { t: 1, h: 2, nonsense: 3 } }, device.key)
  const after = await metrics()
  expect(after.barnometer_values_stored_total - before.barnometer_values_stored_total).toBe(2)
  expect(after.barnometer_values_refused_total - before.barnometer_values_refused_total).toBe(1)
})

test('operations say what waits, what failed and how large the stores are, to administrators only', async () => {
  const device = await aDevice(app, admin)
  await app.call(measurementEndpoints.sendMeasurements, { body: { t: 1 } }, device.key)
  await createRunNotes(app.services)('find-faults', app.clock.now(), 5, new Error('no room'))
  const before = await app.call(operationEndpoints.getOperations, {}, admin.token)
  const body = { device_ids: [device.id], interval: 'week' as const, format: 'csv' as const, raw: true }
  await app.call(exportEndpoints.createExport, { body }, admin.token)
  const waiting = ({ queues }: typeof before) => queues.find(({ name }) => name === 'exports')?.waiting ?? 0
  const after = await app.call(operationEndpoints.getOperations, {}, admin.token)
  expect(waiting(after) - waiting(before)).toBe(1)
  expect(after.queues.map(({ name }) => name)).toEqual([...QUEUES])
  expect(after.jobs).toContainEqual(
    expect.objectContaining({ name: 'find-faults', failures: 1, problem: 'Error: no room' }),
  )
  expect(after.database_bytes).toBeGreaterThan(100_000)
  expect(after.measurements).toContainEqual(expect.objectContaining({ name: 'measurements', rows: expect.any(Number) }))
  expect(after.free_bytes).toBeGreaterThan(0)
  expect(after.process).toMatchObject({ role: 'all', failed_answers: expect.any(Number) })
  const metrics = (await app.inject({ method: 'GET', url: '/metrics' })).body
  expect(metrics).toContain(`barnometer_queue_waiting{queue="exports"} ${waiting(after)}`)
  expect(metrics).toContain('barnometer_job_failures{job="find-faults"} 1')
  expect(metrics).toMatch(/barnometer_table_bytes\{table="measurements"\} \d+/)
  await expect(app.call(operationEndpoints.getOperations, {}, user.token)).rejects.toMatchObject({ status: 403 })
})

test('operations say of each process with parts of the alert minute whether it is there', async () => {
  const { db } = app.services
  const alone = await app.call(operationEndpoints.getOperations, {}, admin.token)
  expect(alone.alert_parts).toMatchObject([{ process: null, is_there: true, parts: 24 }])
  await db.updateTable('alert_parts').set({ process: 'gone' }).where('part', '<', 8).execute()
  await db.updateTable('alert_parts').set({ process: 'here' }).where('part', '>=', 8).execute()
  const seen_at = [
    { process: 'gone', seen_at: Date.now() - 2 * 60_000 },
    { process: 'here', seen_at: Date.now() },
  ]
  await db.insertInto('alert_processes').values(seen_at).execute()
  const { alert_parts } = await app.call(operationEndpoints.getOperations, {}, admin.token)
  expect(alert_parts).toMatchObject([
    { process: 'gone', is_there: false, parts: 8 },
    { process: 'here', is_there: true, parts: 16 },
  ])
  // Parts that were begun and never finished are as late as can be, and not left out.
  await db.updateTable('alert_parts').set({ minute: app.clock.iso(), finished: '' }).where('part', '<', 8).execute()
  const metrics = (await app.inject({ method: 'GET', url: '/metrics' })).body
  expect(metrics).toContain('barnometer_alert_parts_evaluated_timestamp_seconds{process="gone"} 0')
  // A process that said at its end that it leaves is not called silent until another one has its parts.
  await db.deleteFrom('alert_processes').where('process', '=', 'gone').execute()
  const left = await app.call(operationEndpoints.getOperations, {}, admin.token)
  expect(left.alert_parts).toMatchObject([{ process: 'here' }])
})

test('operations count what waits in each channel, and what nobody took within a day', async () => {
  const row = (channel: 'email' | 'push', state: 'waiting' | 'refused' | 'sent', hoursAgo: number) => {
    const created_at = new Date(app.clock.now() - hoursAgo * HOUR_MS).toISOString()
    return {
      ...{ channel, state, created_at, topic: null, user_id: null, recipient: 'a@farm.example', lane: 'a', turn: 0 },
      ...{ priority: 2, subject: '', text: '', html: '', attachments: null, payload: null, secret: 0, attempts: 0 },
      // Later than any look of this test at what is due.
      ...{ expires_at: '2100-01-01T00:00:00Z', next_attempt_at: '2099-01-01T00:00:00Z', sent_at: null },
      ...{ leased_until: null, last_error: null },
    }
  }
  const queuesOf = async () => {
    const { queues } = await app.call(operationEndpoints.getOperations, {}, admin.token)
    return new Map(queues.map(({ name, waiting, failed }) => [name, { waiting, failed }]))
  }
  const before = await queuesOf()
  const rows = [
    row('email', 'waiting', 30),
    row('email', 'refused', 2),
    row('email', 'refused', 30),
    row('push', 'sent', 1),
  ]
  await app.services.db.insertInto('outbox').values(rows).execute()
  const after = await queuesOf()
  const email = before.get('outbox_email')
  expect(after.get('outbox_email')).toEqual({ waiting: (email?.waiting ?? 0) + 1, failed: (email?.failed ?? 0) + 1 })
  expect(after.get('outbox_push')).toEqual(before.get('outbox_push'))
  const metrics = (await app.inject({ method: 'GET', url: '/metrics' })).body
  const oldest = (app.clock.now() - 30 * HOUR_MS) / 1000
  expect(metrics).toContain(`barnometer_queue_oldest_timestamp_seconds{queue="outbox_email"} ${oldest}`)
})

test('operations are told also while the store of measurements is away', async () => {
  const stores = shardsOf(app.services.series)
  for (const store of stores) store.query = () => Promise.reject(new Error('connect ECONNREFUSED'))
  const answer = await app.call(operationEndpoints.getOperations, {}, admin.token)
  for (const store of stores) Reflect.deleteProperty(store, 'query')
  expect(answer).toMatchObject({ measurements: null, database_bytes: expect.any(Number) })
})

test('[decisions §12] how the server is set up is told to administrators only', async () => {
  const server = await app.call(operationEndpoints.getServer, {}, admin.token)
  const grown = process.env.TEST_STORES === 'grown'
  expect(server).toMatchObject({
    catalogue: grown ? 'postgresql' : 'sqlite',
    measurements: grown ? 'server' : 'embedded',
    mail: false,
    version: '3.1.20',
  })
  expect(server.free_bytes).toBeGreaterThan(0)
  await expect(app.call(operationEndpoints.getServer, {}, user.token)).rejects.toMatchObject({ status: 403 })
  await expect(app.call(operationEndpoints.loadDemo, {}, user.token)).rejects.toMatchObject({ status: 403 })
  await expect(app.call(operationEndpoints.removeDemo, {}, user.token)).rejects.toMatchObject({ status: 403 })
  expect(await app.call(operationEndpoints.getDemo, {}, user.token)).toEqual({ state: 'off', progress: 0 })
})

test.each(['de', 'en', 'es', 'nl'])('[decisions §1] the docs can be browsed in %s', async language => {
  const answer = await app.inject({ method: 'GET', url: '/api/docs', headers: { 'accept-language': language } })
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain(`<html lang="${language}">`)
  expect(answer.body).toContain('/api/location_research/{id}')
})

test.each([
  '/api/nothing',
  '/api/nothing/at/all',
  '/api/sensors/1/nothing',
  `/api/sensor/${'9'.repeat(200)}`,
  '/api/sensor/%E0%A4%A',
  '/api/%',
])('[decisions §1] GET %s is a clear 4xx with the one error body', async url => {
  const answer = await app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${user.token}` } })
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect(answer.statusCode).toBeLessThan(500)
  expect(answer.json()).toEqual({
    code: expect.any(String),
    message: expect.stringMatching(/\.$/),
    ...(answer.json().errors && { errors: expect.any(Object) }),
  })
})

test.each(['/%E0%A4%A', '/data/1%', '/alerts/%zz'])(
  '[specification §2] GET %s leads to the first screen',
  async url => {
    const answer = await app.inject({ method: 'GET', url })
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/'])
  },
)

test('[decisions §1] answers carry the headers that keep a browser safe', async () => {
  const { headers } = await app.inject({ method: 'GET', url: '/api/health' })
  expect(headers['content-security-policy']).toContain("default-src 'self'")
  expect(headers['x-content-type-options']).toBe('nosniff')
})
