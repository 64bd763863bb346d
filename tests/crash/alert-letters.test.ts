import { rmSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { call } from '../../shared/contract/call.ts'
import { api } from '../../shared/contract/index.ts'
import { startMailServer } from '../servers/mail-server.ts'
import { addDevices, callerAt, EMAIL, signUp } from './farm.ts'
import { pause } from './sender.ts'
import { dataFolder, startServer } from './server-process.ts'

/** Longer than the clock's looks at what is to be told and at the outbox, together. */
const LOOKS_MS = 26_000

describe('a server that is killed while it tells of an alert', () => {
  const folder = dataFolder()
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('[decisions §7] tells it once: when killed before the letter is written, and after it was sent', async () => {
    const mail = await startMailServer()
    const settings = { SMTP_URL: mail.url }
    const letters = () => mail.mailsTo(EMAIL).filter(({ subject }) => subject?.includes('NH3'))
    let server = await startServer(folder, settings)
    const token = await signUp(server.origin)
    const [device] = await addDevices(server.origin, token, 1)
    const rule = { physical_quantity_id: 4, threshold_value: 20, calculation_minutes: 0, urgency: 'act_now' } as const
    await call(api.createAlertRule, { body: rule }, callerAt(server.origin, token))
    await call(api.sendMeasurements, { body: { nh3: 25 } }, callerAt(server.origin, device?.key))
    const open = () => call(api.listAlerts, { query: {} }, callerAt(server.origin, token))
    await expect.poll(open, { timeout: 5000, interval: 20 }).toHaveLength(1)
    await server.end('SIGKILL')

    server = await startServer(folder, settings)
    await expect.poll(() => letters().length, { timeout: LOOKS_MS }).toBe(1)
    const state = async () => (await open())[0]?.deliveries[0]?.state
    await expect.poll(state, { timeout: 5000 }).toBe('sent')
    await server.end('SIGKILL')

    server = await startServer(folder, settings)
    await pause(LOOKS_MS)
    expect(letters()).toHaveLength(1)
    await server.end('SIGKILL')
    await mail.stop()
  })
})
