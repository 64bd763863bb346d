import { afterEach, describe, expect, test, vi } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { notifyByMail } from '../../server/alerts/delivery/by-mail.ts'
import { escalateAlerts } from '../../server/alerts/escalation/escalate.ts'
import { evaluateMinute } from '../../server/alerts/evaluation/minute.ts'
import { stateOfWatch } from '../../server/alerts/evaluation/state-of-watch.ts'
import { noteListening } from '../../server/alerts/listening.ts'
import { shardsOf } from '../../server/kit/database/cluster.ts'
import { sendAllDue } from '../../server/notifications/outbox/outbox.ts'
import { aDevice, type TestDevice } from '../../server/testing/a-device.ts'
import { aRule } from '../../server/testing/a-rule.ts'
import { aRegistration, signIn } from '../../server/testing/a-user.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'
import { type MailServer, startMailServer } from '../servers/mail-server.ts'

const OUTAGE_MINUTES = 45
const FARMS = 3

interface Farm {
  email: string
  devices: Sender[]
}

/** A device that keeps what nobody took, and sends it with the next message. */
interface Sender {
  device: TestDevice
  kept: { time: string; nh3: number }[]
  /** Times that the server said it has stored. */
  taken: string[]
}

let app: TestApp
let mail: MailServer
let isLinked = true
afterEach(async () => {
  await app.close()
  await mail.stop()
})

const confirmed = async (): Promise<string> => {
  const registration = aRegistration()
  await app.call(api.register, { body: registration })
  await app.services.db
    .updateTable('users')
    .set({ email_verified_at: app.clock.iso() })
    .where('email', '=', registration.email)
    .execute()
  return registration.email
}

const aFarm = async (): Promise<Farm> => {
  const email = await confirmed()
  const owner = await signIn(app, email)
  const devices: Sender[] = []
  for (let count = 0; count < 3; count++)
    devices.push({ device: await aDevice(app, owner, { upload_interval: 60 }), kept: [], taken: [] })
  await aRule(app, owner, { urgency: 'act_now', clear_value: 15 })
  return { email, devices }
}

/** NH3 of the first device of each farm is too high, of the others it is well. */
const send = async (sender: Sender, nh3: number): Promise<void> => {
  sender.kept.push({ time: app.clock.iso(), nh3 })
  const body = [...sender.kept]
  try {
    await app.call(api.sendMeasurements, { body }, sender.device.key)
    sender.taken.push(...body.map(({ time }) => time))
    sender.kept = []
  } catch (error) {
    // A device that is refused knows it, and keeps what it has.
    expect((error as { status: number }).status).toBeGreaterThanOrEqual(500)
  }
}

interface Course {
  farms: Farm[]
  /** NH3 of the first device of each farm. */
  first: number
  /** Devices that reach nobody now, by whatever way. */
  isCutOff?: boolean
}

/** A minute as it goes: devices send, the clock's jobs run, and none of them must end the others. */
const minute = async ({ farms, first, isCutOff = false }: Course): Promise<void> => {
  app.clock.set((Math.floor(app.clock.now() / MINUTE_MS) + 1) * MINUTE_MS)
  for (const { devices } of farms)
    await Promise.all(
      devices.map((sender, index) => {
        const nh3 = index === 0 ? first : 10
        if (!isCutOff) return send(sender, nh3)
        sender.kept.push({ time: app.clock.iso(), nh3 })
        return Promise.resolve()
      }),
    )
  const { services } = app
  const jobs = [
    () => app.app.settle(),
    () => noteListening(services, () => isLinked),
    () => evaluateMinute(services),
    () => notifyByMail(services),
    () => escalateAlerts(services),
    () => sendAllDue(services),
  ]
  for (const job of jobs) await job().catch(() => undefined)
}

const minutes = async (count: number, course: Course): Promise<void> => {
  for (let one = 0; one < count; one++) await minute(course)
}

const start = async (environment: Record<string, string> = {}) => {
  mail = await startMailServer()
  isLinked = true
  app = await startTestApp({ environment: { SMTP_URL: mail.url, ...environment } })
  const admin = await confirmed()
  const farms: Farm[] = []
  for (let count = 0; count < FARMS; count++) farms.push(await aFarm())
  return { admin, farms }
}

const subjectsTo = (address: string, pattern: RegExp): string[] =>
  mail.mailsTo(address).flatMap(({ subject = '' }) => (pattern.test(subject) ? [subject] : []))

/** Expectations that are the same whatever was away: nothing is lost, each alert is told once, and no device is called silent. */
const expectAllWell = async (farms: readonly Farm[]): Promise<void> => {
  for (const { email, devices } of farms) {
    for (const { device, kept, taken } of devices) {
      expect(kept).toEqual([])
      const found = await app.services.series.query({
        query: `SELECT toUnixTimestamp64Milli(time) AS ms FROM measurements FINAL WHERE device_id = ${device.id} AND key = 'nh3' ORDER BY time`,
        format: 'JSONEachRow',
      })
      const stored = (await found.json<{ ms: number }>()).map(({ ms }) => new Date(Number(ms)).toISOString())
      expect(stored).toEqual([...new Set(taken)].sort())
    }
    expect(subjectsTo(email, /Ammonia|NH3/)).toMatchObject([
      expect.not.stringMatching(/^Ended/),
      expect.stringMatching(/^Ended/),
    ])
    expect(subjectsTo(email, /silent/)).toEqual([])
  }
  const alerts = await app.services.db.selectFrom('alerts').select(['kind', 'state']).execute()
  expect(alerts).toEqual(farms.map(() => ({ kind: 'rule', state: 'resolved' })))
}

const WARNED = /Monitoring/

/** Takes a server away, so that nothing answers; returns the way back. */
const cutSeries = (): (() => void) => {
  const stores = new Set([app.services.series, ...shardsOf(app.services.series)])
  const spies = [...stores].flatMap(store =>
    (['query', 'insert', 'command'] as const).map(name =>
      vi.spyOn(store, name).mockRejectedValue(new Error('connect ECONNREFUSED')),
    ),
  )
  return () => {
    for (const spy of spies) spy.mockRestore()
  }
}

const cutCatalogue = (): (() => void) => {
  const executor = app.services.db.getExecutor()
  Object.assign(executor, { provideConnection: () => Promise.reject(new Error('connect ECONNREFUSED')) })
  return () => void Reflect.deleteProperty(executor, 'provideConnection')
}

// On a machine that does much else a simulated hour may take longer than a test usually may.
const PATIENCE = { timeout: 120_000 }

describe('[specification §3] 45 minutes without one of the parts, under load', PATIENCE, () => {
  test('the store of measurements: refused to the senders, told to administrators once, caught up afterwards', async () => {
    const { admin, farms } = await start()
    await minutes(5, { farms, first: 10 })
    const bringBack = cutSeries()
    await minutes(OUTAGE_MINUTES, { farms, first: 30 })
    expect(farms.every(({ devices }) => devices.every(({ kept }) => kept.length === OUTAGE_MINUTES))).toBe(true)
    expect(await stateOfWatch(app.services)).toMatchObject({ problem: 'not_heard' })
    bringBack()
    await minutes(4, { farms, first: 30 })
    await minutes(4, { farms, first: 10 })
    await expectAllWell(farms)
    expect(subjectsTo(admin, WARNED)).toMatchObject([
      expect.stringMatching(/^Monitoring is down/),
      expect.stringMatching(/^Monitoring has been working again/),
    ])
    expect(await stateOfWatch(app.services)).toMatchObject({ problem: null })
  })

  test('the catalogue: what was taken is stored, and administrators learn of it afterwards', async () => {
    const { admin, farms } = await start()
    await minutes(5, { farms, first: 10 })
    const bringBack = cutCatalogue()
    await minutes(OUTAGE_MINUTES, { farms, first: 30 })
    await expect(stateOfWatch(app.services)).rejects.toThrow()
    bringBack()
    await minutes(4, { farms, first: 30 })
    await minutes(4, { farms, first: 10 })
    await expectAllWell(farms)
    expect(subjectsTo(admin, WARNED)).toMatchObject([expect.stringMatching(/^Monitoring has been working again/)])
  })

  test('the mail server: every message goes out once when it is back', async () => {
    const { admin, farms } = await start()
    await minutes(5, { farms, first: 10 })
    await mail.stop()
    await minutes(OUTAGE_MINUTES, { farms, first: 30 })
    expect(farms.flatMap(({ email }) => subjectsTo(email, /NH3|Ammonia/))).toEqual([])
    const { mails_waiting } = await app.call(api.getReady, {})
    expect(mails_waiting).toBe(FARMS)
    mail = await startMailServer(mail.port)
    await minutes(4, { farms, first: 30 })
    await minutes(4, { farms, first: 10 })
    await expectAllWell(farms)
    expect(subjectsTo(admin, WARNED)).toEqual([])
  })

  test('the broker that devices send to: nobody counts as silent, and administrators are told', async () => {
    const { admin, farms } = await start({ MQTT_URL: 'mqtt://127.0.0.1:1' })
    await minutes(5, { farms, first: 10 })
    isLinked = false
    await minutes(OUTAGE_MINUTES, { farms, first: 30, isCutOff: true })
    expect(await stateOfWatch(app.services)).toMatchObject({ problem: 'not_heard' })
    isLinked = true
    await minutes(4, { farms, first: 30 })
    await minutes(4, { farms, first: 10 })
    await expectAllWell(farms)
    expect(subjectsTo(admin, WARNED)).toHaveLength(2)
  })
})
