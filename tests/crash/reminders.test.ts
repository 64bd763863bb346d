import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { call } from '../../shared/contract/call.ts'
import { api } from '../../shared/contract/index.ts'
import { startMailServer } from '../servers/mail-server.ts'
import { callerAt, EMAIL, signUp } from './farm.ts'
import { pause } from './sender.ts'
import { dataFolder, startServer } from './server-process.ts'

/** Longer than the clock's looks at what is due and at the outbox, together. */
const LOOKS_MS = 32_000

describe('a server that is killed while it reminds', () => {
  const folder = dataFolder()
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('[specification §3] reminds once, and keeps each inspection it has answered for', async () => {
    const mail = await startMailServer()
    const settings = { SMTP_URL: mail.url }
    const letters = () => mail.mailsTo(EMAIL).filter(({ subject }) => subject?.includes('Look again'))
    let server = await startServer(folder, settings)
    const token = await signUp(server.origin)
    const caller = () => callerAt(server.origin, token)
    const location = await call(api.createLocation, { body: { name: 'De Linde' } }, caller())
    const body = {
      client_id: randomUUID(),
      location_id: location.id,
      date: new Date().toISOString(),
      reminder: 'Look again',
      reminder_date: new Date().toISOString(),
    }
    const written = await call(api.createInspection, { body }, caller())
    await server.end('SIGKILL')

    server = await startServer(folder, settings)
    expect((await call(api.createInspection, { body }, caller())).id).toBe(written.id)
    await expect.poll(() => letters().length, { timeout: LOOKS_MS }).toBe(1)
    await server.end('SIGKILL')

    server = await startServer(folder, settings)
    await pause(LOOKS_MS)
    expect(letters()).toHaveLength(1)
    await server.end('SIGKILL')
    await mail.stop()
  })
})
