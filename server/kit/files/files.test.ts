import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFiles } from './files.ts'

const folder = mkdtempSync(join(tmpdir(), 'barnometer-files-'))
const logged: object[] = []
const log = { error: (details: object | string) => void logged.push(details as object) }
const kept = new Map<string, Buffer>()
const asked: { method: string; url: string; authorization: string }[] = []
let status = 200

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** S3 store as far as it knows PUT, GET and DELETE of an object. */
const store = createServer(async (request, response) => {
  const { method = '', url = '' } = request
  asked.push({ method, url, authorization: request.headers.authorization ?? '' })
  const body = await bodyOf(request)
  if (status !== 200) return response.writeHead(status).end('<Error><Code>AccessDenied</Code></Error>')
  if (method === 'PUT') kept.set(url, body)
  if (method === 'DELETE') return response.writeHead(kept.delete(url) ? 204 : 404).end()
  const found = kept.get(url)
  return found ? response.end(found) : response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
})
let address = ''
beforeAll(async () => {
  await new Promise<void>(done => store.listen(0, '127.0.0.1', done))
  address = `s3+http://KEY:sec%2Fret@127.0.0.1:${(store.address() as AddressInfo).port}/barn?region=eu-west-1`
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  store.closeAllConnections()
  await new Promise(done => store.close(done))
})

describe.each(['folder', 's3'])('files in a %s', kind => {
  const open = () => openFiles({ path: folder, url: kind === 's3' ? address : undefined, log })

  test('come back as they were written, and are gone once removed', async () => {
    const bytes = Buffer.from([0, 1, 2, 255])
    await open().write('photos/a1/x/web', bytes)
    expect(await open().read('photos/a1/x/web')).toEqual(bytes)
    await open().remove('photos/a1/x/web')
    expect(await open().read('photos/a1/x/web')).toBeNull()
    await open().remove('photos/a1/x/web')
  })
})

test.each(['folder', 's3'])('a large file goes into a %s and out of it in pieces', async kind => {
  const path = join(folder, 'large')
  const bytes = Buffer.alloc(3_000_000, 'barn')
  writeFileSync(path, bytes)
  const files = openFiles({ path: folder, url: kind === 's3' ? address : undefined, log })
  await files.writeFrom('snapshots/one', path)
  const parts: Buffer[] = []
  for await (const part of (await files.open('snapshots/one')) ?? []) parts.push(Buffer.from(part))
  expect(Buffer.concat(parts).equals(bytes)).toBe(true)
  expect(parts.length).toBeGreaterThan(1)
  expect(await files.open('snapshots/none')).toBeNull()
})

test('a folder holds no half-written file', async () => {
  await openFiles({ path: folder, log }).write('photos/b/y', Buffer.alloc(10))
  expect(readdirSync(join(folder, 'photos/b'))).toEqual(['y'])
})

test('calls to a store are signed for its region and name the bucket', () => {
  expect(asked[0]).toMatchObject({ method: 'PUT', url: '/barn/photos/a1/x/web' })
  expect(asked[0]?.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=KEY\/\d{8}\/eu-west-1\/s3\/aws4_request/)
})

test('a store that refuses makes the server busy, and the log says why', async () => {
  status = 403
  const files = openFiles({ path: folder, url: address, log })
  await expect(files.write('photos/c', Buffer.alloc(1))).rejects.toMatchObject({ code: 'busy', retryAfter: 10 })
  await expect(files.read('photos/c')).rejects.toMatchObject({ code: 'busy' })
  expect(JSON.stringify(logged)).toContain('AccessDenied')
})
