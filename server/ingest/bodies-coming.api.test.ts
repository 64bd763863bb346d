import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { aDevice, type TestDevice } from '../testing/a-device.ts'
import { aPicture } from '../testing/a-photo.ts'
import { aUser, type TestUser } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

const MB = 1024 * 1024
let app: TestApp
let owner: TestUser
let device: TestDevice
let port: number
beforeAll(async () => {
  app = await startTestApp({ bodies: { graceMs: 300, lookEveryMs: 50, lingerMs: 300 } })
  owner = await aUser(app)
  device = await aDevice(app, owner)
  port = Number(new URL(await app.listen()).port)
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await app.close()
})

const sockets: Socket[] = []
/** A call by hand, with the head and as much of the body as is said; what came back, and when its connection ended. */
const half = (head: string[], body: string | Buffer = '', stays = true) => {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let answer = ''
  const began = performance.now()
  socket.on('data', data => {
    answer += data
  })
  socket.on('error', () => {})
  socket.write(`${head.join('\r\n')}\r\nHost: x\r\n\r\n`)
  socket.write(body)
  if (!stays) socket.end()
  const closed = new Promise<number>(resolve => socket.once('close', () => resolve(performance.now() - began)))
  return { socket, answer: () => answer, closed }
}
const post = (path: string, key: string, length: number, type = 'application/json') => [
  `POST ${path} HTTP/1.1`,
  `Authorization: Bearer ${key}`,
  `Content-Type: ${type}`,
  `Content-Length: ${length}`,
]
const soon = (look: () => unknown) => expect.poll(look)

describe('[decisions §5] a body', () => {
  test.each([
    ['/api/measurements', 'application/json'],
    ['/api/photos', 'image/jpeg'],
    ['/api/imports?device_id=1', 'multipart/form-data; boundary=x'],
    ['/api/lorawan/ttn', 'application/json'],
    ['/api/locations', 'application/json'],
  ])('of nobody who is known is answered before it comes, and not waited for: %s', async (path, type) => {
    const call = half(post(path, 'nobody', 5 * MB, type))
    await soon(call.answer).toMatch(/^HTTP\/1.1 401/)
    expect(await call.closed).toBeLessThan(5000)
  })

  test('of a public call is short', async () => {
    const call = half(post('/api/login', '', MB))
    await soon(call.answer).toMatch(/^HTTP\/1.1 413/)
    call.socket.destroy()
  })

  test('that trickles is ended', async () => {
    const call = half(post('/api/measurements', device.key, 10_000), '{"t":')
    const drip = setInterval(() => call.socket.write(' '), 100)
    expect(await call.closed).toBeLessThan(5000)
    clearInterval(drip)
  })

  test('that is large has few beside it of one caller; others, and small ones, are taken meanwhile', async () => {
    const held = Array.from({ length: 4 }, () => half(post('/api/measurements', device.key, 2 * MB)))
    const fifth = half(post('/api/measurements', device.key, 2 * MB))
    await soon(fifth.answer).toMatch(/^HTTP\/1.1 503[\s\S]*retry-after: 2/i)
    const small = '{"t": 21}'
    expect((await half(post('/api/measurements', device.key, small.length), small, false).closed) > 0).toBe(true)
    const other = await aDevice(app, owner)
    const large = `[${'{"t": 21},'.repeat(40_000)}{"t":21}]`
    const taken = half(post('/api/measurements', other.key, large.length), large)
    await soon(taken.answer).toMatch(/^HTTP\/1.1 201/)
    for (const { socket } of [...held, fifth, taken]) socket.destroy()
    await soon(() => {
      const again = half(post('/api/measurements', device.key, large.length), large)
      return new Promise(resolve => again.socket.once('data', data => resolve(String(data).slice(0, 12))))
    }).toBe('HTTP/1.1 201')
  })

  test('that does not say its length counts as large once it is', async () => {
    const chunked = [...post('/api/measurements', device.key, 0).slice(0, 3), 'Transfer-Encoding: chunked']
    const chunk = `${(300 * 1024).toString(16)}\r\n${' '.repeat(300 * 1024)}\r\n`
    const held = Array.from({ length: 4 }, () => half(chunked, chunk))
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(await half(chunked, chunk).closed).toBeLessThan(250)
    for (const { socket } of held) socket.destroy()
  })
})

describe('[decisions §5] a form that cannot be read', () => {
  const send = (url: string, type: string, payload: Buffer | string, headers = {}) =>
    app.inject({
      method: 'POST',
      url,
      payload,
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': type, ...headers },
    })
  const form = (file: Buffer) =>
    Buffer.concat([
      Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'),
      file,
      Buffer.from('\r\n--x--\r\n'),
    ])

  test.each(['/api/photos', '/api/imports'])('is refused clearly: %s', async path => {
    const url = `${path}?device_id=${device.id}`
    const whole = form(await aPicture())
    const status = async (...sent: [string, Buffer | string, object?]) => (await send(url, ...sent)).statusCode
    expect(await status('multipart/form-data', whole)).toBe(400)
    expect(await status('multipart/form-data; boundary=x', whole.subarray(0, 90))).toBe(400)
    expect(await status('multipart/form-data; boundary=y', whole)).toBe(400)
    expect(await status('multipart/form-data; boundary=x', 'rubbish')).toBe(400)
    for (const packed of [gzipSync(whole), gzipSync(form(Buffer.alloc(5 * MB)))])
      expect(await status('multipart/form-data; boundary=x', packed, { 'content-encoding': 'gzip' })).toBe(415)
  })
})

test('[specification §8] who may not call is told so, whatever the body', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/measurements',
    payload: '{',
    headers: { 'content-type': 'x/y' },
  })
  expect(answer.statusCode).toBe(401)
  await expect(app.call(api.getHealth, {})).resolves.toEqual({ status: 'ok' })
})
