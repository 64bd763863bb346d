import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { sendAllDue } from '../../notifications/outbox/outbox.ts'
import { signIn } from '../../testing/a-user.ts'
import { type anAlarmPlan, callTokenIn, withAlarmPlans } from '../../testing/an-alarm-plan.ts'
import type { TestApp } from '../../testing/start-test-app.ts'
import { forgetOldLog } from './log.ts'
import { remindOfTests } from './tests.ts'

let app: TestApp
let { jan, piet, owner, location, byLocation, save, fire, later, alarmMailsTo, log } = {} as Awaited<
  ReturnType<typeof anAlarmPlan>
>
withAlarmPlans((its, plan) => {
  app = its
  ;({ jan, piet, owner, location, byLocation, save, fire, later, alarmMailsTo, log } = plan)
})

describe('the monthly test', () => {
  test('reaches everybody at once, marked as a test; each confirms; it is not due any more', async () => {
    await save()
    const started = await app.call(api.testAlarmPlan, byLocation, owner.token)
    expect(started.tellings.map(({ name }) => name)).toEqual(['Jan', 'Piet'])
    const [mail] = await alarmMailsTo(jan)
    expect(mail).toMatch(/Subject: .*TEST/)
    const token = callTokenIn(mail)
    await app.call(api.confirmAlarmCall, { params: { token }, body: { remark: 'siren too' } })
    const remark = { params: { id: started.test_id ?? 0 }, body: { remark: 'all well' } }
    await app.call(api.remarkAlarmTest, remark, owner.token)
    const [entry] = await log()
    expect(entry).toMatchObject({ kind: 'test', started_by: expect.any(String), remark: 'all well' })
    expect(entry?.tellings.map(({ confirmed_at, remark }) => [confirmed_at !== null, remark])).toEqual([
      [true, 'siren too'],
      [false, null],
    ])
    expect(await app.call(api.getAlarmPlan, byLocation, owner.token)).toMatchObject({ test_due: false })
    await expect(app.call(api.testAlarmPlan, byLocation, owner.token)).rejects.toMatchObject({
      status: 429,
      retryAfter: 300,
    })
  })

  test('is due after a month, which its owner is told once', async () => {
    await save()
    await app.call(api.testAlarmPlan, byLocation, owner.token)
    await remindOfTests(app.services)
    expect((await alarmMailsTo(owner.email)).filter(mail => mail.includes('alarm-plan'))).toEqual([])
    app.clock.forward(32 * DAY_MS)
    await Promise.all([remindOfTests(app.services), remindOfTests(app.services)])
    await sendAllDue(app.services)
    const again = await signIn(app, owner.email)
    expect(await app.call(api.getAlarmPlan, byLocation, again.token)).toMatchObject({ test_due: true })
    expect((await alarmMailsTo(owner.email)).filter(mail => mail.includes('alarm-plan'))).toHaveLength(1)
    app.clock.forward(400 * DAY_MS)
    await forgetOldLog(app.services)
    const kept = await app.services.db
      .selectFrom('alarm_tellings')
      .select('id')
      .where('location_id', '=', location.id)
      .execute()
    expect(kept).toEqual([])
  })

  test('begins once, however often it is pressed', async () => {
    await save()
    const started = await Promise.allSettled([1, 2, 3].map(() => app.call(api.testAlarmPlan, byLocation, owner.token)))
    expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await alarmMailsTo(jan)).toHaveLength(1)
  })

  test('needs a plan', async () => {
    await expect(app.call(api.testAlarmPlan, byLocation, owner.token)).rejects.toMatchObject({ status: 409 })
  })

  test.each(LANGUAGES)('comes in %s', async locale => {
    await app.services.db.updateTable('users').set({ locale }).where('id', '=', owner.id).execute()
    await save()
    await app.call(api.testAlarmPlan, byLocation, owner.token)
    await fire()
    await later(11)
    for (const mail of [...(await alarmMailsTo(jan)), ...(await alarmMailsTo(piet))])
      expect(mail).not.toMatch(/\{\{|undefined|null/)
  })
})

test('the watch proves that it is alive, and says of the caller’s plans whether they were tested', async () => {
  const watch = () => app.call(api.getAlarmWatch, {}, owner.token)
  expect(await watch()).toMatchObject({
    ping: 'off',
    mailed_at: null,
    mail_server: false,
    test_due: false,
    tested_at: null,
  })
  await save()
  expect(await watch()).toMatchObject({ test_due: true })
  await app.call(api.testAlarmPlan, byLocation, owner.token)
  expect(await watch()).toMatchObject({ test_due: false, tested_at: app.clock.iso() })
})
