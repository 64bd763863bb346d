import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { isPublicAddress, postOutside } from './safe-fetch.ts'

describe('addresses of the public internet', () => {
  test.each(['8.8.8.8', '172.15.0.1', '172.32.0.1', '2a00:1450:4001:80f::200e'])('%s is one', address => {
    expect(isPublicAddress(address)).toBe(true)
  })

  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'localhost',
  ])('%s is not', address => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('posting to an address that somebody gave', () => {
  const aServer = async (status: number, headers: Record<string, string> = {}) => {
    const asked: string[] = []
    const server = createServer((request, answer) => {
      asked.push(`${request.method} ${request.url}`)
      answer.writeHead(status, headers).end('x'.repeat(1000))
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    return { asked, port, stop: () => new Promise(resolve => server.close(resolve)) }
  }
  const post = (url: string, inside: boolean) => postOutside(url, { headers: {}, body: '{}', inside })

  test('reaches nothing inside, whether named by number, in hexadecimal or by name', async () => {
    const server = await aServer(200)
    for (const host of ['127.0.0.1', '0x7f000001', '2130706433', '[::1]', '[::ffff:127.0.0.1]'])
      await expect(post(`http://${host}:${server.port}/`, false), host).rejects.toMatchObject({
        reason: 'private_address',
      })
    // The answer is the same, whether a name leads inside or nowhere.
    for (const host of ['localhost', 'no-such-name.invalid'])
      await expect(post(`http://${host}:${server.port}/`, false), host).rejects.toMatchObject({ reason: 'unreachable' })
    expect(server.asked).toEqual([])
    await server.stop()
  })

  test('follows no redirect, and where it is allowed reaches what is inside', async () => {
    const server = await aServer(302, { location: '/elsewhere' })
    expect(await post(`http://127.0.0.1:${server.port}/here`, true)).toBe(302)
    expect(server.asked).toEqual(['POST /here'])
    await server.stop()
    await expect(post(`http://127.0.0.1:${server.port}/here`, true)).rejects.toMatchObject({ reason: 'unreachable' })
  })
})
