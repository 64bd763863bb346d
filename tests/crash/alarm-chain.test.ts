import { rmSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { call } from '../../shared/contract/call.ts'
import { api } from '../../shared/contract/index.ts'
import { startMailServer } from '../servers/mail-server.ts'
import { callerAt, signUp } from './farm.ts'
import { pause } from './sender.ts'
import { dataFolder, startServer } from './server-process.ts'

/** Longer than the clock's look at the outbox. */
const LOOKS_MS = 26_000
/** A letter that was on its way when the server died is tried again after a minute. */
const AGAIN_MS = 60_000 + LOOKS_MS

describe('a server that is killed while it tests an alarm chain', () => {
  it('tells everybody of the plan once: when killed right after the test began, and after it went out', async () => {
    const folder = dataFolder()
    const mail = await startMailServer()
    const settings = { SMTP_URL: mail.url }
    const people = ['jan', 'piet'].map(name => ({ name, email: `${name}@farm.example` }))
    const letters = () => people.map(({ email }) => mail.mailsTo(email).length)
    let server = await startServer(folder, settings)
    onTestFinished(async () => {
      await server.end('SIGKILL')
      await mail.stop()
      rmSync(folder, { recursive: true, force: true })
    })
    const token = await signUp(server.origin)
    const caller = () => callerAt(server.origin, token)
    const location = { name: 'De Linde', areas: [{ name: 'Barn 1', area_type_id: 25 }] }
    const { id } = await call(api.createLocation, { body: location }, caller())
    await call(api.saveAlarmPlan, { params: { id }, body: { people } }, caller())
    await call(api.testAlarmPlan, { params: { id } }, caller())
    await server.end('SIGKILL')

    server = await startServer(folder, settings)
    await expect.poll(letters, { timeout: AGAIN_MS }).toEqual([1, 1])
    const states = async () =>
      (await call(api.getAlarmLog, { params: { id } }, caller())).entries[0]?.tellings.map(({ ways }) => ways[0]?.state)
    await expect.poll(states, { timeout: 5000 }).toEqual(['sent', 'sent'])
    await server.end('SIGKILL')

    server = await startServer(folder, settings)
    await pause(LOOKS_MS / 2)
    expect(letters()).toEqual([1, 1])
  }, 180_000)
})
