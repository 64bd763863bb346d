import { readDateTime } from '#shared/rules/formats/formats.ts'
import { dateTimeAt } from '#shared/rules/time/local-time.ts'
import type { Database } from '../../kit/database/database.ts'
import { fill } from '../../kit/language.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { sideBySide } from '../../kit/side-by-side.ts'
import { pushTo } from '../../notifications/channels/push.ts'
import { callWebhook } from '../../notifications/channels/webhook.ts'
import { contactPointsToTell, tellContactPoint } from '../../notifications/contact-points.ts'
import { enqueueEmail } from '../../notifications/outbox/enqueue.ts'
import { preferencesOf, reachableOf } from '../../notifications/recipients.ts'
import { writeMail } from '../../notifications/templates/mail.ts'
import { activeAdministrators, type Person, readerOf } from '../../users/accounts.ts'
import { wordsOf } from '../delivery/words.ts'
import type { Outage } from './outage-store.ts'

/** Puts one mail for each administrator into the outbox, in the transaction that notes the outage or its end. */
export const notifyOutage = async (services: Services, trx: Database, outage: Outage): Promise<void> => {
  for (const person of await activeAdministrators(trx)) {
    const { subject, text, link } = outageTexts(services, person, outage)
    const { after, watch } = wordsOf(person.locale)
    const mail = writeMail({ language: person.locale, text, action: { label: watch.action, link }, after })
    await enqueueEmail(trx, { recipient: person.email, subject, ...mail }, isoNow(services))
  }
}

/** Calls under way at once: each may take ten seconds, and one of a service that is away holds up no other. */
const MAX_SIDE_BY_SIDE = 16

/** Says the same to their browsers, contact points and webhooks, which may be awake sooner than a mailbox; what fails there the mail says. */
export const pushOutage = async (services: Services, outage: Outage): Promise<void> => {
  const people = await activeAdministrators(services.db)
  const calls = await Promise.all(people.map(person => callsTo(services, person, outage)))
  await sideBySide(calls.flat(), MAX_SIDE_BY_SIDE)
}

/** Calls that tell one administrator; none of them throws. */
const callsTo = async (services: Services, person: Person, outage: Outage): Promise<(() => Promise<unknown>)[]> => {
  const { subject, text, link } = outageTexts(services, person, outage)
  const isOver = outage.end !== null
  const failing = (what: string) => (error: unknown) => services.log.warn({ err: error }, what)
  const pushed = { title: subject, body: text, url: link, tag: 'watch', stays: !isOver }
  const browsers = await reachableOf(services.db, person.id)
  const points = await contactPointsToTell(services.db, person.id, { isActNow: true })
  const { webhook_url: url, webhook_secret: secret } = await preferencesOf(services.db, person.id)
  const said = { title: subject, lines: text, sentence: subject, link, language: person.locale }
  const event = isOver ? 'watch_back' : 'watch_out'
  const body = { event, at: isoNow(services), text: subject, url: link }
  return [
    ...browsers.map(target => () => pushTo(services, target, pushed, 'high').catch(failing('outage not pushed'))),
    ...points.map(
      point => () =>
        tellContactPoint(services, point, { ...said, urgency: 'high', isOver }).catch(
          failing('contact point not told of an outage'),
        ),
    ),
    ...(url === null || secret === null
      ? []
      : [() => callWebhook(services, { url, secret }, body).catch(failing('webhook not told of an outage'))]),
  ]
}

const outageTexts = (services: Services, person: Person, { problem, start, end }: Outage) => {
  const { locale, time_zone } = person
  const { watch } = wordsOf(locale)
  const clock = (time: string) => `${readDateTime(dateTimeAt(time, time_zone), readerOf(person))} (${time_zone})`
  const values = { start: clock(start), end: end === null ? '' : clock(end) }
  return {
    subject: fill(end === null ? watch.out_subject : watch.back_subject, values),
    text: end === null ? `${fill(watch[problem], values)}\n\n${watch.meanwhile}` : fill(watch.back, values),
    link: `${services.publicUrl()}/alarm-watch`,
  }
}
