import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDevices, type Device, EMAIL, PASSWORD, signIn, signUp } from './farm.ts'
import { pause } from './sender.ts'
import { dataFolder, type ServerProcess, startServer } from './server-process.ts'

const MISTYPED = 'Stable-Air-43'

describe('what a server writes to its log at the level trace', () => {
  const folder = dataFolder()
  let server: ServerProcess
  let tokens: string[]
  let device: Device

  beforeAll(async () => {
    server = await startServer(folder, { LOG_LEVEL: 'trace' })
    tokens = [await signUp(server.origin), await signIn(server.origin)]
    const [first] = await addDevices(server.origin, tokens[0]!, 1)
    device = first!
  })
  afterAll(async () => {
    await server?.end('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  it('[decisions §2] holds no password, token or key of a whole session, mistakes included', async () => {
    for (const request of everyWayToSpillASecret(device, tokens[0]!)) {
      const answer = await fetch(server.origin + request.path, request)
      await answer.text()
      expect(answer.status, request.path).toBeLessThan(500)
    }
    await pause(1200)
    expect(await server.end('SIGTERM')).toBe(0)
    expect(server.said()).toContain('"level":')
    for (const secret of [PASSWORD, MISTYPED, device.key, ...tokens])
      for (const written of [secret, encodeURIComponent(secret), base64(`device:${secret}`)])
        expect(server.said()).not.toContain(written)
  })
})

const base64 = (text: string): string => Buffer.from(text).toString('base64')

const everyWayToSpillASecret = ({ key, id }: Device, token: string) => {
  const json = { 'content-type': 'application/json' }
  const text = { 'content-type': 'text/plain' }
  const post = (path: string, headers: Record<string, string>, body: string) => ({
    path,
    method: 'POST',
    headers,
    body,
  })
  const get = (path: string, secret: string) => ({ path, headers: { authorization: `Bearer ${secret}` } })
  const message = JSON.stringify({ t: 21 })
  return [
    post('/api/measurements', { ...json, authorization: `Bearer ${key}` }, message),
    post('/api/measurements', { ...json, 'x-api-key': key }, message),
    post('/api/measurements', { ...json, authorization: `Bearer ${key}` }, `{"key":"${key}"`),
    post('/api/measurements', { ...json, authorization: `Bearer ${key}` }, JSON.stringify({ t: 'NaN', [key]: 1 })),
    post('/api/v2/write', { ...text, authorization: `Token ${key}` }, 'air t=21'),
    post('/write', { ...text, authorization: `Basic ${base64(`device:${key}`)}` }, 'air t=21'),
    post(`/write?db=farm&u=device&p=${key}`, text, 'air t=21'),
    post(`/write?db=farm&u=device&p=${key}&precision=wrong`, text, 'air t=21'),
    post('/api/login', json, JSON.stringify({ email: EMAIL, password: MISTYPED })),
    post('/api/login', json, `{"email":"${EMAIL}","password":"${PASSWORD}"`),
    post('/api/login', json, JSON.stringify({ email: EMAIL, password: [PASSWORD] })),
    post('/api/register', json, JSON.stringify({ email: EMAIL, password: PASSWORD })),
    post('/api/login', { 'content-type': 'application/xml' }, PASSWORD),
    post(`/api/sensors/${id}/keys`, { ...json, authorization: `Bearer ${token}` }, '{}'),
    get('/api/sensors', token),
    get('/api/sensors', key),
    get(`/api/sensors/${id}`, `${token}x`),
    get(`/api/nowhere?token=${token}&password=${PASSWORD}`, token),
    get(`/api/sensors/%E0%A4%A?token=${token}`, token),
    post('/api/logout', { authorization: `Bearer ${token}` }, ''),
  ]
}
