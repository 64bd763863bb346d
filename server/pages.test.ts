import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountWeb } from './pages.ts'

const SCRIPT = 'console.log("Barn")'
const place = mkdtempSync(join(tmpdir(), 'barnometer-pages-'))
const folder = join(place, 'web')
const http = fastify()

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'assets/main-1.js'), SCRIPT)
  writeFileSync(join(folder, 'assets/main-1.js.br'), brotliCompressSync(SCRIPT))
  writeFileSync(join(folder, 'push.js'), SCRIPT)
  http.decorateRequest('language', undefined)
  await mountWeb(http, folder)
})
afterAll(async () => {
  await http.close()
  rmSync(place, { recursive: true })
})

test('sends a file of the build compressed where that is taken, to be kept for a year', async () => {
  const plain = await http.inject('/assets/main-1.js')
  expect(plain.body).toBe(SCRIPT)
  expect(plain.headers).toMatchObject({
    'content-type': expect.stringContaining('javascript'),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  })
  const small = await http.inject({ url: '/assets/main-1.js', headers: { 'accept-encoding': 'gzip, br' } })
  expect(small.headers).toMatchObject({ 'content-encoding': 'br', 'content-type': plain.headers['content-type'] })
  expect(small.rawPayload).toEqual(brotliCompressSync(SCRIPT))
  expect((await http.inject('/push.js')).headers['cache-control']).toBe('no-cache')
})

test('answers HEAD, and what is not new, without a body', async () => {
  const head = await http.inject({ method: 'HEAD', url: '/assets/main-1.js' })
  expect([head.statusCode, head.body]).toEqual([200, ''])
  const { etag } = (await http.inject('/push.js')).headers
  const same = await http.inject({ url: '/push.js', headers: { 'if-none-match': String(etag) } })
  expect([same.statusCode, same.body]).toEqual([304, ''])
})

test('sends nothing beside the folder, and knows no file that is not in it', async () => {
  writeFileSync(join(place, 'beside.txt'), 'secret')
  for (const path of ['/../beside.txt', '/assets/..%2f..%2fbeside.txt', '/%2e%2e%2fbeside.txt']) {
    const { body } = await http.inject(path)
    expect(body, path).not.toContain('secret')
  }
  expect((await http.inject('/assets/none.js')).statusCode).toBe(404)
  expect((await http.inject('/assets/%00')).statusCode).toBe(400)
})
