import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deviceEndpoints } from '#shared/contract/devices/devices.ts'
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

const send = (body: unknown, language?: string) => app.call(sendMeasurements, { body }, device.key, language)
const post = (
  payload: string | Buffer,
  type: string,
  headers: Record<string, string> = {},
  url = '/api/measurements',
) =>
  app.inject({
    method: 'POST',
    url,
    payload,
    headers: { authorization: `Token ${device.key}`, 'content-type': type, ...headers },
  })
const last = () => app.call(getLast, { query: { device_id: device.id } }, owner.token)
const refusals = async () => {
  await app.app.settle()
  return app.call(deviceEndpoints.listRefusals, { params: { id: device.id } }, owner.token)
}
const NOON = Date.parse('2025-01-15T12:00:00Z')

describe('the JSON endpoint', () => {
  test('[decisions §5] takes one message, or an array of messages', async () => {
    expect(await send({ t: 20.5, h: 61 })).toEqual({ accepted: 2, rejected: [] })
    const array = [
      { time: NOON - 2000, t: 1 },
      { time: NOON - 1000, t: 2, co2: 800 },
    ]
    expect(await send(array)).toEqual({ accepted: 3, rejected: [] })
    expect(await last()).toMatchObject({ t: { value: 20.5, unit: '°C' }, h: { value: 61 }, co2: { value: 800 } })
  })

  test.each([
    ['no time: the time of arrival', undefined, '2025-01-15T12:00:00.000Z'],
    ['unix seconds', 1_736_899_200, '2025-01-15T00:00:00.000Z'],
    ['unix milliseconds', 1_736_899_200_500, '2025-01-15T00:00:00.500Z'],
    ['seconds as text', '1736899200', '2025-01-15T00:00:00.000Z'],
    ['ISO 8601 with an offset', '2025-01-15T01:00:00+01:00', '2025-01-15T00:00:00.000Z'],
    ['the first moment there is', '2000-01-01T00:00:00Z', '2000-01-01T00:00:00.000Z'],
    ['ten minutes ahead', NOON + 600_000, '2025-01-15T12:10:00.000Z'],
  ])('[decisions §5] takes %s', async (_, time, expected) => {
    expect(await send({ time, t: 7 })).toMatchObject({ accepted: 1 })
    expect((await last()).t).toMatchObject({ value: 7, time: expected })
  })

  test.each([
    ['1970', 0, 'too_old'],
    ['1999', '1999-12-31T23:59:59Z', 'too_old'],
    ['2100', '2100-01-01T00:00:00Z', 'in_future'],
    ['more than ten minutes ahead', NOON + 600_001, 'in_future'],
    ['a time without an offset', '2025-01-15T10:00:00', 'unreadable_time'],
    ['a word', 'noon', 'unreadable_time'],
    ['a truth value', true, 'unreadable_time'],
    ['a number beyond all calendars', 1e300, 'in_future'],
  ])('[decisions §5] refuses the time %s', async (_, time, code) => {
    await expect(send({ time, t: 7 })).rejects.toMatchObject({ status: 422, code: 'nothing_accepted' })
    expect((await send([{ time, t: 7 }, { t: 8 }])).rejected).toMatchObject([{ index: 0, field: 'time', code }])
    expect((await last()).t?.value).toBe(8)
  })

  test.each([
    ['°F', { t: { value: 68, unit: '°F' } }, 't', 20],
    ['K', { t: { value: 293.15, unit: 'K' } }, 't', 20],
    ['Pa', { p: { value: 101_325, unit: 'Pa' } }, 'p', 1013.25],
    ['mV', { bat_volt: { value: 3300, unit: 'mV' } }, 'bat_volt', 3.3],
    ['mg/m³', { nh3: { value: 7.0, unit: 'mg/m³' } }, 'nh3', 9.88],
    ['a number as text', { t: ' 20.25 ' }, 't', 20.25],
    ['an exponent', { t: '2e1' }, 't', 20],
  ])('[decisions §5] converts %s', async (_, body, key, expected) => {
    expect(await send(body)).toMatchObject({ accepted: 1, rejected: [] })
    expect((await last())[key]?.value).toBeCloseTo(expected, 1)
  })

  test.each([null, 'nan', 'NaN', 'NoSensor', 'unavailable', '', 327.67])(
    '[decisions §5] %j means not measured, never 0',
    async missing => {
      expect(await send({ t: missing, h: 60 })).toEqual({ accepted: 1, rejected: [] })
      expect(await last()).not.toHaveProperty('t')
    },
  )

  test('[decisions §5] one bad value never sinks the others, and each is named with its reason', async () => {
    const answer = await send([
      { t: 20, h: 'wet', co2: 9e9, foo: 1, constructor: 2, nh3: [1], light: { value: 1, unit: 'parsec' }, p: true },
      'rubbish',
      null,
      {},
      [],
      { t: 21 },
    ])
    expect(answer.accepted).toBe(2)
    expect(answer.rejected.map(one => [one.index, one.field, one.code])).toEqual([
      [0, 'h', 'not_a_number'],
      [0, 'co2', 'out_of_range'],
      [0, 'foo', 'unknown_measurement'],
      [0, 'constructor', 'unknown_measurement'],
      [0, 'nh3', 'not_a_number'],
      [0, 'light', 'unknown_unit'],
      [0, 'p', 'not_a_number'],
      [1, '', 'unreadable_message'],
      [2, '', 'unreadable_message'],
      [3, '', 'no_values'],
      [4, '', 'unreadable_message'],
    ])
    for (const { message } of answer.rejected) expect(message).toMatch(/\w.*\.$/)
  })

  test('[decisions §5] answers 422 with the reasons by field when nothing was accepted', async () => {
    await expect(send({ constructor: 1, t: 'x', toString: 2 })).rejects.toMatchObject({
      status: 422,
      code: 'nothing_accepted',
      errors: { constructor: [expect.any(String)], t: [expect.any(String)], toString: [expect.any(String)] },
    })
    await expect(send({ t: 'x' }, 'de')).rejects.toMatchObject({ errors: { t: ['t ist keine Zahl.'] } })
    for (const nothing of [[], {}]) await expect(send(nothing)).rejects.toMatchObject({ status: 422 })
  })

  test("[decisions §5] counts what was refused on the device's page, by field and reason", async () => {
    await expect(send([{ t: 99_999 }, { t: 'x' }, { t: 'y' }])).rejects.toMatchObject({ status: 422 })
    await send([{ t: 'z' }, { h: 50 }])
    const counted = await refusals()
    expect(counted.map(one => [one.field, one.code, one.count, one.last_value]).sort()).toEqual([
      ['t', 'not_a_number', 3, '"z"'],
      ['t', 'out_of_range', 1, '99999'],
    ])
    const sensor = await app.call(deviceEndpoints.getSensor, { params: { id: device.id } }, owner.token)
    expect(sensor.refused_values).toBe(4)
    app.clock.forward(8 * 86_400_000)
    expect(await refusals()).toEqual([])
    app.clock.forward(-8 * 86_400_000)
  })

  test('[decisions §5] the refusals of a deleted device do not take those of the others with them', async () => {
    await app.app.settle()
    const gone = await aDevice(app, owner)
    await expect(app.call(sendMeasurements, { body: { t: 'x' } }, gone.key)).rejects.toMatchObject({ status: 422 })
    await expect(send({ t: 'x', 'a\0b': 1 })).rejects.toMatchObject({ status: 422 })
    await app.call(deviceEndpoints.deleteSensor, { params: { id: gone.id } }, owner.token)
    expect((await refusals()).map(one => one.field).sort()).toEqual(['ab', 't'])
  })
})

describe('line protocol', () => {
  const ingestServices = ['/api/measurements', '/api/v2/write?org=o&bucket=b&precision=ns', '/write?db=x']
  test.each(ingestServices)('[decisions §5] %s takes lines of InfluxDB', async url => {
    const lines = [
      '# from Telegraf',
      `climate,host=barn\\ 1,room=a t=20.5,h=61i,mode="heat, cool" ${NOON - 1000}000000`,
      `climate t=21.5 ${NOON}000000`,
      '',
    ].join('\n')
    const answer = await post(lines, 'text/plain; charset=utf-8', {}, url)
    expect(answer.statusCode).toBe(url.startsWith('/api/measurements') ? 201 : 204)
    expect(await last()).toMatchObject({ t: { value: 21.5, time: app.clock.iso() }, h: { value: 61 } })
    expect((await refusals()).map(one => [one.field, one.code])).toEqual([['mode', 'unknown_measurement']])
  })

  test.each([
    ['s', NOON / 1000],
    ['ms', NOON],
    ['us', `${NOON}000`],
    ['ns', `${NOON}000000`],
  ])('[decisions §5] reads times in %s', async (precision, time) => {
    const answer = await post(`m t=5 ${time}`, 'text/plain', {}, `/api/v2/write?precision=${precision}`)
    expect(answer.statusCode).toBe(204)
    expect((await last()).t?.time).toBe('2025-01-15T12:00:00.000Z')
  })

  test('[decisions §5] keeps the good lines, refuses the others, and a body without any good line', async () => {
    expect((await post('m t=5\nrubbish\nm t=\nm t=1 noon', 'text/plain', {}, '/write')).statusCode).toBe(204)
    expect((await refusals()).reduce((sum, one) => sum + one.count, 0)).toBe(3)
    for (const body of ['rubbish', 'm t=true', '\0\0\0', 'm constructor=1'])
      expect((await post(body, 'text/plain', {}, '/write')).statusCode).toBe(422)
  })

  test('[decisions §5] takes the key as an Influx client sends it: p in the address, or the password of Basic', async () => {
    const write = (url: string, headers: Record<string, string> = {}) =>
      app.inject({ method: 'POST', url, payload: 'm t=5', headers: { 'content-type': 'text/plain', ...headers } })
    expect((await write(`/write?db=x&u=me&p=${device.key}`)).statusCode).toBe(204)
    const authorization = `Basic ${Buffer.from(`me:${device.key}`).toString('base64')}`
    expect((await write('/write', { authorization })).statusCode).toBe(204)
    expect((await write('/write?p=wrong')).statusCode).toBe(401)
    expect((await write('/write')).statusCode).toBe(401)
  })

  test('[decisions §5] takes a gzip body, as Telegraf sends it', async () => {
    const headers = { 'content-encoding': 'gzip' }
    const answer = await post(gzipSync('m t=5.5'), 'text/plain', headers, '/api/v2/write')
    expect(answer.statusCode).toBe(204)
    expect((await last()).t?.value).toBe(5.5)
    expect((await post(gzipSync('{"t":6}'), 'application/json', headers)).statusCode).toBe(201)
  })
})
