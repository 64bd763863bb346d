import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { call } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { MINUTE_MS, SECOND_MS } from '#shared/rules/time/units.ts'
import { startMailServer } from '../servers/mail-server.ts'
import { addDevices, callerAt, EMAIL, signUp } from './farm.ts'
import { aSetUp } from './set-up.ts'

const DEVICES = 12
const PARTS = 24
/** Longest time until another process goes on with what a killed one had. */
const TAKEN_OVER_MS = 20_000

/** Rows of `alert_parts` as they lie there. */
interface Part {
  minute: string
  finished: string
  process: string | null
  held_until: number
  tries: number
}

test(
  'what a process had that is killed in the middle of the alert minute is evaluated within 20 s, and each alert told once',
  async () => {
    const mail = await startMailServer()
    onTestFinished(() => mail.stop())
    const { start, postgres } = await aSetUp(onTestFinished)
    const settings = { SMTP_URL: mail.url }
    const web = await start('web', 'api', settings)
    const token = await signUp(web.origin)
    const caller = callerAt(web.origin, token)
    const devices = await addDevices(web.origin, token, DEVICES)
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

    const client = new pg.Client(postgres.url)
    await client.connect()
    onTestFinished(() => client.end())
    const parts = async () => (await client.query<Part>('select * from alert_parts')).rows
    // Processes that evaluate stand still at what they read once they have taken their parts.
    await client.query('begin')
    await client.query('lock table alert_states in access exclusive mode')
    const processes = await Promise.all([start('one', 'jobs', settings), start('two', 'jobs', settings)])
    const held = async () => (await parts()).filter(part => part.held_until > Date.now())
    await expect.poll(async () => (await held()).length, { timeout: MINUTE_MS, interval: 100 }).toBe(PARTS)
    const [{ minute = '', process: name = '' } = {}] = await held()
    const killed = processes.find(({ pid }) => name?.includes(`-${pid}-`))
    const [other] = processes.filter(one => one !== killed)
    await killed?.end('SIGKILL')
    const killedAt = Date.now()
    const had = (await held()).filter(part => part.process === name)
    await client.query('commit')
    // Killed in the middle: it had parts that it had begun and not finished.
    expect(had.length).toBeGreaterThan(0)
    for (const part of had) expect(part).toMatchObject({ minute, tries: 1 })
    for (const part of had) expect(part.finished < minute).toBe(true)

    const left = async () => (await parts()).filter(part => part.process === name)
    await expect
      .poll(async () => (await left()).length, { timeout: TAKEN_OVER_MS + 5 * SECOND_MS, interval: 50 })
      .toBe(0)
    const took = Date.now() - killedAt
    // Parts that may be evaluated still are nobody else's.
    expect(took).toBeGreaterThan(5 * SECOND_MS)
    expect(took).toBeLessThan(TAKEN_OVER_MS + SECOND_MS)
    const unfinished = async () => (await parts()).filter(({ finished }) => finished < minute)
    await expect.poll(async () => (await unfinished()).length).toBe(0)
    const alerts = async () => (await call(api.listAlerts, { query: {} }, caller)).filter(({ kind }) => kind === 'rule')
    expect((await alerts()).map(({ device_id }) => device_id).sort((a, b) => a - b)).toEqual(
      devices.map(({ id }) => id),
    )

    const said = async () => (await alerts()).flatMap(({ deliveries }) => deliveries.map(({ state }) => state))
    await expect.poll(said, { timeout: MINUTE_MS, interval: 500 }).toEqual(Array(DEVICES).fill('sent'))
    const mails = mail.mailsTo(EMAIL).filter(({ subject }) => subject?.includes('NH3')).length
    expect(mails).toBeGreaterThan(0)
    expect(mails).toBeLessThanOrEqual(DEVICES)
    expect((await call(api.getReady, {}, { fetch, origin: web.origin })).watch?.problem).toBeNull()
    expect(await other?.end('SIGTERM')).toBe(0)
  },
  4 * MINUTE_MS,
)
