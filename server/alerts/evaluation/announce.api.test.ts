import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { jsonOf } from '../../kit/database/json.ts'
import { aDevice } from '../../testing/a-device.ts'
import { aLocation } from '../../testing/a-location.ts'
import { aPlacement } from '../../testing/a-placement.ts'
import { aRegistration, aUser, type TestUser } from '../../testing/a-user.ts'
import { anAlertRow, aRuleRow } from '../../testing/an-alert.ts'
import { TEST_NOON } from '../../testing/clock.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { announce, type News } from './announce.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const say = (alert_id: number, event: News['event'] = 'fired', at = app.clock.iso()) =>
  app.services.db.transaction().execute(trx => announce(trx, [{ alert_id, event, at }]))

const told = (alert_id: number) =>
  app.services.db.selectFrom('alert_deliveries').selectAll().where('alert_id', '=', alert_id).orderBy('id').execute()

const toldIds = async (alert_id: number) => (await told(alert_id)).map(({ user_id }) => user_id)

const aRuleAlert = async (owner: TestUser, recipients: string[] = [], changes: object = {}) => {
  const device = await aDevice(app, owner)
  const alert_rule_id = await aRuleRow(app, owner, { recipients: jsonOf(recipients) })
  return { device, alert: await anAlertRow(app, device, { alert_rule_id, ...changes }) }
}

describe('who is told of an alert of a rule', () => {
  test('its owner, once, however often it is announced', async () => {
    const owner = await aUser(app)
    const { alert } = await aRuleAlert(owner)
    await say(alert)
    await say(alert)
    expect(await told(alert)).toMatchObject([{ user_id: owner.id, channel: 'email', event: 'fired', state: 'waiting' }])
  })

  test('[decisions §7] people named in it only when they may see the device then, and have a confirmed account', async () => {
    const [owner, colleague, stranger] = [await aUser(app), await aUser(app), await aUser(app)]
    const { email: unconfirmed, ...registration } = aRegistration()
    await app.call(api.register, { body: { email: unconfirmed, ...registration } })
    const named = [colleague.email, stranger.email, unconfirmed, 'nobody@farm.example']
    const { device, alert } = await aRuleAlert(owner, named)
    const location = await aLocation(app, owner)
    await app.services.db
      .insertInto('location_owners')
      .values({ location_id: location.id, email: colleague.email })
      .execute()
    await aPlacement(app, owner, device, location)
    await say(alert)
    expect(await toldIds(alert)).toEqual([owner.id, colleague.id])
  })

  test('not its owner either, once the device is somebody else’s', async () => {
    const owner = await aUser(app)
    const { device, alert } = await aRuleAlert(owner)
    await app.services.db
      .updateTable('rentals')
      .set({ end: app.clock.iso(-1) })
      .where('device_id', '=', device.id)
      .execute()
    await say(alert)
    expect(await told(alert)).toEqual([])
  })

  test('in the ways that the rule and the person chose, and that lead somewhere', async () => {
    const owner = await aUser(app)
    const device = await aDevice(app, owner)
    const alert_rule_id = await aRuleRow(app, owner, { alert_via_email: 0 })
    const alert = await anAlertRow(app, device, { alert_rule_id })
    await say(alert)
    expect(await told(alert)).toEqual([])
  })
})

describe('who is told of what is built in', () => {
  test('the owner of the device and the owners of the place where it hangs', async () => {
    const [owner, farmer, other] = [await aUser(app), await aUser(app), await aUser(app)]
    const device = await aDevice(app, owner)
    const location = await aLocation(app, farmer)
    await aLocation(app, other)
    await app.services.db
      .insertInto('location_owners')
      .values({ location_id: location.id, email: owner.email })
      .execute()
    await aPlacement(app, owner, device, location)
    const alert = await anAlertRow(app, device, { kind: 'device_silent', location_id: location.id })
    await say(alert)
    expect(await toldIds(alert)).toEqual([owner.id, farmer.id])
  })
})

describe('what follows', () => {
  test('worse and over are told to who was told that it fired; each time it gets worse is told once', async () => {
    const owner = await aUser(app)
    const { alert } = await aRuleAlert(owner)
    await say(alert, 'resolved')
    expect(await told(alert)).toEqual([])
    await say(alert)
    const [first, second] = [app.clock.iso(HOUR_MS), app.clock.iso(2 * HOUR_MS)]
    for (const at of [first, first, second]) await say(alert, 'worse', at)
    await say(alert, 'resolved', app.clock.iso(3 * HOUR_MS))
    expect((await told(alert)).map(({ event, happened_at }) => [event, happened_at])).toEqual([
      ['fired', app.clock.iso()],
      ['worse', first],
      ['worse', second],
      ['resolved', app.clock.iso(3 * HOUR_MS)],
    ])
  })

  test('nobody is told that it gets worse while somebody is on it or it is silenced; that it is over waits for the silence', async () => {
    const owner = await aUser(app)
    const { alert } = await aRuleAlert(owner)
    await say(alert)
    const change = (set: object) => app.services.db.updateTable('alerts').set(set).where('id', '=', alert).execute()
    await change({ acknowledged_at: app.clock.iso() })
    await say(alert, 'worse')
    await change({ acknowledged_at: null, silenced_until: app.clock.iso(HOUR_MS) })
    await say(alert, 'worse')
    await say(alert, 'resolved')
    expect(await told(alert)).toMatchObject([
      { event: 'fired' },
      { event: 'resolved', state: 'held', due_at: app.clock.iso(HOUR_MS) },
    ])
  })
})

describe('when it is told', () => {
  const NIGHT = '2025-01-15T22:30:00.000Z'
  test.each([
    ['act_now', 'waiting', NIGHT],
    ['attention', 'held', '2025-01-16T05:00:00.000Z'],
    ['digest', 'held', '2025-01-16T06:00:00.000Z'],
  ] as const)('%s at half past eleven in the evening: %s, due %s', async (urgency, state, due_at) => {
    const owner = await aUser(app)
    const { alert } = await aRuleAlert(owner, [], { urgency })
    await say(alert, 'fired', NIGHT)
    expect(await told(alert)).toMatchObject([{ state, due_at }])
  })

  test('attention by day: at once', async () => {
    const owner = await aUser(app)
    const { alert } = await aRuleAlert(owner, [], { urgency: 'attention' })
    await say(alert, 'fired', new Date(TEST_NOON).toISOString())
    expect(await told(alert)).toMatchObject([{ state: 'waiting', due_at: new Date(TEST_NOON).toISOString() }])
  })
})
