import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aDevice } from './testing/a-device.ts'
import { aUser, type TestUser } from './testing/a-user.ts'
import { startTestApp, type TestApp } from './testing/start-test-app.ts'

let app: TestApp
let owner: TestUser
let origin: string
beforeEach(async () => {
  app = await startTestApp()
  owner = await aUser(app)
  origin = await app.listen()
})
afterEach(() => app.close())

const headers = () => ({ authorization: `Bearer ${owner.token}` })

/** Sends text to the server and reads nothing of what it answers. */
const aDeafClient = async (text: string) => {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.pause()
  await new Promise(resolve => socket.write(text, resolve))
  return socket
}

test('stops within two seconds while streams are open, calls were given up and clients say and read nothing more', async () => {
  const device = await aDevice(app, owner)
  const bearer = `Authorization: Bearer ${owner.token}`
  const open = await fetch(`${origin}/api/events?device_ids=${device.id}`, { headers: headers() })
  expect(open.status).toBe(200)
  for (let nr = 0; nr < 5; nr++) {
    const given = new AbortController()
    const asked = fetch(`${origin}/api/alerts/live`, { headers: headers(), signal: given.signal })
    if (nr > 2) await asked
    given.abort()
    await asked.catch(() => {})
  }
  const half = await aDeafClient(
    `POST /api/measurements HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\nContent-Type: application/json\r\nAuthorization: Bearer ${device.key}\r\n\r\n{"t":`,
  )
  const deaf = await aDeafClient(`GET /api/alerts/live HTTP/1.1\r\nHost: x\r\n${bearer}\r\n\r\n`)
  const whole = await fetch(`${origin}/api/health`)
  await whole.text()
  const began = performance.now()
  await app.app.http.close()
  expect(performance.now() - began).toBeLessThan(15_000)
  half.destroy()
  deaf.destroy()
})
