import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { AbsenceInput } from '#shared/contract/alerts/absences.ts'
import { LANGUAGES } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import { localDateAt } from '#shared/rules/time/local-time.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { deliveriesOf } from '../../server/alerts/delivery/deliveries.ts'
import { jsonOf } from '../../server/kit/database/json.ts'
import { sendAllDue } from '../../server/notifications/outbox/outbox.ts'
import { topicOf } from '../../server/notifications/outbox/topics.ts'
import { aDevice } from '../../server/testing/a-device.ts'
import { aGroup } from '../../server/testing/a-group.ts'
import { aLocation } from '../../server/testing/a-location.ts'
import { aPlacement } from '../../server/testing/a-placement.ts'
import { PASSWORD, type TestUser } from '../../server/testing/a-user.ts'
import { aRuleRow } from '../../server/testing/an-alert.ts'
import { type AlertMails, startAlertMails } from '../servers/alert-mails.ts'

/** Reader who sees all of who was told. */
const FOR_ADMIN = { language: 'en', viewer: { id: 0, admin: true } } as const

let alertMails: AlertMails
let { app, anOwner, fire: fireBy, say, resolve, tick, mailsTo } = {} as AlertMails
beforeAll(async () => {
  alertMails = await startAlertMails()
  ;({ app, anOwner, fire: fireBy, say, resolve, tick, mailsTo } = alertMails)
})
afterAll(() => alertMails.close())

const day = (days = 0) => localDateAt(app.clock.now() + days * DAY_MS, 'Europe/Amsterdam')

const named = async (name: string) => {
  const person = await anOwner()
  await app.services.db.updateTable('users').set({ name }).where('id', '=', person.id).execute()
  return { ...person, name }
}

/** A farm of Anna's with a device and a rule, which Bert reads by a group. */
const aFarm = async () => {
  const [anna, bert] = [await named('Anna'), await named('Bert')]
  const location = await aLocation(app, anna)
  const device = await aDevice(app, anna)
  await aPlacement(app, anna, device, location)
  const group = await aGroup(app, anna, {
    people: [[bert, 'member']],
    shares: [{ location_id: location.id, may: 'read' }],
  })
  return { anna, bert, location, group, watch: { device, owner: anna } }
}

/** An alert of a rule of its own: one rule has one alert of a device at a time. */
const fire = async (
  { device, owner, ...rules }: { device: { id: number }; owner: TestUser; recipients?: string[] },
  changes: object = {},
) => {
  const recipients = jsonOf(rules.recipients ?? [])
  const rule = await aRuleRow(app, owner, { alert_via_push: 0, alert_via_webhook: 0, recipients })
  return fireBy({ device, rule }, changes)
}

const save = (anna: TestUser, bert: { id: number }, changes: Partial<z.input<typeof AbsenceInput>> = {}) =>
  app.call(
    api.saveAbsence,
    { body: { from: day(), until: day(7), stand_in_id: bert.id, both: false, ...changes } },
    anna.token,
  )
const get = (who: TestUser) => app.call(api.getAbsence, {}, who.token)
const answer = async (bert: TestUser, said: 'yes' | 'no' = 'yes') => {
  const [asked] = (await get(bert)).asked
  return app.call(api.answerStandIn, { params: { id: asked?.id ?? 0 }, body: { answer: said } }, bert.token)
}
/** A farm whose owner is away for a week, and Bert has said yes. */
const anAbsence = async (changes: Partial<z.input<typeof AbsenceInput>> = {}) => {
  const farm = await aFarm()
  await save(farm.anna, farm.bert, changes)
  await answer(farm.bert)
  return farm
}

/** Names of who was told of an alert, with the reasons, in the order of telling. */
const told = async (alert: number, event = 'fired') =>
  ((await deliveriesOf(app.services.db, [alert], FOR_ADMIN)).get(alert) ?? [])
    .filter(one => one.event === event)
    .map(({ name, state, absences }) => [
      name,
      state,
      ...absences.map(({ reason, name: other }) => `${reason} ${other}`),
    ])

const alertMailsTo = (who: TestUser) => mailsTo(who).filter(({ text }) => text?.includes('/alerts?alert='))

describe('who is away', () => {
  test('has alerts told to the stand-in once they said yes, who reads for whom', async () => {
    const { anna, bert, watch } = await aFarm()
    expect(await save(anna, bert)).toMatchObject({
      absence: { stand_in: { id: bert.id, name: bert.name }, answer: null, away: true, problem: 'unanswered' },
      candidates: [{ id: bert.id, name: bert.name, unseen: [] }],
    })
    const before = await fire(watch)
    await tick()
    expect(await told(before)).toEqual([[anna.name, 'sent', `unanswered ${bert.name}`]])
    expect(alertMailsTo(anna)[0]?.text).toContain(`You are away, but ${bert.name} has not agreed to cover for you.`)
    await answer(bert)
    expect((await get(anna)).absence).toMatchObject({ answer: 'yes', problem: null })
    const after = await fire(watch, { urgency: 'act_now' })
    await tick()
    expect(await told(after)).toEqual([[bert.name, 'sent', `stands_in ${anna.name}`]])
    expect(alertMailsTo(bert).at(-1)?.text).toContain(`You are covering for ${anna.name}.`)
    expect(alertMailsTo(anna)).toHaveLength(1)
    expect(await app.call(api.getAlert, { params: { id: after } }, bert.token)).toMatchObject({ id: after })
    await say(after, 'worse')
    await resolve(after)
    await tick()
    expect(await told(after, 'worse')).toEqual([[bert.name, 'sent', `stands_in ${anna.name}`]])
    expect(await told(after, 'resolved')).toEqual([[bert.name, 'sent', `stands_in ${anna.name}`]])
  })

  test('is told of what is urgent as well, unless chosen otherwise', async () => {
    const { anna, bert, watch } = await anAbsence({ both: true })
    const urgent = await fire(watch)
    await tick()
    expect(await told(urgent)).toEqual([
      [anna.name, 'sent', `both ${bert.name}`],
      [bert.name, 'sent', `stands_in ${anna.name}`],
    ])
    const calm = await fire(watch, { urgency: 'digest' })
    expect(await told(calm)).toEqual([[bert.name, 'held', `stands_in ${anna.name}`]])
  })

  test('is told of all again where the stand-in says no, is away too, is suspended or has no way', async () => {
    const { anna, bert, watch, location, group } = await anAbsence()
    const reasonNow = async () => {
      const alert = await fire(watch)
      await tick()
      const rows = await told(alert)
      expect(rows.map(([name]) => name)).toEqual([anna.name])
      return [rows[0]?.[2], (await get(anna)).absence?.problem]
    }
    await answer(bert, 'no')
    expect(await reasonNow()).toEqual([`declined ${bert.name}`, 'declined'])
    await answer(bert)
    await save(bert, anna)
    expect(await reasonNow()).toEqual([`stand_in_away ${bert.name}`, 'stand_in_away'])
    await app.call(api.endAbsence, {}, bert.token)
    const choices = { quiet_from: null, quiet_until: null, digest_hour: 7 }
    await app.call(api.saveAlertDelivery, { body: { email: false, ...choices } }, bert.token)
    expect(await reasonNow()).toEqual([`unreachable ${bert.name}`, 'unreachable'])
    await app.call(api.saveAlertDelivery, { body: { email: true, ...choices } }, bert.token)
    await app.call(api.setGroupShares, { params: { id: group.id }, body: [] }, anna.token)
    expect(await reasonNow()).toEqual([`no_access ${bert.name}`, 'no_access'])
    await app.call(
      api.setGroupShares,
      { params: { id: group.id }, body: [{ location_id: location.id, may: 'read' }] },
      anna.token,
    )
    const set = (suspended_at: string | null) =>
      app.services.db.updateTable('users').set({ suspended_at }).where('id', '=', bert.id).execute()
    await set(app.clock.iso())
    expect(await reasonNow()).toEqual([`no_access ${bert.name}`, 'nobody'])
    await set(null)
  })

  test('gets back what waited for a stand-in who lost the right, and what waited when they are back', async () => {
    const { anna, bert, watch, group } = await anAbsence()
    const lost = await fire(watch)
    await app.call(api.setGroupShares, { params: { id: group.id }, body: [] }, anna.token)
    await tick()
    await tick()
    expect(await told(lost)).toEqual([[anna.name, 'sent', `no_access ${bert.name}`]])
    expect(alertMailsTo(bert)).toEqual([])
    expect(alertMailsTo(anna)[0]?.text).toContain(`${bert.name}, who covers for you, cannot see this device.`)
    const other = await anAbsence()
    const waiting = await fire(other.watch)
    await app.call(api.endAbsence, {}, other.anna.token)
    await tick()
    await tick()
    expect(await told(waiting)).toEqual([[other.anna.name, 'sent', `back ${other.bert.name}`]])
    expect(alertMailsTo(other.bert)).toEqual([])
  })

  test('gets back what waited for a stand-in whose account is deleted', async () => {
    const { anna, bert, watch } = await anAbsence()
    const alert = await fire(watch, { urgency: 'digest' })
    expect(await told(alert)).toEqual([[bert.name, 'held', `stands_in ${anna.name}`]])
    await app.call(api.deleteUser, { body: { password: PASSWORD } }, bert.token)
    expect(await told(alert)).toEqual([[anna.name, 'held', 'nobody ']])
    expect((await get(anna)).absence).toMatchObject({ stand_in: null, problem: 'nobody' })
  })

  test('hears of what is open from a stand-in whose account is deleted, also where that was sent', async () => {
    const { anna, bert, watch } = await anAbsence()
    const alert = await fire(watch)
    await tick()
    expect(await told(alert)).toEqual([[bert.name, 'sent', `stands_in ${anna.name}`]])
    await app.call(api.deleteUser, { body: { password: PASSWORD } }, bert.token)
    await tick()
    expect((await told(alert)).map(([name, state]) => [name, state])).toEqual([[anna.name, 'sent']])
    expect(alertMailsTo(anna)).toHaveLength(1)
  })

  test('is told where the stand-in has a machine alone', async () => {
    const { anna, bert, watch } = await anAbsence()
    const choices = { quiet_from: null, quiet_until: null, digest_hour: 7 }
    await app.call(api.saveAlertDelivery, { body: { email: false, ...choices } }, bert.token)
    await app.call(api.saveWebhook, { body: { url: 'https://93.184.216.34/hook' } }, bert.token)
    expect((await get(anna)).absence).toMatchObject({ problem: 'unreachable' })
    const alert = await fire(watch)
    await tick()
    expect(await told(alert)).toEqual([[anna.name, 'sent', `unreachable ${bert.name}`]])
  })

  test('is not shown to others who see the alert, nor who said no', async () => {
    const { anna, bert, watch } = await anAbsence()
    const alert = await fire(watch)
    await tick()
    const shownTo = async (id: number) =>
      (
        (await deliveriesOf(app.services.db, [alert], { language: 'en', viewer: { id, admin: false } })).get(alert) ??
        []
      )
        .flatMap(({ absences }) => absences)
        .map(({ reason }) => reason)
    expect(await shownTo(anna.id)).toEqual(['stands_in'])
    expect(await shownTo(bert.id)).toEqual(['stands_in'])
    expect(await shownTo((await named('Carla')).id)).toEqual([])
  })

  test('hands on what waited for the morning of the first day away', async () => {
    const { anna, bert, watch } = await anAbsence({ from: day(1), until: day(3) })
    const digest = await fire(watch, { urgency: 'digest' })
    expect(await told(digest)).toEqual([[anna.name, 'held']])
    app.clock.forward(DAY_MS)
    await tick()
    await tick()
    expect(await told(digest)).toEqual([[bert.name, 'sent', `stands_in ${anna.name}`]])
    app.clock.forward(-DAY_MS)
  })

  test('is told where no mail reaches the stand-in', async () => {
    const { anna, bert, watch } = await anAbsence()
    const alert = await fire(watch)
    await tick()
    const { db } = app.services
    const sent = await db.selectFrom('outbox').select(['id', 'topic']).where('recipient', '=', bert.email).execute()
    // As the mail server says that it came back.
    await db.transaction().execute(async trx => {
      for (const { id, topic } of sent)
        await topicOf({ topic })?.ended(trx, id, { state: 'failed', at: null, error: 'bounced' }, app.clock.iso())
    })
    await tick()
    expect(await told(alert)).toEqual([
      [bert.name, 'failed', `stands_in ${anna.name}`],
      [anna.name, 'sent', `not_reached ${bert.name}`],
    ])
  })

  test('is told by a stand-in who is told anyway, once, and on their own account when it is over', async () => {
    const { anna, bert, watch } = await anAbsence()
    const alert = await fire({ ...watch, recipients: [bert.email] })
    await app.call(api.endAbsence, {}, anna.token)
    await tick()
    await tick()
    expect(await told(alert)).toEqual([
      [bert.name, 'sent'],
      [anna.name, 'sent', `back ${bert.name}`],
    ])
    expect(alertMailsTo(bert)).toHaveLength(1)
  })

  test('is back at the end of the last day of their own calendar', async () => {
    const { anna, bert, watch } = await anAbsence({ from: day(), until: day() })
    const names = async () => {
      const alert = await fire(watch)
      await tick()
      return (await told(alert)).map(([name]) => name)
    }
    expect(await names()).toEqual([bert.name])
    await app.services.db
      .updateTable('users')
      .set({ time_zone: 'Pacific/Kiritimati' })
      .where('id', '=', anna.id)
      .execute()
    // There it is tomorrow already.
    app.clock.forward(2 * HOUR_MS)
    expect(await names()).toEqual([anna.name])
    expect((await get(anna)).absence).toBeNull()
    app.clock.forward(-2 * HOUR_MS)
  })
})

describe('an absence', () => {
  test('is asked for by mail; the link answers without a sign-in, and no more once the days are others', async () => {
    const { anna, bert } = await aFarm()
    await save(anna, bert, { from: day(2) })
    const tokenOf = async () => {
      await sendAllDue(app.services)
      const asking = () => mailsTo(bert).filter(({ text }) => text?.includes('/stand-in/'))
      await expect.poll(() => asking().length).toBeGreaterThan(0)
      return /\/stand-in\/([\w.-]+)/.exec(asking().at(-1)?.text ?? '')?.[1] ?? ''
    }
    const token = await tokenOf()
    expect(await app.call(api.getStandInQuestion, { params: { token } })).toEqual({
      ...{ name: anna.name, stand_in_name: bert.name, from: day(2), until: day(7), answer: null },
    })
    const body = { answer: 'yes' as const }
    await app.call(api.answerStandInQuestion, { params: { token }, body })
    expect((await get(anna)).absence).toMatchObject({ answer: 'yes', away: false })
    // Fewer days are covered by the yes, more are not.
    expect((await save(anna, bert, { from: day(3), both: true })).absence).toMatchObject({ answer: 'yes', both: true })
    expect((await save(anna, bert, { until: day(9) })).absence).toMatchObject({ answer: null })
    await expect(app.call(api.answerStandInQuestion, { params: { token }, body })).rejects.toMatchObject({
      code: 'invalid_code',
    })
    await app.call(api.endAbsence, {}, anna.token)
    expect(await get(anna)).toMatchObject({ absence: null })
    expect((await get(bert)).asked).toEqual([])
    await expect
      .poll(() => mailsTo(bert).map(({ subject }) => subject))
      .toContain(`You no longer cover for ${anna.name}`)
    expect(mailsTo(anna).map(({ subject }) => subject)).toContain(`${bert.name} covers for you`)
  })

  test('refuses what is over, wrong or too far, and whoever may see none of the places', async () => {
    const { anna, bert } = await aFarm()
    const stranger = await anOwner()
    const fields = async (changes: Partial<z.input<typeof AbsenceInput>>) =>
      save(anna, bert, changes).then(
        () => null,
        ({ status, errors }) => [status, Object.keys(errors)],
      )
    expect(await fields({ until: day(-1), from: day(-2) })).toEqual([422, ['until']])
    expect(await fields({ from: day(3), until: day(2) })).toEqual([422, ['until']])
    expect(await fields({ from: day(400), until: day(401) })).toEqual([422, ['from']])
    expect(await fields({ until: day(367) })).toEqual([422, ['until']])
    expect(await fields({ from: 'soon' })).toEqual([422, ['from', 'until']])
    for (const stand_in_id of [stranger.id, anna.id, 2_000_000_000])
      expect(await fields({ stand_in_id })).toEqual([422, ['stand_in_id']])
    expect(await get(stranger)).toEqual({ absence: null, candidates: [], asked: [] })
    await save(anna, bert)
    const id = (await get(bert)).asked[0]?.id ?? 0
    const reply = { params: { id }, body: { answer: 'yes' as const } }
    await expect(app.call(api.answerStandIn, reply, stranger.token)).rejects.toMatchObject({ status: 404 })
    await expect(app.call(api.answerStandIn, reply, anna.token)).rejects.toMatchObject({ status: 404 })
  })

  test('asks at most twenty times a day', async () => {
    const { anna, bert } = await aFarm()
    for (let days = 1; days <= 20; days++) await save(anna, bert, { until: day(days) })
    await expect(save(anna, bert, { until: day(30) })).rejects.toMatchObject({ code: 'limit_exceeded' })
    expect((await get(anna)).absence).toMatchObject({ until: day(20) })
  })

  test.each(LANGUAGES)('is told of in whole sentences in %s', async locale => {
    const { anna, bert, watch } = await aFarm()
    await app.services.db.updateTable('users').set({ locale }).where('id', 'in', [anna.id, bert.id]).execute()
    await save(anna, bert)
    await answer(bert)
    await fire(watch)
    await tick()
    for (const { subject, text } of [...mailsTo(anna), ...mailsTo(bert)])
      expect(`${subject}\n${text}`).not.toMatch(/\{\{|\}\}|undefined/)
    expect(alertMailsTo(bert)[0]?.text).toContain(anna.name)
  })
})
