import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { z } from 'zod'
import type { AlarmPlanInput } from '#shared/contract/alerts/alarm-plans.ts'
import { api } from '#shared/contract/index.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { escalateAlerts } from '../alerts/escalation/escalate.ts'
import { announce } from '../alerts/evaluation/announce.ts'
import { sendAllDue } from '../notifications/outbox/outbox.ts'
import { aDevice } from './a-device.ts'
import { aLocation } from './a-location.ts'
import { aPlacement } from './a-placement.ts'
import { aFirstUser, aUser } from './a-user.ts'
import { anAlertRow } from './an-alert.ts'
import { mailsTo } from './outgoing-mail.ts'
import { startTestApp, type TestApp } from './start-test-app.ts'

let number = 0

/** A farm with one device and two people who may be called, and what happens to them. */
export const anAlarmPlan = async (app: TestApp) => {
  number++
  const [jan, piet] = [`jan${number}@farm.example`, `piet${number}@farm.example`]
  const owner = await aUser(app)
  const location = await aLocation(app, owner)
  const device = await aDevice(app, owner)
  await aPlacement(app, owner, device, location)
  const byLocation = { params: { id: location.id } }
  const save = async (changes: Partial<z.input<typeof AlarmPlanInput>> = {}, token = owner.token) => {
    const saved = await saveOnly(changes, token)
    await app.services.db
      .updateTable('alarm_people')
      .set({ answer: 'yes', answered_at: app.clock.iso() })
      .where('location_id', '=', location.id)
      .execute()
    return saved
  }
  /** The people who have no account are asked, and have not answered yet. */
  const saveOnly = (changes: Partial<z.input<typeof AlarmPlanInput>> = {}, token = owner.token) => {
    const people = [
      { name: 'Jan', phone: '+31 (0)6 12-34', email: jan },
      { name: 'Piet', email: piet },
    ]
    return app.call(api.saveAlarmPlan, { ...byLocation, body: { minutes: 10, people, ...changes } }, token)
  }
  const fire = async (changes: object = {}) => {
    const id = await anAlertRow(app, device, { kind: 'device_silent', location_id: location.id, ...changes })
    const news = { alert_id: id, event: 'fired' as const, at: app.clock.iso() }
    await app.services.db.transaction().execute(trx => announce(trx, [news]))
    return id
  }
  /** Does the clock's work after some minutes, as two processes that wake up together; the mails go out. */
  const later = async (minutes: number) => {
    app.clock.forward(minutes * MINUTE_MS)
    await Promise.all([escalateAlerts(app.services), escalateAlerts(app.services)])
    await sendAllDue(app.services)
  }
  const alarmMailsTo = async (email: string) => {
    const left = app.services.db.selectFrom('outbox').select('id').where('state', '=', 'waiting')
    await expect
      .poll(async () => {
        await sendAllDue(app.services)
        return left.execute()
      })
      .toEqual([])
    return mailsTo(app, email).filter(mail => !mail.includes('/alarm-person/'))
  }
  const log = async () => (await app.call(api.getAlarmLog, byLocation, owner.token)).entries
  return { jan, piet, owner, location, device, byLocation, save, saveOnly, fire, later, alarmMailsTo, log }
}

/** Token in the link of a mail of a plan. */
export const callTokenIn = (mail: string | undefined): string => /\/alarm\/([\w.-]+)/.exec(mail ?? '')?.[1] ?? ''

/** Gives each test of a file a farm of its own in one app, which is theirs together. */
export const withAlarmPlans = (use: (app: TestApp, plan: Awaited<ReturnType<typeof anAlarmPlan>>) => void): void => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
    await aFirstUser(app)
  })
  afterAll(() => app.close())
  beforeEach(async () => use(app, await anAlarmPlan(app)))
}
