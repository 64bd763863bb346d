import { expect, onTestFinished, test } from 'vitest'
import { call } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { startMailServer } from '../servers/mail-server.ts'
import { addDevices, callerAt, EMAIL, signUp } from './farm.ts'
import { aSetUp } from './set-up.ts'

const DEVICES = 12
/** Two processes know each other from the minute on that follows both starts. */
const DIVIDED_WITHIN_MS = 2 * MINUTE_MS + 30_000
/** Longest time until another process has evaluated what a killed one had, within the same minute or in the one that follows. */
const TAKEN_OVER_MS = 20_000

test(
  'processes divide the alert minute; what a killed one has is taken over within 20 s, and each alert told once',
  async () => {
    const mail = await startMailServer()
    onTestFinished(() => mail.stop())
    const { start } = await aSetUp(onTestFinished)
    const settings = { SMTP_URL: mail.url }
    const web = await start('web', 'api', settings)
    const token = await signUp(web.origin)
    const caller = callerAt(web.origin, token)
    const devices = await addDevices(web.origin, token, DEVICES)
    const [one, two] = await Promise.all([start('one', 'jobs', settings), start('two', 'jobs', settings)])
    const parts = async () => (await call(api.getOperations, {}, caller)).alert_parts
    await expect
      .poll(async () => (await parts()).map(part => part.parts), { timeout: DIVIDED_WITHIN_MS, interval: 500 })
      .toEqual([12, 12])

    const rule = {
      physical_quantity_id: 4,
      threshold_value: 20,
      calculation_minutes: 15,
      calculation: 'maximum',
    } as const
    await call(api.createAlertRule, { body: { ...rule, urgency: 'act_now' } }, caller)
    await Promise.all(
      devices.map(({ key }) => {
        const body = Array.from({ length: 12 }, (_, minute) => ({
          time: new Date(Date.now() - minute * MINUTE_MS).toISOString(),
          nh3: 25,
        }))
        return call(api.sendMeasurements, { body }, callerAt(web.origin, key))
      }),
    )
    // Killed as the minute begins, before it has taken its parts, while it evaluates them or just after.
    const minuteOf = (time: number) => Math.ceil(time / MINUTE_MS) * MINUTE_MS
    const minute = minuteOf(Date.now() + 1000)
    await new Promise(done => setTimeout(done, minute + 3000 + Math.random() * 400 - Date.now()))
    await one.end('SIGKILL')
    const killedAt = Date.now()
    const evaluated = async () => Math.min(...(await parts()).map(({ evaluated_at }) => Date.parse(evaluated_at ?? '')))
    await expect.poll(evaluated, { timeout: TAKEN_OVER_MS + 2000, interval: 100 }).toBeGreaterThanOrEqual(minute)
    expect(Date.now() - killedAt).toBeLessThan(TAKEN_OVER_MS + 1000)
    const alerts = async () => (await call(api.listAlerts, { query: {} }, caller)).filter(({ kind }) => kind === 'rule')
    expect((await alerts()).map(({ device_id }) => device_id).sort((a, b) => a - b)).toEqual(
      devices.map(({ id }) => id),
    )

    // The one that is left has all, and tells each once.
    await expect.poll(async () => (await parts()).map(part => part.parts), { timeout: DIVIDED_WITHIN_MS }).toEqual([24])
    const told = () => mail.mailsTo(EMAIL).filter(({ subject }) => subject?.includes('NH3')).length
    const said = async () => (await alerts()).flatMap(({ deliveries }) => deliveries.map(({ state }) => state))
    await expect.poll(said, { timeout: MINUTE_MS, interval: 500 }).toEqual(Array(DEVICES).fill('sent'))
    const mails = told()
    expect(mails).toBeGreaterThan(0)
    expect(mails).toBeLessThanOrEqual(DEVICES)
    const problems = (await call(api.getReady, {}, { fetch, origin: web.origin })).watch?.problem
    expect(problems).toBeNull()
    expect(await two.end('SIGTERM')).toBe(0)
  },
  6 * MINUTE_MS,
)
