import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { takeWaysOfBefore } from '../../alerts/escalation/notifications.ts'
import { takeRemindersOfBefore } from '../../diary/reminders.ts'
import { aDevice } from '../../testing/a-device.ts'
import { aLocation } from '../../testing/a-location.ts'
import { aUser, type TestUser } from '../../testing/a-user.ts'
import { anAlertRow } from '../../testing/an-alert.ts'
import { anInspection } from '../../testing/an-inspection.ts'
import { mailsTo } from '../../testing/outgoing-mail.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { carryOver } from './carry-over.ts'
import { sendAllDue } from './outbox.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** A mail as the release before stored it. Ids of the two tables never meet. */
const aMail = async (recipient: string, changes: object = {}) => {
  const at = app.clock.iso()
  const mail = { recipient, subject: 'S', text: 'T', html: '<p>T</p>', created_at: at, sent_at: null, picture: null }
  const { id } = await app.services.db
    .insertInto('mails')
    .values({
      ...mail,
      state: 'waiting',
      priority: 2,
      secret: 0,
      attempts: 0,
      next_attempt_at: at,
      last_error: null,
      ...changes,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const message = (id: number) => app.services.db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()

describe('what the release before left waiting', () => {
  test('a mail goes out under its id, however many processes take it over', async () => {
    const id = await aMail('jan@farm.example', { id: 9_000_004, attempts: 2, last_error: 'busy', picture: 'aGk=' })
    await Promise.all([carryOver(app.services), carryOver(app.services)])
    expect(await message(id)).toMatchObject({
      attempts: 2,
      last_error: 'busy',
      attachments: JSON.stringify([{ filename: 'picture.png', content: 'aGk=', cid: 'picture' }]),
    })
    await sendAllDue(app.services)
    expect(await message(id)).toMatchObject({ state: 'kept', attempts: 3 })
    expect(mailsTo(app, 'jan@farm.example')).toHaveLength(1)
    expect(await app.services.db.selectFrom('mails').selectAll().execute()).toEqual([])
  })

  test('a mail that a process of it has on its way stays there until that is over', async () => {
    const id = await aMail('piet@farm.example', { id: 9_000_003, attempts: 1, next_attempt_at: app.clock.iso(60_000) })
    await carryOver(app.services)
    expect(await message(id)).toBeUndefined()
    await app.services.db
      .updateTable('mails')
      .set({ state: 'sent', sent_at: app.clock.iso() })
      .where('id', '=', id)
      .execute()
    await carryOver(app.services)
    expect(await message(id)).toMatchObject({ state: 'sent' })
    await sendAllDue(app.services)
    expect(mailsTo(app, 'piet@farm.example')).toEqual([])
  })

  test('the logs of alerts and alarm plans go on saying what became of it', async () => {
    const owner = await aUser(app)
    const location = await aLocation(app, owner)
    const alert_id = await anAlertRow(app, await aDevice(app, owner), { location_id: location.id })
    const refused = { state: 'refused', attempts: 1, last_error: '550 no such person' }
    const [told, way] = [
      await aMail('a@farm.example', { id: 9_000_002, ...refused }),
      await aMail('b@farm.example', { id: 9_000_001, ...refused }),
    ]
    const at = app.clock.iso()
    const delivery = { alert_id, user_id: owner.id, channel: 'email' as const, event: 'fired' as const, number: 0 }
    await app.services.db
      .insertInto('alert_deliveries')
      .values({
        ...delivery,
        happened_at: at,
        state: 'sent',
        tries: 0,
        due_at: at,
        at,
        error: null,
        message_id: null,
        mail_id: told,
        remaining: null,
      })
      .execute()
    const notification = await aNotification(location.id, owner)
    await app.services.db
      .insertInto('alarm_ways')
      .values({
        telling_id: notification,
        channel: 'email',
        event: 'told',
        state: 'waiting',
        tries: 0,
        due_at: at,
        at: null,
        error: null,
        message_id: null,
        mail_id: way,
      })
      .execute()
    await carryOver(app.services)
    const failed = { state: 'failed', error: '550 no such person' }
    expect(await app.services.db.selectFrom('alert_deliveries').selectAll().executeTakeFirst()).toMatchObject({
      ...failed,
      message_id: told,
    })
    expect(await app.services.db.selectFrom('alarm_ways').selectAll().executeTakeFirst()).toMatchObject({
      ...failed,
      message_id: way,
    })
  })

  const aNotification = async (location_id: number, { id: user_id, email }: Pick<TestUser, 'id' | 'email'>) => {
    const at = app.clock.iso()
    const { id } = await app.services.db
      .insertInto('alarm_tellings')
      .values({
        location_id,
        test_id: null,
        alert_id: null,
        alert: null,
        user_id,
        name: 'Jan',
        phone: null,
        email,
        locale: 'en',
        people: null,
        told_at: at,
        over_at: null,
        confirmed_at: null,
        remark: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  test('a push of a reminder and a call along a plan are handed over once', async () => {
    const owner = await aUser(app)
    const location = await aLocation(app, owner)
    const { id: inspection_id } = await anInspection(app, owner, location, {})
    const at = app.clock.iso()
    await app.services.db.updateTable('inspections').set({ reminded_at: at }).where('id', '=', inspection_id).execute()
    const plan = { people: [{ name: 'Jan', phone: null, email: owner.email }], minutes: 5 }
    await app.call(api.saveAlarmPlan, { params: { id: location.id }, body: plan }, owner.token)
    await app.services.db
      .insertInto('reminder_pushes')
      .values({ inspection_id, user_id: owner.id, title: 'Look', body: 'B', tries: 1, due_at: at, remaining: '[7]' })
      .execute()
    await app.services.db
      .insertInto('alarm_ways')
      .values({
        telling_id: await aNotification(location.id, owner),
        channel: 'webhook',
        event: 'told',
        state: 'waiting',
        tries: 3,
        due_at: at,
        at: null,
        error: null,
        message_id: null,
        mail_id: null,
      })
      .execute()
    const both = async () => {
      await takeRemindersOfBefore(app.services)
      await takeWaysOfBefore(app.services)
    }
    await Promise.all([both(), both()])
    await sendAllDue(app.services)
    const sent = await app.services.db
      .selectFrom('outbox')
      .selectAll()
      .where('user_id', '=', owner.id)
      .orderBy('id')
      .execute()
    expect(sent.map(({ channel, last_error }) => [channel, last_error]).sort()).toEqual([
      // The one browser that was left is gone.
      ['push', null],
      ['webhook', 'no_webhook'],
    ])
    expect(await app.services.db.selectFrom('reminder_pushes').selectAll().execute()).toEqual([])
  })
})
