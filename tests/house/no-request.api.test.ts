import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LONGEST_HEAD } from '../../server/app.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'

let app: TestApp
let port: number
beforeAll(async () => {
  app = await startTestApp()
  port = Number(new URL(await app.listen()).port)
})
afterAll(() => app.close())

const answerTo = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', data => {
      answer += data
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })

const HEAD = 'GET /api/setup HTTP/1.1\r\nhost: barnometer.test\r\n'

test.each([
  ['a head that is too large', `${HEAD}x-much: ${'a'.repeat(LONGEST_HEAD)}\r\n\r\n`, 413, 'too_large'],
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'unreadable_request'],
  ['two lengths of a body', `${HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`, 400, 'unreadable_request'],
])('[decisions §1] %s is answered with the one error body too', async (_, bytes, status, code) => {
  const [head = '', body = ''] = (await answerTo(bytes)).split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} .+application/json`, 's'))
  expect(JSON.parse(body)).toEqual({ code, message: expect.stringMatching(/\.$/) })
})
