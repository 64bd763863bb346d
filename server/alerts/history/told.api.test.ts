import { afterAll, beforeAll, expect, test } from 'vitest'
import { UNREAD_DAYS } from '#shared/contract/alerts/alerts.ts'
import { api } from '#shared/contract/index.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { jsonOf } from '../../kit/database/json.ts'
import { aDevice } from '../../testing/a-device.ts'
import { aRental } from '../../testing/a-rental.ts'
import { aFirstUser, aUser } from '../../testing/a-user.ts'
import { anAlertRow, aRuleRow } from '../../testing/an-alert.ts'
import { meanwhile } from '../../testing/meanwhile.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { announce } from '../evaluation/announce.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await aFirstUser(app)
})
afterAll(() => app.close())

test('[decisions §3] whoever was told of an alert sees it and says "I’m on it" for as long as the device may be seen', async () => {
  const [owner, renter, other] = [await aUser(app), await aUser(app), await aUser(app)]
  const device = await aDevice(app, owner)
  for (const person of [renter, other]) await aRental(app, owner, device, person, { end: app.clock.iso(2 * DAY_MS) })
  const rule = await aRuleRow(app, owner, { recipients: jsonOf([renter.email]) })
  const id = await anAlertRow(app, device, { alert_rule_id: rule, user_id: owner.id })
  const byAlert = { params: { id } }
  await expect(app.call(api.getAlert, byAlert, renter.token)).rejects.toMatchObject({ status: 404 })
  const news = { alert_id: id, event: 'fired' as const, at: app.clock.iso() }
  await app.services.db.transaction().execute(trx => announce(trx, [news]))
  const seen = await app.call(api.getAlert, byAlert, renter.token)
  expect(seen).toMatchObject({ alert_rule_id: null, deliveries: [], may: ['edit'] })
  expect(await app.call(api.listAlerts, {}, renter.token)).toHaveLength(1)
  await app.call(api.acknowledgeAlert, { ...byAlert, body: { note: 'there' } }, renter.token)
  expect((await app.call(api.getAlert, byAlert, owner.token)).acknowledged).toMatchObject({ note: 'there' })
  const headers = { authorization: `Bearer ${owner.token}` }
  const url = `/api/alerts/${id}/acknowledge`
  const bare = await app.inject({ method: 'POST', url, headers })
  expect(bare.statusCode).toBe(409)
  const over = await app.inject({ method: 'POST', url, headers, payload: { take_over: true } })
  expect(over.json()).toMatchObject({ acknowledged: { by_me: true, note: null } })
  await app.call(api.acknowledgeAlert, { ...byAlert, body: { note: 'on my way' } }, owner.token)
  // A tap in a list that is some seconds old takes no note away.
  const again = await app.inject({ method: 'POST', url, headers })
  expect(again.json()).toMatchObject({ acknowledged: { note: 'on my way' } })
  await expect(app.call(api.deleteAlert, byAlert, renter.token)).rejects.toMatchObject({ status: 403 })
  await expect(app.call(api.getAlert, byAlert, other.token)).rejects.toMatchObject({ status: 404 })
  app.clock.forward(3 * DAY_MS)
  await expect(app.call(api.getAlert, byAlert, renter.token)).rejects.toMatchObject({ status: 404 })
})

test('whose rental ends in that moment is not on an alert any more, nor silences or marks it', async () => {
  const [owner, renter] = [await aUser(app), await aUser(app)]
  const device = await aDevice(app, owner)
  const rule = await aRuleRow(app, owner, { recipients: jsonOf([renter.email]) })
  const id = await anAlertRow(app, device, { alert_rule_id: rule, user_id: owner.id })
  const byAlert = { params: { id } }
  const news = { alert_id: id, event: 'fired' as const, at: app.clock.iso() }
  for (const call of [
    () => app.call(api.acknowledgeAlert, { ...byAlert, body: { note: 'there' } }, renter.token),
    () => app.call(api.silenceAlert, { ...byAlert, body: { until: app.clock.iso(DAY_MS) } }, renter.token),
    () => app.call(api.markAlert, { ...byAlert, body: { read: true } }, renter.token),
    () => app.call(api.markAlerts, { body: { alert_ids: [id], read: true } }, renter.token),
  ]) {
    const rental = await aRental(app, owner, device, renter)
    await app.services.db.transaction().execute(trx => announce(trx, [news]))
    app.clock.forward(1000)
    const end = async () => {
      await app.call(api.deleteRental, { params: { id: rental.id } }, owner.token)
      app.clock.forward(1000)
    }
    await expect(meanwhile(app, call, end)).rejects.toMatchObject({ status: 404 })
  }
  expect(await app.call(api.getAlert, byAlert, owner.token)).toMatchObject({ acknowledged: null, silenced_until: null })
  const marks = await app.services.db.selectFrom('alert_marks').select('user_id').where('alert_id', '=', id).execute()
  expect(marks).toEqual([])
})

test('a person has ten tests sent within ten minutes, and no more', async () => {
  const [one, other] = [await aUser(app), await aUser(app)]
  const send = (token: string) => app.call(api.testAlertDelivery, { body: { channel: 'webhook' } }, token)
  for (let tests = 0; tests < 10; tests++) await send(one.token)
  await expect(send(one.token)).rejects.toMatchObject({ status: 429, code: 'limit_exceeded', retryAfter: 600 })
  await send(other.token)
  app.clock.forward(600_000)
  await send(one.token)
})

test('marking all that one sees writes of those alone that it changes, whatever there was in years', async () => {
  const owner = await aUser(app)
  const device = await aDevice(app, owner)
  const rule = await aRuleRow(app, owner)
  const first = await anAlertRow(app, device, { alert_rule_id: rule, user_id: owner.id, state: 'resolved' })
  const marked = async () =>
    (await app.services.db.selectFrom('alert_marks').selectAll().where('user_id', '=', owner.id).execute()).map(
      ({ alert_id, read, show }) => [alert_id, read, show],
    )
  const markAll = (body: { read?: boolean; show?: boolean }) => app.call(api.markAlerts, { body }, owner.token)
  await markAll({ show: true })
  expect(await marked()).toEqual([])
  await markAll({ read: true })
  const second = await anAlertRow(app, device, { alert_rule_id: rule, user_id: owner.id })
  await markAll({ read: true, show: true })
  expect(await marked()).toEqual([first, second].map(id => [id, 1, 1]))
  await markAll({ show: false })
  await markAll({ show: true })
  expect(await marked()).toEqual([first, second].map(id => [id, 1, 1]))
  expect(await app.call(api.getAlertSummary, {}, owner.token)).toMatchObject({ unread: 0 })
})

test('what was over long ago counts as unread no more, what is open always does', async () => {
  const owner = await aUser(app)
  const device = await aDevice(app, owner)
  const rule = await aRuleRow(app, owner)
  const fired = (days: number, state: 'firing' | 'resolved') =>
    anAlertRow(app, device, { alert_rule_id: rule, user_id: owner.id, state, fired_at: app.clock.iso(-days * DAY_MS) })
  const summary = () => app.call(api.getAlertSummary, {}, owner.token)
  await fired(UNREAD_DAYS + 1, 'resolved')
  expect(await summary()).toEqual({ unread: 0, open: 0 })
  await fired(UNREAD_DAYS - 1, 'resolved')
  await fired(UNREAD_DAYS + 1, 'firing')
  expect(await summary()).toEqual({ unread: 2, open: 1 })
})
