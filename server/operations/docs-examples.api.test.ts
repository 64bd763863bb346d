import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { Manual } from '#shared/contract/manual.ts'
import { LastValues, SeriesAnswer } from '#shared/contract/measurements/measurements.ts'
import { aDevice } from '../testing/a-device.ts'
import { aUser } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { EXAMPLE_DEVICE, type EXAMPLE_LANGUAGES, examplesOf } from './docs-examples.ts'

const run = promisify(execFile)

const isThere = (command: string, ...check: string[]): boolean => {
  try {
    execFileSync(command, check, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const HAS = {
  curl: isThere('curl', '--version'),
  python: isThere('python3', '--version'),
  pandas: isThere('python3', '-c', 'import pandas'),
  r: isThere('Rscript', '-e', 'library(httr2)'),
}

let app: TestApp
let origin: string
let token: string
let device: Awaited<ReturnType<typeof aDevice>>
beforeAll(async () => {
  app = await startTestApp({ now: '2026-11-23T12:00:00Z' })
  origin = await app.listen()
  const user = await aUser(app)
  device = await aDevice(app, user)
  await app.call(api.sendMeasurements, { body: { t: 21.4, h: 62 } }, device.key)
  await app.app.settle()
  const made = await app.call(api.createToken, { body: { name: 'Examples', scopes: ['read', 'write'] } }, user.token)
  token = made.token
})
afterAll(() => app.close())

/** The example as somebody runs it who put in the number of their device. */
const textOf = (name: string, language: (typeof EXAMPLE_LANGUAGES)[number]): string => {
  const example = examplesOf(origin).find(one => one.name === name)
  return (example?.[language] ?? '')
    .replaceAll(`device_id=${EXAMPLE_DEVICE}&`, `device_id=${device.id}&`)
    .replaceAll(`device_id=${EXAMPLE_DEVICE}"`, `device_id=${device.id}"`)
    .replaceAll(`"device_id":${EXAMPLE_DEVICE}`, `"device_id":${device.id}`)
    .replaceAll(`device_id = ${EXAMPLE_DEVICE}`, `device_id = ${device.id}`)
}
const environment = () => ({ ...process.env, BARNOMETER_TOKEN: token })
const shell = async (name: string) =>
  JSON.parse((await run('bash', ['-c', textOf(name, 'curl')], { env: environment() })).stdout)
const python = async (text: string) => (await run('python3', ['-c', text], { env: environment() })).stdout

describe('examples of the documentation', () => {
  test.skipIf(!HAS.curl)('with curl (skipped where it is not installed)', async () => {
    expect(LastValues.parse(await shell('last'))).toMatchObject({ t: { value: 21.4 }, h: { value: 62 } })
    const week = SeriesAnswer.parse(await shell('week'))
    expect(Object.keys(week.series).sort()).toEqual(['h', 't'])
    expect(Manual.parse(await shell('manual'))).toMatchObject({ measurement: 'nh3', value: 8.1 })
  })

  test.skipIf(!HAS.python)('with Python (skipped where it is not installed)', async () => {
    expect(await python(textOf('last', 'python'))).toMatch(/^t 21\.4 °C /m)
    expect(await python(textOf('manual', 'python'))).toMatch(/^\d+ 8\.1 ppm/)
  })

  test.skipIf(!HAS.pandas)('with pandas (skipped where it is not installed)', async () => {
    expect(await python(textOf('week', 'python'))).toMatch(/mean +21\.4/)
  })

  test.skipIf(!HAS.r)('with R and httr2 (skipped where they are not installed)', async () => {
    for (const name of ['last', 'week', 'manual'])
      await run('Rscript', ['-e', textOf(name, 'r')], { env: environment() })
  })

  test('read fields that the answers have, whatever is installed here', async () => {
    const call = async (path: string, body?: string) => {
      const answer = await fetch(`${origin}/api${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body } : {}),
      })
      expect(answer.ok, path).toBe(true)
      return (await answer.json()) as Record<string, unknown>
    }
    for (const name of ['last', 'week', 'manual'])
      for (const language of ['python', 'r'] as const) {
        const text = textOf(name, language)
        const [, path = ''] = /call\("([^"]+)"/.exec(text) ?? []
        const manual = { device_id: device.id, measurement: 'nh3', time: '2026-11-23T09:30:00Z', value: 8.1 }
        const answer = await call(path, name === 'manual' ? JSON.stringify(manual) : undefined)
        const inside = { last: 't', week: 'series', manual: '' }[name] ?? ''
        const one = name === 'week' ? Object.values(answer.series as object)[0] : answer[inside]
        const known = new Set([...Object.keys(answer), ...Object.keys((one as object | undefined) ?? {})])
        const read = [...text.matchAll(/(?:week|one|stored)(?:\["(\w+)"\]|\$(\w+))/g)].map(([, a, b]) => a ?? b ?? '')
        expect(read.length, `${name} ${language}`).toBeGreaterThan(1)
        expect(
          read.filter(field => !known.has(field)),
          `${name} ${language}`,
        ).toEqual([])
      }
  })

  test.each(['de', 'en', 'es', 'nl'])('stand in the page in %s, with both ways in and each scope', async language => {
    const { body } = await app.inject({
      method: 'GET',
      url: '/api/docs',
      headers: { 'accept-language': language, host: 'barn.example:8080' },
    })
    for (const text of ['http://barn.example:8080/api/measurements/last?device_id=7', 'bmt_', 'pandas', 'httr2'])
      expect(body).toContain(text)
    expect(body).toMatch(/<dt>session<\/dt><dd>\S/)
    expect(body).not.toMatch(/docs\.(way|scopes|examples)/)
  })

  test('openapi.json says which scope a call needs, and which calls no access token opens', async () => {
    const { paths, components } = (await app.inject({ method: 'GET', url: '/api/openapi.json' })).json()
    expect(components.securitySchemes.token).toMatchObject({ type: 'http', scheme: 'bearer' })
    expect(paths['/api/measurements/last'].get).toMatchObject({
      'x-scope': 'read',
      security: [{ user: [] }, { token: [] }],
    })
    expect(paths['/api/tokens'].post).toMatchObject({ 'x-scope': 'session', security: [{ user: [] }] })
  })
})
