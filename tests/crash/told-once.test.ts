import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it, type TestContext } from 'vitest'
import { call } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { startMailServer } from '../servers/mail-server.ts'
import { addDevices, addReportSchedule, callerAt, EMAIL, signUp } from './farm.ts'
import { pause } from './sender.ts'
import { dataFolder, startServer } from './server-process.ts'

/** Longer than the clock's looks at what is due and at the outbox, together. */
const LOOKS_MS = 32_000
/** A mail that was on its way when the server died is tried again after a minute. */
const AGAIN_MS = 60_000 + LOOKS_MS
const LONGEST_MS = 2 * AGAIN_MS

/** A farm whose server is killed and started anew on the same folder, and the mailboxes it writes to. */
const aFarm = async (finished: TestContext['onTestFinished']) => {
  const folder = dataFolder()
  const mail = await startMailServer()
  const start = () => startServer(folder, { SMTP_URL: mail.url })
  let server = await start()
  finished(async () => {
    await server.end('SIGKILL')
    await mail.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const token = await signUp(server.origin)
  return {
    folder,
    mail,
    token,
    origin: () => server.origin,
    caller: () => callerAt(server.origin, token),
    isKilled: async (meanwhile = () => {}) => {
      await server.end('SIGKILL')
      meanwhile()
      server = await start()
    },
  }
}

// These tests wait for the clock nearly all the time.
describe.concurrent('a server that is killed while it has something to tell', () => {
  it(
    '[specification §3] reminds once, and keeps each inspection it has answered for',
    async ({ expect, onTestFinished }) => {
      const { mail, caller, isKilled } = await aFarm(onTestFinished)
      const mails = () => mail.mailsTo(EMAIL).filter(({ subject }) => subject?.includes('Look again')).length
      const location = await call(api.createLocation, { body: { name: 'De Linde' } }, caller())
      const body = {
        client_id: randomUUID(),
        location_id: location.id,
        date: new Date().toISOString(),
        reminder: 'Look again',
        reminder_date: new Date().toISOString(),
      }
      const written = await call(api.createInspection, { body }, caller())
      await isKilled()
      expect((await call(api.createInspection, { body }, caller())).id).toBe(written.id)
      await expect.poll(mails, { timeout: AGAIN_MS }).toBe(1)
      await isKilled()
      await pause(LOOKS_MS)
      expect(mails()).toBe(1)
    },
    LONGEST_MS,
  )

  it(
    '[decisions §7] tells an alert once: when killed before the mail is written, and after it was sent',
    async ({ expect, onTestFinished }) => {
      const { mail, token, origin, caller, isKilled } = await aFarm(onTestFinished)
      const mails = () => mail.mailsTo(EMAIL).filter(({ subject }) => subject?.includes('NH3')).length
      const [device] = await addDevices(origin(), token, 1)
      const rule = { physical_quantity_id: 4, threshold_value: 20, calculation_minutes: 0, urgency: 'act_now' } as const
      await call(api.createAlertRule, { body: rule }, caller())
      await call(api.sendMeasurements, { body: { nh3: 25 } }, callerAt(origin(), device?.key))
      const open = () => call(api.listAlerts, { query: {} }, caller())
      await expect.poll(open, { interval: 20 }).toHaveLength(1)
      await isKilled()
      await expect.poll(mails, { timeout: AGAIN_MS }).toBe(1)
      const state = async () => (await open())[0]?.deliveries[0]?.state
      await expect.poll(state).toBe('sent')
      await isKilled()
      await pause(LOOKS_MS)
      expect(mails()).toBe(1)
    },
    LONGEST_MS,
  )

  it(
    '[decisions §10] mails a run of a report schedule once: when killed while it waits or is made, and after it went out',
    async ({ expect, onTestFinished }) => {
      const { folder, mail, token, origin, caller, isKilled } = await aFarm(onTestFinished)
      const people = ['vet@farm.example', 'jan@farm.example']
      const mails = () => people.map(email => mail.mailsTo(email).length)
      await addReportSchedule(origin(), token, people)
      // The clock of the program itself cannot be set: what it waits for is made due while it is down.
      const isDue = (table: string, column: string) => () => {
        const catalogue = new DatabaseSync(join(folder, 'catalogue.sqlite'))
        catalogue.exec(`UPDATE ${table} SET ${column} = '${new Date().toISOString()}' WHERE ${column} <> ''`)
        catalogue.close()
      }
      await isKilled(isDue('report_schedules', 'next_run_at'))
      const runs = async () => (await call(api.listReportSchedules, {}, caller()))[0]?.runs ?? []
      await expect.poll(runs, { timeout: LOOKS_MS, interval: 20 }).toHaveLength(1)
      await isKilled(isDue('reports', 'taken_until'))
      await expect.poll(mails, { timeout: AGAIN_MS }).toEqual([1, 1])
      await expect.poll(async () => (await runs())[0]?.sent).toBe(2)
      await isKilled()
      await pause(LOOKS_MS)
      expect(mails()).toEqual([1, 1])
      expect((await runs()).map(({ state }) => state)).toEqual(['ready'])
    },
    LONGEST_MS,
  )

  it(
    'tells everybody of an alarm chain once: when killed right after its test began, and after it went out',
    async ({ expect, onTestFinished }) => {
      const { mail, caller, isKilled } = await aFarm(onTestFinished)
      const people = ['jan', 'piet'].map(name => ({ name, email: `${name}@farm.example` }))
      const isQuestion = (text = '') => text.includes('/alarm-person/')
      const mails = () => people.map(({ email }) => mail.mailsTo(email).filter(({ text }) => !isQuestion(text)).length)
      const location = { name: 'De Linde', areas: [{ name: 'Barn 1', area_type_id: 25 }] }
      const { id } = await call(api.createLocation, { body: location }, caller())
      await call(api.saveAlarmPlan, { params: { id }, body: { people } }, caller())
      for (const { email } of people) {
        await expect.poll(() => mail.mailsTo(email).length, { timeout: LOOKS_MS }).toBe(1)
        const [, token = ''] = /alarm-person\/([\w.-]+)/.exec(mail.mailsTo(email)[0]?.text ?? '') ?? []
        await call(api.answerAlarmPerson, { params: { token }, body: { answer: 'yes' } }, caller())
      }
      await call(api.testAlarmPlan, { params: { id } }, caller())
      await isKilled()
      await expect.poll(mails, { timeout: AGAIN_MS }).toEqual([1, 1])
      const states = async () =>
        (await call(api.getAlarmLog, { params: { id } }, caller())).entries[0]?.tellings.map(
          ({ ways }) => ways[0]?.state,
        )
      await expect.poll(states).toEqual(['sent', 'sent'])
      await isKilled()
      await pause(LOOKS_MS)
      expect(mails()).toEqual([1, 1])
    },
    LONGEST_MS,
  )
})
