import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { sendAllDue } from '../../notifications/outbox/outbox.ts'
import { aLocation } from '../../testing/a-location.ts'
import { aUser } from '../../testing/a-user.ts'
import { type anAlarmPlan, callTokenIn, withAlarmPlans } from '../../testing/an-alarm-plan.ts'
import { mailsTo } from '../../testing/outgoing-mail.ts'
import type { TestApp } from '../../testing/start-test-app.ts'
import { askWhoIsLeft } from './asking.ts'

let app: TestApp
let { jan, piet, owner, location, byLocation, save, saveOnly, fire, later, alarmMailsTo } = {} as Awaited<
  ReturnType<typeof anAlarmPlan>
>
withAlarmPlans((its, plan) => {
  app = its
  ;({ jan, piet, owner, location, byLocation, save, saveOnly, fire, later, alarmMailsTo } = plan)
})

const questionsTo = async (email: string) => {
  await sendAllDue(app.services)
  return mailsTo(app, email).filter(mail => mail.includes('/alarm-person/'))
}
const tokenTo = async (email: string): Promise<string> =>
  /\/alarm-person\/([\w.-]+)/.exec((await questionsTo(email)).at(-1) ?? '')?.[1] ?? ''
const consents = async () => {
  const { people } = await app.call(api.getAlarmPlan, byLocation, owner.token)
  return people.map(({ name, consent }) => [name, consent])
}

describe('a person of a plan without an account', () => {
  test('is written nothing but one question before a yes, and told after it', async () => {
    await saveOnly()
    expect(await consents()).toEqual([
      ['Jan', 'asked'],
      ['Piet', 'asked'],
    ])
    const token = await tokenTo(jan)
    expect(await app.call(api.getAlarmPerson, { params: { token } })).toMatchObject({
      location_name: location.name,
      name: 'Jan',
      asked_by: owner.name,
      answer: null,
    })
    await app.call(api.answerAlarmPerson, { params: { token }, body: { answer: 'yes' } })
    await fire()
    for (const minutes of [11, 11, 11]) await later(minutes)
    expect([(await alarmMailsTo(jan)).length, (await alarmMailsTo(piet)).length]).toEqual([1, 0])
    expect([(await questionsTo(jan)).length, (await questionsTo(piet)).length]).toEqual([1, 1])
    await app.call(api.testAlarmPlan, byLocation, owner.token)
    expect([(await alarmMailsTo(jan)).length, (await alarmMailsTo(piet)).length]).toEqual([2, 0])
  })

  test('who says no is left alone, may say yes later, and is not asked again', async () => {
    await saveOnly()
    const token = await tokenTo(jan)
    await app.call(api.answerAlarmPerson, { params: { token }, body: { answer: 'no' } })
    expect(await consents()).toContainEqual(['Jan', 'declined'])
    app.clock.forward(2 * DAY_MS)
    await saveOnly()
    await askWhoIsLeft(app.services)
    expect([(await questionsTo(jan)).length, (await questionsTo(piet)).length]).toEqual([1, 2])
    await app.call(api.answerAlarmPerson, { params: { token }, body: { answer: 'yes' } })
    expect(await consents()).toContainEqual(['Jan', 'confirmed'])
  })

  test('is no more asked once taken out, and is not asked where an account has the address', async () => {
    const friend = await aUser(app)
    await saveOnly({
      people: [
        { name: 'Friend', email: friend.email },
        { name: 'Jan', email: jan },
      ],
    })
    expect(await consents()).toEqual([
      ['Friend', 'confirmed'],
      ['Jan', 'asked'],
    ])
    expect(await questionsTo(friend.email)).toEqual([])
    const token = await tokenTo(jan)
    await saveOnly({ people: [] })
    await expect(app.call(api.getAlarmPerson, { params: { token } })).rejects.toMatchObject({ code: 'invalid_code' })
    await expect(app.call(api.answerAlarmPerson, { params: { token }, body: { answer: 'yes' } })).rejects.toMatchObject(
      { code: 'invalid_code' },
    )
  })

  test('of a plan from before is asked by the clock, once', async () => {
    await saveOnly()
    await app.services.db.deleteFrom('alarm_people').where('location_id', '=', location.id).execute()
    const before = (await questionsTo(jan)).length
    await Promise.all([askWhoIsLeft(app.services), askWhoIsLeft(app.services)])
    await askWhoIsLeft(app.services)
    expect((await questionsTo(jan)).length).toBe(before + 1)
  })

  test('a test with nobody to tell says so', async () => {
    await saveOnly()
    await expect(app.call(api.testAlarmPlan, byLocation, owner.token)).rejects.toMatchObject({
      status: 409,
      errors: { people: [expect.stringContaining('agreed')] },
    })
  })

  test.each(LANGUAGES)('is asked in %s', async locale => {
    await app.services.db.updateTable('users').set({ locale }).where('id', '=', owner.id).execute()
    await saveOnly()
    const [mail] = await questionsTo(jan)
    expect(mail).toContain(location.name)
    expect(mail).not.toMatch(/\{\{|undefined|null/)
  })
})

test('one account writes to so many strangers a day, over however many places, and says so', async () => {
  const place = async () => ({ params: { id: (await aLocation(app, owner)).id } })
  const strangers = (count: number, at: string) =>
    Array.from({ length: count }, (_, index) => ({ name: `P${index}`, email: `${at}${index}@${location.id}.example` }))
  for (const at of ['a', 'b'])
    await app.call(api.saveAlarmPlan, { ...(await place()), body: { people: strangers(20, at) } }, owner.token)
  const third = await place()
  const body = { people: strangers(20, 'c') }
  await expect(app.call(api.saveAlarmPlan, { ...third, body }, owner.token)).rejects.toMatchObject({
    status: 409,
    code: 'quota_reached',
    message: expect.stringContaining('50'),
    errors: { letters_to_strangers: [expect.stringContaining('50')] },
  })
  expect((await app.call(api.getAlarmPlan, third, owner.token)).people).toEqual([])
  app.clock.forward(DAY_MS)
  await app.call(api.saveAlarmPlan, { ...third, body }, owner.token)
})

test('names hold no other line, nor anything that is not seen', async () => {
  for (const name of ['a\nb', 'a\r\nSubject: x', 'a\tb', 'a\u2028b', 'a\u202eb', 'a\u0007'])
    await expect(save({ people: [{ name, email: jan }] })).rejects.toMatchObject({
      status: 422,
      errors: { 'people.0.name': [expect.any(String)] },
    })
  await expect(app.call(api.createLocation, { body: { name: 'Farm\n\nPay here' } }, owner.token)).rejects.toMatchObject(
    {
      status: 422,
    },
  )
  await save({ people: [{ name: '  José 👩‍🌾 Ñandú ', email: jan }] })
})

describe('the link of a notification', () => {
  const call = (token: string) => app.call(api.getAlarmCall, { params: { token } })

  test('shows the list as it was told, while the alert is open and a day more', async () => {
    await save()
    const id = await fire()
    await later(11)
    const token = callTokenIn((await alarmMailsTo(jan))[0])
    await save({
      people: [
        { name: 'Jan', email: jan },
        { name: 'New', phone: '0699', email: 'new@farm.example' },
      ],
    })
    expect((await call(token)).people.map(({ name }) => name)).toEqual(['Jan', 'Piet'])
    const resolved_at = app.clock.iso()
    await app.services.db.updateTable('alerts').set({ state: 'resolved', resolved_at }).where('id', '=', id).execute()
    app.clock.forward(DAY_MS - 60_000)
    expect((await call(token)).people).toHaveLength(2)
    app.clock.forward(2 * 60_000)
    expect((await call(token)).people).toEqual([])
  })

  test('shows nothing to who left the plan, and nothing of a deleted place', async () => {
    await save()
    await fire()
    await later(11)
    const token = callTokenIn((await alarmMailsTo(jan))[0])
    await save({ people: [{ name: 'Piet', email: piet }] })
    const gone = { code: 'invalid_code' }
    await expect(call(token)).rejects.toMatchObject(gone)
    await expect(app.call(api.confirmAlarmCall, { params: { token }, body: {} })).rejects.toMatchObject(gone)
    await save()
    await call(token)
    await app.call(api.deleteLocation, byLocation, owner.token)
    await expect(call(token)).rejects.toMatchObject(gone)
  })
})
