import { expect } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { notifyByMail } from '../../server/alerts/delivery/by-mail.ts'
import { announce, type News } from '../../server/alerts/evaluation/announce.ts'
import { sendAllDue } from '../../server/notifications/outbox/outbox.ts'
import { aDevice } from '../../server/testing/a-device.ts'
import { aRegistration, signIn, type TestUser } from '../../server/testing/a-user.ts'
import { anAlertRow, aRuleRow } from '../../server/testing/an-alert.ts'
import { startTestApp } from '../../server/testing/start-test-app.ts'
import { startMailServer } from './mail-server.ts'

interface Watch {
  device: { id: number }
  rule: number
}

/** An app with a real mail server, and what makes alerts and reads the messages about them. */
export const startAlertMails = async () => {
  const mail = await startMailServer()
  const app = await startTestApp({ environment: { SMTP_URL: mail.url } })
  // The first account is the administrator, who sees every device.
  await app.call(api.register, { body: aRegistration() })

  const anOwner = async (set: { locale?: TestUser['locale'] } = {}) => {
    const registration = aRegistration()
    await app.call(api.register, { body: registration })
    await expect.poll(() => mail.mailsTo(registration.email).length, { timeout: 5000 }).toBe(1)
    const [, token = ''] = /token=([\w-]+)/.exec(mail.mailsTo(registration.email)[0]?.text ?? '') ?? []
    await app.call(api.verifyEmail, { body: { token } })
    const owner = await signIn(app, registration.email)
    await app.services.db
      .updateTable('users')
      .set({ locale: 'en', ...set })
      .where('id', '=', owner.id)
      .execute()
    return owner
  }

  const aWatch = async (owner: TestUser) => ({
    device: await aDevice(app, owner),
    rule: await aRuleRow(app, owner, { alert_via_push: 0, alert_via_webhook: 0 }),
  })

  const fire = async ({ device, rule }: Watch, changes: object = {}) => {
    const alert = await anAlertRow(app, device, { alert_rule_id: rule, ...changes })
    await say(alert, 'fired')
    return alert
  }

  const say = (alert_id: number, event: News['event']) =>
    app.services.db.transaction().execute(trx => announce(trx, [{ alert_id, event, at: app.clock.iso() }]))

  const resolve = async (id: number) => {
    await app.services.db
      .updateTable('alerts')
      .set({
        state: 'resolved',
        ended_by: 'value',
        resolved_at: app.clock.iso(),
        last_value: 17.9,
        last_at: app.clock.iso(),
      })
      .where('id', '=', id)
      .execute()
    await say(id, 'resolved')
  }

  /** Does what the clock does, as two processes that wake up together. */
  const tick = async () => {
    await Promise.all([notifyByMail(app.services), notifyByMail(app.services)])
    await Promise.all([sendAllDue(app.services), sendAllDue(app.services)])
    // The clock must not run on while one is on its way.
    const onTheWay = app.services.db
      .selectFrom('outbox')
      .select('id')
      .where('state', '=', 'waiting')
      .where('last_error', 'is', null)
    await expect.poll(() => onTheWay.execute(), { timeout: 5000 }).toEqual([])
  }

  /** Mails to a person besides the one that confirms the address. */
  const mailsTo = ({ email }: TestUser) => mail.mailsTo(email).slice(1)

  const untilMails = async (owner: TestUser, count: number) => {
    await expect.poll(() => mailsTo(owner).length, { timeout: 5000 }).toBe(count)
    return mailsTo(owner)
  }

  const close = async () => {
    await app.close()
    await mail.stop()
  }
  return { app, mail, anOwner, aWatch, fire, say, resolve, tick, mailsTo, untilMails, close }
}
export type AlertMails = Awaited<ReturnType<typeof startAlertMails>>
