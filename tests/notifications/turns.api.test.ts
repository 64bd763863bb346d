import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { enqueueEmail, enqueueWebhook } from '../../server/notifications/outbox/enqueue.ts'
import { sendAllDue } from '../../server/notifications/outbox/outbox.ts'
import { takeMessage } from '../../server/notifications/outbox/outbox-store.ts'
import { aFirstUser, aUser, type TestUser } from '../../server/testing/a-user.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'
import { type Receiver, startReceiver } from '../servers/receiver.ts'

let receiver: Receiver
let app: TestApp
let admin: TestUser
beforeAll(async () => {
  receiver = await startReceiver()
  app = await startTestApp({ environment: { ALLOW_PRIVATE_ADDRESSES: 'true' } })
  admin = await aFirstUser(app)
})
afterAll(async () => {
  await app.close()
  await receiver.stop()
})
beforeEach(async () => {
  await app.services.db.deleteFrom('outbox').execute()
  receiver.calls.length = 0
})

const mailTo = (recipient: string) =>
  enqueueEmail(app.services.db, { recipient, subject: 'S', text: 'T', html: '' }, app.clock.iso())

const takeEmail = (now = app.clock.iso()) =>
  takeMessage(app.services.db, {
    channel: 'email',
    ordered: false,
    now,
    leasedUntil: new Date(Date.parse(now) + MINUTE_MS).toISOString(),
    sending: [],
  })

describe('the outbox', () => {
  test('gives a message to one process, and to another once that one has died', async () => {
    const id = await mailTo('jan@farm.example')
    const taken = await Promise.all([takeEmail(), takeEmail(), takeEmail()])
    expect(taken.flatMap(message => message?.id ?? [])).toEqual([id])
    app.clock.forward(MINUTE_MS)
    expect(await takeEmail()).toMatchObject({ id, attempts: 2 })
  })

  test('takes the first of each recipient before the second of any: who has many keeps nobody waiting', async () => {
    for (let count = 0; count < 20; count++) await mailTo('many@farm.example')
    const one = await mailTo('one@farm.example')
    const first = [(await takeEmail())?.id, (await takeEmail())?.id]
    expect(first).toContain(one)
  })

  test('goes back with the transaction that wrote it', async () => {
    const failed = app.services.db.transaction().execute(async trx => {
      await enqueueEmail(trx, { recipient: 'x@farm.example', subject: 'S', text: 'T', html: '' }, app.clock.iso())
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await takeEmail()).toBeUndefined()
  })
})

describe('calls of webhooks', () => {
  const anOwner = async (path: string) => {
    const owner = await aUser(app)
    await app.call(api.saveWebhook, { body: { url: `${receiver.origin}/${path}` } }, owner.token)
    return owner
  }
  const call = (owner: TestUser, number: number) =>
    enqueueWebhook(
      app.services.db,
      { user_id: owner.id, recipient: owner.email, subject: `No. ${number}`, body: { number, owner: owner.id } },
      app.clock.iso(),
    )
  const numbersOf = (owner: TestUser) =>
    receiver.calls
      .map(({ body }) => JSON.parse(body.toString()) as { number: number; owner: number })
      .flatMap(one => (one.owner === owner.id ? [one.number] : []))

  test('of one account keep their order: one that is not taken holds back its own, and nobody else’s', async () => {
    const [bad, good] = [await anOwner('bad'), await anOwner('good')]
    await call(bad, 1)
    receiver.answerWith(500)
    await sendAllDue(app.services)
    for (const number of [2, 3]) await call(bad, number)
    for (const number of [1, 2, 3]) await call(good, number)
    await sendAllDue(app.services)
    expect(numbersOf(bad)).toEqual([1])
    expect(numbersOf(good)).toEqual([1, 2, 3])
    app.clock.forward(MINUTE_MS)
    await sendAllDue(app.services)
    expect(numbersOf(bad)).toEqual([1, 1, 2, 3])
  })

  test('that nobody takes for a day stay visible to who looks after the server', async () => {
    const owner = await anOwner('never')
    const id = await call(owner, 1)
    app.clock.forward(24 * 60 * MINUTE_MS)
    receiver.answerWith(500)
    await sendAllDue(app.services)
    const row = await app.services.db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()
    expect(row).toMatchObject({ state: 'refused', last_error: 'answer_500' })
    const listed = await app.call(api.listMails, {}, admin.token)
    expect(listed.filter(({ channel }) => channel !== 'email')).toMatchObject([
      {
        channel: 'webhook',
        recipient: owner.email,
        state: 'refused',
        last_error: 'The address answered with status 500.',
      },
    ])
  })
})
