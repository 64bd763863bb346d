import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import { aDevice, type TestDevice } from '../testing/a-device.ts'
import { aUser, type TestUser } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

const { sendMeasurements, getLast } = measurementEndpoints
let app: TestApp
let owner: TestUser
let device: TestDevice
beforeAll(async () => {
  app = await startTestApp()
  owner = await aUser(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  device = await aDevice(app, owner)
})

const send = (body: unknown) => app.call(sendMeasurements, { body }, device.key)
const post = (payload: string | Buffer, type: string, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/measurements',
    payload,
    headers: { authorization: `Token ${device.key}`, 'content-type': type, ...headers },
  })
const last = () => app.call(getLast, { query: { device_id: device.id } }, owner.token)

describe('a body that cannot be taken', () => {
  const MEGABYTE = 1024 * 1024
  test.each([
    ['more than 5 MB', 413, 'too_large', () => post(`[${'{"t":1},'.repeat(700_000)}{"t":1}]`, 'application/json')],
    ['more than 5 MB of rubbish', 413, 'too_large', () => post('\x01'.repeat(5 * MEGABYTE + 1), 'text/plain')],
    [
      '200 MB behind gzip',
      413,
      'too_large',
      () => post(gzipSync(Buffer.alloc(200 * MEGABYTE, 32)), 'text/plain', { 'content-encoding': 'gzip' }),
    ],
    ['malformed JSON', 400, 'unreadable_request', () => post('{"t":', 'application/json')],
    ['NaN, which is no JSON', 400, 'unreadable_request', () => post('{"t":NaN}', 'application/json')],
    ['no body', 400, 'unreadable_request', () => post('', 'application/json')],
    ['what is no gzip', 400, 'unreadable_request', () => post('m t=1', 'text/plain', { 'content-encoding': 'gzip' })],
    [
      'half a gzip',
      400,
      'unreadable_request',
      () => post(gzipSync('m t=1'.repeat(999)).subarray(0, 30), 'text/plain', { 'content-encoding': 'gzip' }),
    ],
    [
      'an unknown encoding',
      415,
      'wrong_content_type',
      () => post('m t=1', 'text/plain', { 'content-encoding': 'rot13' }),
    ],
    ['XML', 415, 'wrong_content_type', () => post('<t>1</t>', 'application/xml')],
    ['a form', 415, 'wrong_content_type', () => post('t=1', 'application/x-www-form-urlencoded')],
  ])('[decisions §1] %s: %i %s', async (_, status, code, request) => {
    const answer = await request()
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
    expect(answer.json().message).toMatch(/\.$/)
    expect(await last()).toEqual({})
  })

  test('[decisions §5] 5 MB of rubbish within the limit is refused at once and clearly', async () => {
    const before = process.threadCpuUsage()
    expect((await post('\x01'.repeat(5 * MEGABYTE), 'text/plain')).statusCode).toBe(422)
    // More lines than 5 MB of messages can have.
    expect((await post('a\n'.repeat(2.5 * MEGABYTE), 'text/plain')).statusCode).toBe(413)
    expect((await post('["'.repeat(2.5 * MEGABYTE), 'application/json')).statusCode).toBe(400)
    expect((await post('"'.repeat(5 * MEGABYTE), 'text/plain')).statusCode).toBe(422)
    expect(process.threadCpuUsage(before).user).toBeLessThan(10_000_000)
    expect(await send({ t: 1 })).toMatchObject({ accepted: 1 })
  })
})
