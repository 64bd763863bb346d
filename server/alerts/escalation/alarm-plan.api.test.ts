import { describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { aLocation } from '../../testing/a-location.ts'
import { aRental } from '../../testing/a-rental.ts'
import { aUser, type TestUser } from '../../testing/a-user.ts'
import { accepted } from '../../testing/accepted.ts'
import { type anAlarmPlan, callTokenIn, withAlarmPlans } from '../../testing/an-alarm-plan.ts'
import { countQueries } from '../../testing/count-queries.ts'
import { meanwhile } from '../../testing/meanwhile.ts'
import type { TestApp } from '../../testing/start-test-app.ts'
import { escalateAlerts } from './escalate.ts'

let app: TestApp
let { jan, piet, owner, device, byLocation, save, fire, later, alarmMailsTo, log } = {} as Awaited<
  ReturnType<typeof anAlarmPlan>
>
withAlarmPlans((its, plan) => {
  app = its
  ;({ jan, piet, owner, device, byLocation, save, fire, later, alarmMailsTo, log } = plan)
})

describe('an alarm plan', () => {
  test('is kept in its order, with who has a telephone', async () => {
    expect(await app.call(api.getAlarmPlan, byLocation, owner.token)).toMatchObject({ people: [], updated_at: null })
    await save()
    expect(await app.call(api.getAlarmPlan, byLocation, owner.token)).toMatchObject({
      minutes: 10,
      people: [
        { name: 'Jan', phone: '+31 (0)6 12-34', email: jan },
        { name: 'Piet', phone: null, email: piet },
      ],
      tested_at: null,
      test_due: true,
      may: ['edit'],
    })
    const twice = [
      { name: 'Jan', email: jan },
      { name: 'Jan', email: jan.toUpperCase() },
    ]
    await expect(save({ people: twice })).rejects.toMatchObject({
      status: 422,
      errors: { people: [expect.any(String)] },
    })
    await expect(save({ people: [{ name: 'Jan', phone: 'javascript:1', email: jan }] })).rejects.toMatchObject({
      status: 422,
    })
  })

  test('is not saved over one that somebody else has saved since it was read', async () => {
    const changed = { status: 409, code: 'changed_meanwhile' }
    const { updated_at } = await save({ updated_at: null })
    await expect(save({ minutes: 20, updated_at: null })).rejects.toMatchObject(changed)
    app.clock.forward(MINUTE_MS)
    expect(await save({ minutes: 20, updated_at })).toMatchObject({ minutes: 20, updated_at: app.clock.iso() })
    await expect(save({ minutes: 30, updated_at })).rejects.toMatchObject(changed)
    expect((await app.call(api.getAlarmPlan, byLocation, owner.token)).minutes).toBe(20)
  })

  test('is not left behind by an owner whose place goes to somebody else in that moment', async () => {
    const [seller, buyer] = [await aUser(app), await aUser(app)]
    const { id, name } = await aLocation(app, seller, { name: 'Sold' })
    const params = { id }
    const owners = (...people: TestUser[]) =>
      app.call(api.updateLocation, { params, body: { name, owners: people.map(({ email }) => email) } }, seller.token)
    await owners(seller, buyer)
    await accepted(app, buyer)
    const body = { people: [{ name: 'Jan', email: jan }] }
    const saved = meanwhile(
      app,
      () => app.call(api.saveAlarmPlan, { params, body }, seller.token),
      () => owners(buyer),
    )
    await expect(saved).rejects.toMatchObject({ status: 404 })
    expect(await app.call(api.getAlarmPlan, { params }, buyer.token)).toMatchObject({ people: [], updated_at: null })
  })

  test('is read by who stands in it and by who sees an open alert there, changed by the owner alone', async () => {
    const [stranger, renter] = [await aUser(app), await aUser(app)]
    await save({ people: [{ name: 'Kees', email: stranger.email }] })
    expect(await app.call(api.getAlarmPlan, byLocation, stranger.token)).toMatchObject({ may: [] })
    await expect(save({}, stranger.token)).rejects.toMatchObject({ status: 403 })
    await expect(app.call(api.testAlarmPlan, byLocation, stranger.token)).rejects.toMatchObject({ status: 403 })
    await save()
    await expect(app.call(api.getAlarmPlan, byLocation, stranger.token)).rejects.toMatchObject({ status: 404 })
    await aRental(app, owner, device, renter)
    await expect(app.call(api.getAlarmPlan, byLocation, renter.token)).rejects.toMatchObject({ status: 404 })
    await app.call(api.testAlarmPlan, byLocation, owner.token)
    const open = await fire()
    await later(11)
    const seen = await app.call(api.getAlarmPlan, byLocation, renter.token)
    expect(seen.people).toMatchObject([
      { name: 'Jan', phone: '+31 (0)6 12-34', email: null },
      { name: 'Piet', email: null },
    ])
    const { entries } = await app.call(api.getAlarmLog, byLocation, renter.token)
    expect(entries).toMatchObject([{ kind: 'alert', alert_id: open, tellings: [{ name: 'Jan', email: null }] }])
    expect(await log()).toHaveLength(2)
    await expect(save({}, renter.token)).rejects.toMatchObject({ status: 403 })
  })
})

test('plans cost nothing while all is well at their places, however many there are', async () => {
  const more = async () => {
    const place = await aLocation(app, owner)
    const body = { people: [{ name: 'Jan', phone: null, email: owner.email }], minutes: 10 }
    await app.call(api.saveAlarmPlan, { params: { id: place.id }, body }, owner.token)
  }
  const asked = async () => [
    await countQueries(app, () => escalateAlerts(app.services)),
    await countQueries(app, () => app.call(api.getAlarmWatch, {}, owner.token)),
  ]
  await save()
  const before = await asked()
  for (let plans = 0; plans < 3; plans++) await more()
  expect(await asked()).toEqual(before)
})

describe('an alert that nobody is on', () => {
  test('is told to the next person after the minutes of the plan, to each once, in the order', async () => {
    await save()
    await fire()
    await later(9)
    expect(await alarmMailsTo(jan)).toEqual([])
    await later(2)
    const [mail] = await alarmMailsTo(jan)
    expect(mail).toContain('<a href="tel:+3161234')
    expect(mail).toMatch(/does not replace/)
    expect(await alarmMailsTo(piet)).toEqual([])
    await later(9)
    expect(await alarmMailsTo(piet)).toEqual([])
    await later(2)
    expect(await alarmMailsTo(piet)).toHaveLength(1)
    for (const minutes of [10, 60]) await later(minutes)
    expect([(await alarmMailsTo(jan)).length, (await alarmMailsTo(piet)).length]).toEqual([1, 1])
    const [entry] = await log()
    expect(entry).toMatchObject({ kind: 'alert', subject: expect.stringContaining('De Linde') })
    expect(entry?.tellings.map(({ name, ways }) => [name, ways[0]?.channel, ways[0]?.state])).toEqual([
      // Mails count as sent by a server alone, and there is none here.
      ['Jan', 'email', 'failed'],
      ['Piet', 'email', 'failed'],
    ])
  })

  test('passes over whom the rule has told already', async () => {
    await save({
      people: [
        { name: 'Owner', email: owner.email },
        { name: 'Piet', email: piet },
      ],
    })
    await fire()
    await later(11)
    expect(await alarmMailsTo(piet)).toHaveLength(1)
  })

  test.each(['acknowledge', 'resolve', 'silence'] as const)('stops at %s', async how => {
    await save()
    const id = await fire()
    await later(11)
    const byAlert = { params: { id } }
    if (how === 'acknowledge') await app.call(api.acknowledgeAlert, { ...byAlert, body: {} }, owner.token)
    if (how === 'resolve')
      await app.services.db
        .updateTable('alerts')
        .set({ state: 'resolved', resolved_at: app.clock.iso() })
        .where('id', '=', id)
        .execute()
    if (how === 'silence')
      await app.call(api.silenceAlert, { ...byAlert, body: { until: app.clock.iso(60 * MINUTE_MS) } }, owner.token)
    await later(30)
    expect(await alarmMailsTo(piet)).toEqual([])
    if (how === 'resolve') expect(await alarmMailsTo(jan)).toHaveLength(2)
    await later(45)
    expect(await alarmMailsTo(piet)).toHaveLength(how === 'silence' ? 1 : 0)
  })

  test('wakes nobody for what waits for the morning, and nobody at all for the daily letter', async () => {
    await save()
    app.clock.set(new Date(app.clock.now() + DAY_MS).toISOString().replace(/T.*/, 'T23:00:00.000Z'))
    await fire({ urgency: 'digest', kind: 'battery_low' })
    await fire({ urgency: 'attention' })
    await later(60)
    expect(await alarmMailsTo(jan)).toEqual([])
    await later(420)
    expect(await alarmMailsTo(jan)).toHaveLength(1)
  })

  test('is acknowledged by the link of who has no account, never by looking at it', async () => {
    await save()
    const id = await fire()
    await later(11)
    const token = callTokenIn((await alarmMailsTo(jan))[0])
    expect(await app.call(api.getAlarmCall, { params: { token } })).toMatchObject({
      kind: 'alert',
      open: true,
      name: 'Jan',
    })
    expect((await app.call(api.getAlert, { params: { id } }, owner.token)).acknowledged).toBeNull()
    const confirmed = await app.call(api.confirmAlarmCall, { params: { token }, body: { remark: 'on my way' } })
    expect(confirmed).toMatchObject({ open: false, acknowledged_by: 'Jan' })
    expect((await app.call(api.getAlert, { params: { id } }, owner.token)).acknowledged).toMatchObject({
      name: 'Jan',
      note: 'on my way',
    })
    await app.call(api.confirmAlarmCall, { params: { token }, body: { remark: 'again' } })
    expect((await log())[0]?.tellings[0]).toMatchObject({ remark: 'on my way', confirmed_at: app.clock.iso() })
    await later(30)
    expect(await alarmMailsTo(piet)).toEqual([])
    const wrong = `${token.slice(0, -4)}AAAA`
    await expect(app.call(api.getAlarmCall, { params: { token: wrong } })).rejects.toMatchObject({ status: 422 })
  })
})
