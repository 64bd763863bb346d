import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import type { Series } from '../../kit/database/series.ts'
import { aFirstUser } from '../../testing/a-user.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { createWatching, times } from '../../testing/watching.ts'
import { noteListening } from '../listening.ts'
import { noteHearing } from './hearing.ts'
import { evaluateMinute } from './minute.ts'
import { stateOfWatch } from './state-of-watch.ts'

let app: TestApp
const admin = 'admin@farm.example'
beforeAll(async () => {
  app = await startTestApp()
  await aFirstUser(app, admin)
})
afterAll(() => app.close())
const { aFarm, minutes, alertsOf } = createWatching(() => app)

const mailsTo = async (recipient: string): Promise<string[]> =>
  (
    await app.services.db
      .selectFrom('outbox')
      .select('subject')
      .where('recipient', '=', recipient)
      .orderBy('id')
      .execute()
  )
    .map(mail => mail.subject)
    .filter(subject => /Monitoring/.test(subject))
const outages = () => app.services.db.selectFrom('watch_outages').selectAll().orderBy('id').execute()

/** Minutes in which something is away: the transports note nothing, and evaluating may throw. */
const minutesWithout = async (count: number, look: () => Promise<unknown>) => {
  for (let minute = 0; minute < count; minute++) {
    app.clock.forward(MINUTE_MS)
    await look().catch(() => undefined)
  }
}

const whileSeriesIsAway = async (work: () => Promise<void>) => {
  const { series } = app.services
  const gone = () => Promise.reject(new Error('connect ECONNREFUSED'))
  app.services.series = { ...series, query: gone, insert: gone, command: gone } as unknown as Series
  await work()
  app.services.series = series
}

beforeEach(async () => {
  await app.services.db.deleteFrom('watch_outages').execute()
  await app.services.db.deleteFrom('outbox').execute()
})

describe('the watch', () => {
  test('is not alive while evaluating fails, tells administrators once, and calls no device silent afterwards', async () => {
    const farm = await aFarm()
    await minutes(farm, times(3, 10))
    expect((await stateOfWatch(app.services)).problem).toBeNull()
    await whileSeriesIsAway(() =>
      minutesWithout(45, async () => {
        await noteListening(app.services, () => true).catch(() => undefined)
        await evaluateMinute(app.services)
      }),
    )
    expect(await stateOfWatch(app.services)).toMatchObject({ problem: 'not_heard', awakeSince: null })
    expect(await mailsTo(admin)).toMatchObject([expect.stringMatching(/^Monitoring is down/)])
    await minutes(farm, times(5, null))
    expect(await mailsTo(admin)).toMatchObject([
      expect.anything(),
      expect.stringMatching(/^Monitoring has been working again/),
    ])
    expect(await outages()).toMatchObject([{ problem: 'not_heard', lasting: null }])
    await minutes(farm, times(25, null))
    expect(await alertsOf(farm)).toEqual([])
    // A device that stays silent although it could speak again is told.
    await minutes(farm, times(20, null))
    expect(await alertsOf(farm)).toMatchObject([{ kind: 'device_silent' }])
  })

  test('is not alive while messages cannot be taken, though every minute is evaluated', async () => {
    const farm = await aFarm()
    await minutes(farm, times(3, 10))
    await minutesWithout(60, () => evaluateMinute(app.services))
    expect(await stateOfWatch(app.services)).toMatchObject({ problem: 'not_heard' })
    expect(await alertsOf(farm)).toEqual([])
    expect(await mailsTo(admin)).toHaveLength(1)
  })

  test('notices afterwards that it was away as a whole, in one mail', async () => {
    const farm = await aFarm()
    await minutes(farm, times(3, 10))
    await app.services.db.deleteFrom('watch_outages').execute()
    await app.services.db.deleteFrom('outbox').execute()
    app.clock.forward(45 * MINUTE_MS)
    await minutes(farm, times(3, null))
    expect(await mailsTo(admin)).toMatchObject([expect.stringMatching(/^Monitoring has been working again/)])
    expect(await alertsOf(farm)).toEqual([])
  })

  test('hears by the broker only while the link is there, where there is one', async () => {
    const farm = await aFarm()
    app.services.environment.MQTT_URL = 'mqtt://127.0.0.1:1'
    await minutes(farm, times(3, 10))
    await minutesWithout(60, async () => {
      await noteHearing(app.services, 'http')
      await evaluateMinute(app.services)
    })
    expect(await stateOfWatch(app.services)).toMatchObject({ problem: 'not_heard' })
    expect(await alertsOf(farm)).toEqual([])
    app.services.environment.MQTT_URL = undefined
    expect(await stateOfWatch(app.services)).toMatchObject({ problem: null })
  })

  test('counts what another process could hear beside this one', async () => {
    const farm = await aFarm()
    await minutes(farm, times(3, 10))
    await minutesWithout(45, async () => {
      await noteHearing({ db: app.services.db, now: app.clock.now }, 'http')
      await evaluateMinute(app.services)
    })
    expect(await stateOfWatch(app.services)).toMatchObject({ problem: null })
    expect(await alertsOf(farm)).toMatchObject([{ kind: 'device_silent' }])
  })
})
