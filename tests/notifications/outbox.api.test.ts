import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { type EmailMessage, enqueueEmail } from '../../server/notifications/outbox/enqueue.ts'
import { forgetMessages, sendAllDue, sendDue, sendSoon } from '../../server/notifications/outbox/outbox.ts'
import { giveBack, takeMessage } from '../../server/notifications/outbox/outbox-store.ts'
import { outcomesOf } from '../../server/notifications/outbox/outcome.ts'
import { aFirstUser } from '../../server/testing/a-user.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'
import { freePort } from '../servers/free-port.ts'

/** A mail server that answers each recipient as told, once `open` lets it, and counts who connects. */
const aStrictServer = async (answers: Map<string, number>, open: () => Promise<void>) => {
  const taken: string[] = []
  let connections = 0
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    // A server that goes down does not wait for who is connected.
    closeTimeout: 50,
    onConnect: (_, done) => {
      connections++
      done()
    },
    onRcptTo: ({ address }, _, done) => {
      const responseCode = answers.get(address)
      if (responseCode) return done(Object.assign(new Error('not this one'), { responseCode }))
      done()
    },
    onData: (stream, { envelope }, done) => {
      stream.resume()
      stream.on('end', () => {
        taken.push(...envelope.rcptTo.map(({ address }) => address))
        void open().then(() => done())
      })
    },
  })
  const port = await freePort()
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    connections: () => connections,
    stop: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}

const message = (app: TestApp, recipient: string, changes: Partial<EmailMessage> = {}) =>
  enqueueEmail(app.services.db, { recipient, subject: 'S', text: 'T', html: '<p>T</p>', ...changes }, app.clock.iso())
const outcome = async (app: TestApp, id: number) => (await outcomesOf(app.services.db, [id])).get(id)
const stored = (app: TestApp, id: number) =>
  app.services.db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('[decisions §13] the outbox over a mail server', () => {
  const answers = new Map<string, number>()
  let opened = Promise.resolve()
  let server: Awaited<ReturnType<typeof aStrictServer>>
  let app: TestApp
  beforeAll(async () => {
    server = await aStrictServer(answers, () => opened)
    app = await startTestApp({ environment: { SMTP_URL: server.url } })
  })
  afterAll(async () => {
    await app.close()
    await server.stop()
  })
  afterEach(async () => {
    answers.clear()
    server.taken.length = 0
    await app.services.db.deleteFrom('outbox').execute()
  })

  test('gives up at once on a message that is refused for good, and says what the mail server said', async () => {
    answers.set('nobody@farm.example', 550)
    const id = await message(app, 'nobody@farm.example')
    await sendAllDue(app.services)
    expect(await outcome(app, id)).toEqual({
      state: 'failed',
      at: null,
      error: expect.stringContaining('550'),
    })
    app.clock.forward(DAY_MS)
    await sendAllDue(app.services)
    expect((await stored(app, id)).attempts).toBe(1)
  })

  test('tries for five days, then no more', async () => {
    answers.set('full@farm.example', 452)
    const id = await message(app, 'full@farm.example')
    await sendAllDue(app.services)
    expect(await outcome(app, id)).toMatchObject({ state: 'waiting' })
    app.clock.forward(5 * DAY_MS)
    await sendAllDue(app.services)
    expect(await outcome(app, id)).toMatchObject({ state: 'failed' })
  })

  test('an alarm goes before the messages that wait, also before hundreds that nobody can deliver', async () => {
    for (let index = 0; index < 60; index++) answers.set(`gone${index}@farm.example`, 451)
    for (const address of answers.keys()) await message(app, address)
    const alarm = await message(app, 'jan@farm.example', { priority: 'alarm' })
    await sendAllDue(app.services)
    expect(await outcome(app, alarm)).toMatchObject({ state: 'sent' })
    // The first connection that was free took it.
    expect(server.taken).toEqual(['jan@farm.example'])
  })

  test('a mailbox that takes none for now holds its other messages back, but no alarm', async () => {
    answers.set('full@farm.example', 452)
    await message(app, 'full@farm.example')
    await sendAllDue(app.services)
    const [second, alarm] = [
      await message(app, 'full@farm.example'),
      await message(app, 'full@farm.example', { priority: 'alarm' }),
    ]
    await sendAllDue(app.services)
    expect((await stored(app, alarm)).attempts).toBe(1)
    const third = await stored(app, second)
    expect(Date.parse(third.next_attempt_at)).toBeGreaterThan(app.clock.now())
  })

  test('a clock that steps forward does not have a message go out twice that is on its way', async () => {
    const held = Promise.withResolvers<void>()
    opened = held.promise
    const id = await message(app, 'jan@farm.example')
    const sending = sendAllDue(app.services)
    await expect.poll(() => server.taken.length).toBe(1)
    app.clock.forward(5 * MINUTE_MS)
    await sendDue(app.services)
    expect((await stored(app, id)).attempts).toBe(1)
    held.resolve()
    await sending
    expect(await stored(app, id)).toMatchObject({ state: 'sent', attempts: 1 })
    expect(server.taken).toEqual(['jan@farm.example'])
  })

  describe('an attempt that is noted after its lease ran out', () => {
    const leased = (app: TestApp) => ({
      channel: 'email' as const,
      ordered: false,
      now: app.clock.iso(),
      leasedUntil: new Date(app.clock.now() + MINUTE_MS).toISOString(),
      sending: [],
    })
    /** An attempt of a process that stood still, and the one that another made of the same message meanwhile. */
    const twoAttempts = async () => {
      const id = await message(app, 'jan@farm.example')
      const late = await takeMessage(app.services.db, leased(app))
      app.clock.forward(2 * MINUTE_MS)
      const next = await takeMessage(app.services.db, leased(app))
      if (!late || !next) throw new Error('nothing is due')
      expect([late.id, next.id, late.attempts, next.attempts]).toEqual([id, id, 1, 2])
      return { late, next }
    }
    const sent = () => ({ state: 'sent' as const, sent_at: app.clock.iso(), last_error: null })
    const again = () => ({ last_error: 'timeout', next_attempt_at: app.clock.iso() })
    const refused = { state: 'refused' as const, sent_at: null, last_error: '550' }

    test('leaves what another process is sending alone', async () => {
      const { late, next } = await twoAttempts()
      for (const change of [again(), refused]) expect(await giveBack(app.services.db, late, change)).toBe(false)
      expect(await stored(app, next.id)).toEqual(next)
    })

    test('does not have what another process sent go out once more, or be called refused', async () => {
      const { late, next } = await twoAttempts()
      expect(await giveBack(app.services.db, next, sent())).toBe(true)
      for (const change of [again(), refused]) expect(await giveBack(app.services.db, late, change)).toBe(false)
      expect(await stored(app, next.id)).toMatchObject({ state: 'sent', last_error: null, leased_until: null })
    })

    test('counts when it was sent: no other attempt takes that back', async () => {
      const { late, next } = await twoAttempts()
      expect(await giveBack(app.services.db, late, sent())).toBe(true)
      for (const change of [again(), refused, sent()]) expect(await giveBack(app.services.db, next, change)).toBe(false)
      expect(await stored(app, late.id)).toMatchObject({ state: 'sent', last_error: null })
    })
  })

  test('keeps its connections: a storm opens no more than four', async () => {
    const before = server.connections()
    for (let index = 0; index < 40; index++) await message(app, `p${index}@farm.example`)
    await Promise.all(Array.from({ length: 20 }, () => sendAllDue(app.services)))
    expect(server.taken).toHaveLength(40)
    expect(new Set(server.taken).size).toBe(40)
    expect(server.connections() - before).toBeLessThanOrEqual(4)
  })

  test('forgets what ended after the days of the setting, and keeps what waits', async () => {
    const sent = await message(app, 'jan@farm.example')
    await sendAllDue(app.services)
    app.clock.forward(91 * DAY_MS)
    const waiting = await message(app, 'piet@farm.example')
    await forgetMessages(app.services)
    expect(await outcome(app, sent)).toBeUndefined()
    expect(await outcome(app, waiting)).toMatchObject({ state: 'waiting' })
  })
})

test('[decisions §13] without a mail server a message is never called sent', async () => {
  const app = await startTestApp()
  const admin = await aFirstUser(app)
  const id = await message(app, 'jan@farm.example')
  await sendAllDue(app.services)
  expect(await outcome(app, id)).toEqual({ state: 'failed', at: null, error: 'no_mail_server' })
  const mails = await app.call(api.listMails, {}, admin.token)
  expect(mails.find(mail => mail.id === id)).toMatchObject({ state: 'kept', sent_at: null })
  const watch = await app.call(api.getAlarmWatch, {}, admin.token)
  expect(watch).toMatchObject({ mailed_at: null, mails_waiting: 0 })
  await app.close()
})

test('closing waits for messages that somebody asked to be sent a moment before, and begins with none after it', async () => {
  const app = await startTestApp()
  await message(app, 'a@example.org')
  sendSoon(app.services)
  const closing = app.close()
  sendSoon(app.services)
  await closing
  sendSoon(app.services)
  await new Promise(resolve => setImmediate(resolve))
  // An outbox that goes on finds its stores closed, and says so.
  expect(app.logged()).not.toContain('messages wait')
})
