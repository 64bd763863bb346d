import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { remind } from '../../server/diary/reminders.ts'
import { sendAllDue } from '../../server/notifications/outbox/outbox.ts'
import { aReader } from '../../server/testing/a-browser.ts'
import { aGroup } from '../../server/testing/a-group.ts'
import { aLocation, BROILER } from '../../server/testing/a-location.ts'
import { aUser, signIn, type TestUser } from '../../server/testing/a-user.ts'
import { accepted } from '../../server/testing/accepted.ts'
import { anInspection } from '../../server/testing/an-inspection.ts'
import { mailed } from '../../server/testing/outgoing-mail.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'
import { type Receiver, startReceiver } from '../servers/receiver.ts'

let receiver: Receiver
let app: TestApp
let owner: TestUser
let place: Awaited<ReturnType<typeof aLocation>>
beforeAll(async () => {
  receiver = await startReceiver()
  app = await startTestApp({ environment: { ALLOW_PRIVATE_ADDRESSES: 'true' } })
})
afterAll(async () => {
  await app.close()
  await receiver.stop()
})
beforeEach(async () => {
  owner = await aUser(app, { name: 'Anna' })
  await app.call(api.updateLocale, { body: { email: owner.email, locale: 'de' } }, owner.token)
  place = await aLocation(app, owner, { areas: [{ name: 'Stall 1', area_type_id: BROILER }] })
  receiver.calls.length = 0
})

const noted = (changes: object = {}) =>
  anInspection(app, owner, place, {
    area_ids: [place.area.id],
    date: '2025-01-15T11:30:00Z',
    notes: 'Nass unter den Tränken',
    reminder: 'Einstreu ansehen',
    reminder_date: app.clock.iso(HOUR_MS),
    ...changes,
  })
const subjects = async () => {
  const rows = await app.services.db
    .selectFrom('outbox')
    .select('subject')
    .where('recipient', '=', owner.email)
    .execute()
  return rows.map(row => row.subject).filter(subject => subject.startsWith('Erinnerung'))
}
/** Looks as several processes do at the same time. */
const tick = () => Promise.all([remind(app.services), remind(app.services), remind(app.services)])

describe('[specification §3] a reminder', () => {
  test('is told when its time has come, once, in the language of who wrote it and the time of the place', async () => {
    const { id } = await noted()
    await tick()
    expect(await subjects()).toEqual([])
    app.clock.forward(HOUR_MS)
    await tick()
    await tick()
    expect(await subjects()).toEqual(['Erinnerung: Einstreu ansehen'])
    const [mail] = await mailed(app, owner.email, /Guten Tag Anna,[\s\S]*/)
    expect(mail).toContain('Standort: Stall 1 – De Linde\nKontrolle: 2025-01-15 12:30 (Europe/Amsterdam)')
    expect(mail).toContain('Nass unter den Tränken')
    expect(mail).toContain(`http://barnometer.test/inspections/${id}`)
  })

  test('is told once by a messenger, too, and by none that wants act-now alerts alone', async () => {
    const ntfy = (topic: string, only_act_now: boolean) => {
      const settings = { server: receiver.origin, topic }
      const body = { service: 'ntfy' as const, name: topic, only_act_now, settings }
      return app.call(api.createContactPoint, { body }, owner.token)
    }
    await ntfy('diary', false)
    await ntfy('alarms', true)
    const { id } = await noted()
    app.clock.forward(HOUR_MS)
    await tick()
    await Promise.all([sendAllDue(app.services), sendAllDue(app.services)])
    expect(receiver.calls.map(({ body }) => JSON.parse(body.toString()))).toMatchObject([
      { topic: 'diary', title: 'Erinnerung: Einstreu ansehen', click: `http://barnometer.test/inspections/${id}` },
    ])
  })

  test('of long ago is not told to who sees its place again, one of a few days ago is', async () => {
    const vet = await aUser(app, { name: 'Vera' })
    const { id } = await aGroup(app, owner, { people: [[vet, 'member']] })
    const share = (shares: { location_id: number; may: 'edit' }[]) =>
      app.call(api.setGroupShares, { params: { id }, body: shares }, owner.token)
    await share([{ location_id: place.id, may: 'edit' }])
    const noteDown = (reminder: string, hours: number) =>
      anInspection(app, vet, place, { reminder, reminder_date: app.clock.iso(hours * HOUR_MS) })
    await noteDown('Long ago', 1)
    await noteDown('Of late', 24 * 39)
    await share([])
    app.clock.forward(40 * 24 * HOUR_MS)
    owner.token = (await signIn(app, owner.email)).token
    await tick()
    await share([{ location_id: place.id, may: 'edit' }])
    await tick()
    const mails = await app.services.db
      .selectFrom('outbox')
      .select('subject')
      .where('recipient', '=', vet.email)
      .execute()
    expect(mails.map(({ subject }) => subject).filter(subject => /Long|late/.test(subject))).toEqual([
      'Reminder: Of late',
    ])
  })

  test('that waited while a service was away is not sent once it is put off or its inspection deleted', async () => {
    const settings = { server: receiver.origin, topic: 'diary' }
    const body = { service: 'ntfy' as const, name: 'diary', only_act_now: false, settings }
    await app.call(api.createContactPoint, { body }, owner.token)
    const [putOff, deleted, kept] = [await noted(), await noted(), await noted()]
    app.clock.forward(HOUR_MS)
    receiver.answerWith(503, 503, 503)
    await tick()
    await sendAllDue(app.services)
    const before = receiver.calls.length
    await app.call(
      api.updateInspection,
      { params: { id: putOff.id }, body: { version: 2, reminder_date: app.clock.iso(48 * HOUR_MS) } },
      owner.token,
    )
    await app.call(api.deleteInspection, { params: { id: deleted.id } }, owner.token)
    for (let round = 0; round < 4; round++) {
      app.clock.forward(HOUR_MS)
      await sendAllDue(app.services)
    }
    expect(receiver.calls.slice(before).map(({ body: sent }) => JSON.parse(sent.toString()).click)).toEqual([
      `http://barnometer.test/inspections/${kept.id}`,
    ])
  })

  test('is told again only when it is set to another time', async () => {
    const { id } = await noted({ reminder: '' })
    app.clock.forward(HOUR_MS)
    await tick()
    const change = (body: object) =>
      app.call(api.updateInspection, { params: { id }, body: { version: 2, ...body } }, owner.token)
    await change({ notes: 'trocken' })
    await tick()
    expect(await subjects()).toEqual(['Erinnerung an Ihre Kontrolle: Stall 1 – De Linde'])
    await change({ reminder_date: app.clock.iso(HOUR_MS) })
    await tick()
    app.clock.forward(HOUR_MS)
    await tick()
    expect(await subjects()).toHaveLength(2)
  })

  test('is not told of what is deleted, or to somebody who may not see it any more', async () => {
    const { id } = await noted()
    await app.call(api.deleteInspection, { params: { id } }, owner.token)
    await noted({ area_ids: [] })
    const next = await aUser(app)
    const owned = (owners: string[]) =>
      app.call(
        api.updateLocation,
        { params: { id: place.id }, body: { name: place.name, type: place.type, owners } },
        owner.token,
      )
    await owned([owner.email, next.email])
    await accepted(app, next)
    await owned([next.email])
    app.clock.forward(HOUR_MS)
    await tick()
    expect(await subjects()).toEqual([])
    expect(await app.call(api.pageInspections, { query: {} }, owner.token)).toMatchObject({ total: 0 })
    expect(await app.call(api.pageInspections, { query: {} }, next.token)).toMatchObject({ total: 1 })
  })

  test('waits while the account of who wrote it is suspended', async () => {
    await noted()
    const suspend = (suspended_at: string | null) =>
      app.services.db.updateTable('users').set({ suspended_at }).where('id', '=', owner.id).execute()
    await suspend(app.clock.iso())
    app.clock.forward(2 * HOUR_MS)
    await tick()
    expect(await subjects()).toEqual([])
    await suspend(null)
    await tick()
    expect(await subjects()).toHaveLength(1)
  })

  test('is pushed to each browser once; one that cannot take it now is tried again alone', async () => {
    const phone = aReader(`${receiver.origin}/push/phone`)
    const desk = aReader(`${receiver.origin}/push/desk`)
    for (const { subscription } of [phone, desk])
      await app.call(api.createPushSubscription, { body: subscription }, owner.token)
    const { id } = await noted()
    app.clock.forward(HOUR_MS)
    // A message that is due may go out beside the tick already.
    receiver.answerWith(503, 201)
    await tick()
    const pushTick = () => Promise.all([sendAllDue(app.services), sendAllDue(app.services)])
    await pushTick()
    expect(receiver.calls).toHaveLength(2)
    const call = receiver.calls.find(({ path }) => path === '/push/phone')
    expect(call && phone.read(call.body)).toMatchObject({
      title: 'Erinnerung: Einstreu ansehen',
      url: `http://barnometer.test/inspections/${id}`,
    })
    app.clock.forward(61_000)
    await pushTick()
    await pushTick()
    expect(receiver.calls).toHaveLength(3)
    const waiting = app.services.db
      .selectFrom('outbox')
      .select('id')
      .where('state', '=', 'waiting')
      .where('channel', '=', 'push')
    expect(await waiting.execute()).toEqual([])
  })
})
