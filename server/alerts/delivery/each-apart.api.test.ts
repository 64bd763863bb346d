import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { aDevice } from '../../testing/a-device.ts'
import { aUser } from '../../testing/a-user.ts'
import { anAlertRow, aRuleRow } from '../../testing/an-alert.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { announce } from '../evaluation/announce.ts'
import { notifyByMail } from './by-mail.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const anAlert = async (changes: object = {}) => {
  const owner = await aUser(app)
  const device = await aDevice(app, owner)
  const alert_rule_id = await aRuleRow(app, owner)
  const id = await anAlertRow(app, device, { alert_rule_id, user_id: owner.id, ...changes })
  await app.services.db
    .transaction()
    .execute(trx => announce(trx, [{ alert_id: id, event: 'fired', at: app.clock.iso() }]))
  return { id, owner }
}
const rowOf = (alertId: number) =>
  app.services.db.selectFrom('alert_deliveries').selectAll().where('alert_id', '=', alertId).executeTakeFirstOrThrow()

test('a mail that cannot be written waits ever longer, and keeps nobody else’s back', async () => {
  const bad = await anAlert({ checks: 'no JSON' })
  const good = await anAlert()
  await notifyByMail(app.services)
  expect(await rowOf(bad.id)).toMatchObject({ state: 'waiting', tries: 1, due_at: app.clock.iso(60_000) })
  expect(await rowOf(good.id)).toMatchObject({ message_id: expect.any(Number) })
  for (let tries = 2; tries <= 29; tries++) {
    app.clock.forward(3_600_000)
    await notifyByMail(app.services)
  }
  expect(await rowOf(bad.id)).toMatchObject({ state: 'failed', error: 'not_made' })
})

test('without a mail server nobody has been told by mail, and the alert says so, also once the mail is forgotten', async () => {
  const { id, owner } = await anAlert()
  await notifyByMail(app.services)
  const told = async () => (await app.call(api.getAlert, { params: { id } }, owner.token)).deliveries
  const notSent = [{ channel: 'email', state: 'failed', error: expect.stringMatching(/^Not sent: no mail server/) }]
  expect(await told()).toMatchObject(notSent)
  await app.services.db.deleteFrom('outbox').execute()
  expect(await told()).toMatchObject(notSent)
  expect(await app.call(api.getAlarmWatch, {}, owner.token)).toMatchObject({ mail_server: false, mailed_at: null })
})

test('who has thousands waiting keeps nobody else waiting', async () => {
  const many = await anAlert()
  const rows = Array.from({ length: 300 }, (_, index) => index + 1)
  const first = await rowOf(many.id)
  const { id: _, ...row } = first
  for (let round = 0; round < 4; round++)
    await app.services.db
      .insertInto('alert_deliveries')
      .values(rows.map(number => ({ ...row, event: 'worse' as const, number: round * 1000 + number })))
      .execute()
  const last = await anAlert()
  await notifyByMail(app.services)
  expect(await rowOf(last.id)).toMatchObject({ message_id: expect.any(Number) })
})
