import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { aDevice } from '../../server/testing/a-device.ts'
import { type AlertMails, startAlertMails } from '../servers/alert-mails.ts'

let alertMails: AlertMails
let { app, anOwner, aWatch, fire, resolve, tick, mailsTo, untilMails } = {} as AlertMails
beforeAll(async () => {
  alertMails = await startAlertMails()
  ;({ app, anOwner, aWatch, fire, resolve, tick, mailsTo, untilMails } = alertMails)
})
afterAll(() => alertMails.close())

describe('when messages come', () => {
  const NIGHT = '2025-02-04T22:30:00Z'

  test('act now at night; attention after the quiet hours, as it stands then or summed up when it is over', async () => {
    app.clock.set(NIGHT)
    const owner = await anOwner()
    const watch = await aWatch(owner)
    const over = await fire(watch, { urgency: 'attention' })
    await fire({ ...watch, device: await aDevice(app, owner, { name: 'Second' }) }, { urgency: 'attention' })
    await tick()
    app.clock.forward(HOUR_MS)
    await resolve(over)
    await tick()
    expect(mailsTo(owner)).toEqual([])
    await fire({ ...watch, device: await aDevice(app, owner, { name: 'Third' }) })
    await tick()
    expect((await untilMails(owner, 1))[0]?.text).toContain('Device: Third')
    app.clock.set('2025-02-05T04:59:00Z')
    await tick()
    expect(mailsTo(owner)).toHaveLength(1)
    app.clock.set('2025-02-05T05:00:00Z')
    await tick()
    const messages = (await untilMails(owner, 3)).slice(1)
    expect(messages.map(({ subject }) => subject)).toContain('During your quiet hours: Ended, NH3: Barn 1, De Linde')
    expect(messages.some(({ text }) => text?.includes('Device: Second'))).toBe(true)
  })

  test('digest: one message at the hour of the person, with everything since', async () => {
    app.clock.set('2025-02-06T08:00:00Z')
    const owner = await anOwner()
    const watch = await aWatch(owner)
    const first = await fire(watch, { urgency: 'digest' })
    app.clock.forward(HOUR_MS)
    await resolve(first)
    await fire(watch, { urgency: 'digest' })
    await tick()
    expect(mailsTo(owner)).toEqual([])
    app.clock.set('2025-02-07T06:00:00Z')
    await tick()
    const [message] = await untilMails(owner, 1)
    expect(message?.subject).toBe('Today: 2 alerts')
    expect(message?.text).toContain('NH3: ended, lasted 1 h 15 min')
  })

  test('many at once come in one message', async () => {
    app.clock.set('2025-02-08T08:00:00Z')
    const owner = await anOwner()
    const watch = await aWatch(owner)
    for (let count = 0; count < 8; count++)
      await fire({ ...watch, device: await aDevice(app, owner, { name: `Device ${count}` }) })
    await tick()
    const [message] = await untilMails(owner, 1)
    expect(message?.subject).toBe('8 alerts, among them NH3 24.6\u202Fppm: Barn 1, De Linde')
  })

  test('who lost sight of the device meanwhile is not told, and a silence that began meanwhile holds', async () => {
    app.clock.set('2025-02-09T22:00:00Z')
    const owner = await anOwner()
    const [lost, silenced] = [await aWatch(owner), await aWatch(owner)]
    await fire(lost, { urgency: 'attention' })
    const quiet = await fire(silenced, { urgency: 'attention' })
    await app.services.db
      .updateTable('rentals')
      .set({ end: app.clock.iso() })
      .where('device_id', '=', lost.device.id)
      .execute()
    await app.services.db
      .updateTable('alerts')
      .set({ silenced_until: '2025-02-10T07:00:00.000Z' })
      .where('id', '=', quiet)
      .execute()
    app.clock.set('2025-02-10T06:00:00Z')
    await tick()
    expect(mailsTo(owner)).toEqual([])
    app.clock.set('2025-02-10T07:00:00Z')
    await tick()
    await untilMails(owner, 1)
  })
})
