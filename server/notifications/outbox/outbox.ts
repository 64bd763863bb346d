import type { Language } from '#shared/contract/fixed.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { untilBack } from '../../kit/database/store-error.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { apartFromTrace, inSpan } from '../../kit/telemetry/tracing.ts'
import type { Channel, DeliveryAttempt } from '../channels/channel.ts'
import { contactPoint } from '../channels/contact-point.ts'
import { closeConnections, email } from '../channels/email.ts'
import { forgetFiles } from '../channels/email-files.ts'
import { push } from '../channels/push.ts'
import { webhook } from '../channels/webhook.ts'
import type { ChannelName } from '../tables.ts'
import { failureText } from '../templates/failure-text.ts'
import { pauseAfter } from './backoff.ts'
import {
  deleteMessage,
  forgetEnded,
  giveBack,
  type OutboxMessage,
  postponeLane,
  selectToLookAt,
  takeMessage,
} from './outbox-store.ts'

export { countWaitingEmails, lastSentEmail, moveRecipient, type OutboxMessage } from './outbox-store.ts'

import { messageOutcomeOf } from './outcome.ts'
import { topicOf } from './topics.ts'

const CHANNELS: Record<ChannelName, Channel> = { email, push, webhook, contact_point: contactPoint }
const NAMES = ['email', 'push', 'webhook', 'contact_point'] as const

/** A message on its way is nobody else's; one whose process died is tried again after that. */
const LEASE_MS = MINUTE_MS
const CLOSE_MS = 4000

/** Channel as this process sees it. */
interface Lane {
  busy: number
  /** Ids of messages on their way. */
  sending: Set<number>
  underWay: Set<Promise<void>>
  /** The other side takes nothing: the rest waits for the next look. */
  isDown: boolean
}
interface Outbox {
  channels: Record<ChannelName, Lane>
  /** Looks for what is due, from the moment they are asked for: closing waits for them too. */
  looks: Set<Promise<void>>
  /** Apps at these stores in this process: the last one closes. */
  apps: number
  isClosing: boolean
}
const outboxes = new WeakMap<Services['db'], Outbox>()

const outboxOf = (services: Services): Outbox => {
  const known = outboxes.get(services.db)
  if (known) return known
  const lane = (): Lane => ({ busy: 0, sending: new Set(), underWay: new Set(), isDown: false })
  const outbox = {
    channels: { email: lane(), push: lane(), webhook: lane(), contact_point: lane() },
    looks: new Set<Promise<void>>(),
    apps: 0,
    isClosing: false,
  }
  outboxes.set(services.db, outbox)
  return outbox
}

/** Sends what waits, beside the answer: a slow mail server would tell by the time taken that there is an account. */
export const sendSoon = (services: Services): void => {
  const { looks } = outboxOf(services)
  const look = apartFromTrace(() => new Promise(resolve => setImmediate(resolve)).then(() => sendDue(services)))
    .catch(error => services.log.warn({ err: error }, 'messages wait'))
    .finally(() => looks.delete(look))
  looks.add(look)
}

/** Begins to send what is due on each channel; a slow one holds up no other, and nobody waits for what is under way. */
export const sendDue = async (services: Services): Promise<void> => {
  const outbox = outboxOf(services)
  const look = Promise.all(
    NAMES.map(name => {
      outbox.channels[name].isDown = false
      return begin(services, outbox, name)
    }),
  ).then(() => undefined)
  outbox.looks.add(look)
  await look.finally(() => outbox.looks.delete(look))
}

/** Sends what is due and waits until nothing is under way in this process. */
export const sendAllDue = async (services: Services): Promise<void> => {
  await sendDue(services)
  await untilIdle(outboxOf(services))
}

/** Resolves once nothing is looked for or under way, also nothing that began meanwhile. */
const untilIdle = async ({ channels, looks }: Outbox): Promise<void> => {
  for (;;) {
    const underWay = [...looks, ...NAMES.flatMap(name => [...channels[name].underWay])]
    if (underWay.length === 0) return
    await Promise.allSettled(underWay)
  }
}

/** Begins to send for an app. Each closes it again. */
export const openOutbox = (services: Services): void => {
  const outbox = outboxOf(services)
  outbox.apps++
  outbox.isClosing = false
}

/** Ends the connections once the messages under way are done, or soon. What is asked for later waits for the next process. */
export const closeOutbox = async (services: Services): Promise<void> => {
  const outbox = outboxOf(services)
  outbox.apps--
  if (outbox.apps > 0) return
  outbox.isClosing = true
  const late = new Promise<'late'>(resolve => setTimeout(() => resolve('late'), CLOSE_MS).unref())
  if ((await Promise.race([untilIdle(outbox), late])) === 'late') services.log.warn('messages under way are sent again')
  closeConnections(services)
}

/** Takes messages of a channel one by one, as many as may be under way; each that ends makes room for another. */
const begin = async (services: Services, outbox: Outbox, name: ChannelName): Promise<void> => {
  const [channel, lane] = [CHANNELS[name], outbox.channels[name]]
  if (!channel.isServedBy(services)) return
  while (!outbox.isClosing && !lane.isDown && lane.busy < channel.atOnce) {
    lane.busy++
    const message = await takeNext(services, name, lane.sending).catch(error => {
      lane.busy--
      throw error
    })
    if (!message) {
      lane.busy--
      return
    }
    lane.sending.add(message.id)
    const sending: Promise<void> = attempt(services, message)
      .then(tried => {
        if ('again' in tried && tried.again === 'channel') lane.isDown = true
      })
      .catch(error => services.log.error({ err: error, message: message.id }, 'nobody noted what became of a message'))
      .then(() => {
        lane.sending.delete(message.id)
        lane.busy--
        return begin(services, outbox, name)
      })
      .catch(error => services.log.warn({ err: error }, 'messages wait'))
      .finally(() => lane.underWay.delete(sending))
    lane.underWay.add(sending)
  }
}

const takeNext = (
  services: Services,
  channel: ChannelName,
  sending: Iterable<number>,
): Promise<OutboxMessage | undefined> => {
  const leasedUntil = new Date(services.now() + LEASE_MS).toISOString()
  const { ordered, isOneOfLane = false } = CHANNELS[channel]
  return takeMessage(services.db, { channel, ordered, isOneOfLane, now: isoNow(services), leasedUntil, sending })
}

const attempt = (services: Services, message: OutboxMessage): Promise<DeliveryAttempt> => {
  const { channel } = message
  const attributes = { 'messaging.operation.type': 'send', 'messaging.destination.name': channel }
  // The caller who made this process look may have nothing to do with the message.
  return inSpan({ name: `send ${channel}`, kind: 'producer', isOwnTrace: true, attributes }, () =>
    attemptOnce(services, message),
  )
}

const attemptOnce = async (services: Services, message: OutboxMessage): Promise<DeliveryAttempt> => {
  // A database that has no connection left, or is away, is asked again: the message would wait until its lease is over.
  if (!(await untilBack(() => isWanted(services, message)))) return { end: 'sent' }
  const tried = await CHANNELS[message.channel].send(services, message).catch((error): DeliveryAttempt => {
    services.log.error({ err: error, message: message.id }, 'a message could not be made')
    return { again: 'message', error: 'not_made' }
  })
  // A message that was sent and not noted would be sent again.
  await untilBack(() => note(services, message, tried))
  return tried
}

/** Asks the topic of a message whether it still goes out; one that is not wanted any more is deleted. */
const isWanted = async (services: Services, message: OutboxMessage): Promise<boolean> => {
  const topic = topicOf(message)
  if (!topic?.isWanted) return true
  return services.db.transaction().execute(async trx => {
    const wanted = (await topic.isWanted?.(services, trx, message)) ?? true
    if (!wanted) await deleteMessage(trx, message.id)
    return wanted
  })
}

/** Notes what became of an attempt, and tells the topic of a message when it has ended. */
const note = async (services: Services, message: OutboxMessage, tried: DeliveryAttempt): Promise<void> => {
  const at = isoNow(services)
  if (!('again' in tried)) {
    const last_error = tried.end === 'refused' ? tried.error : null
    if (last_error !== null) services.log.warn({ error: last_error, message: message.id }, 'message refused')
    const byMail = tried.end === 'refused' && tried.byMail === true
    return end(services, message, { state: tried.end, sent_at: tried.end === 'sent' ? at : null, last_error }, byMail)
  }
  const { again, error, afterMs = 0, payload = message.payload, partly } = tried
  if (at >= message.expires_at) {
    services.log.warn({ error, message: message.id }, 'message refused: that was its last try')
    return end(
      services,
      message,
      partly
        ? { state: 'sent', sent_at: at, last_error: null }
        : { state: 'refused', sent_at: null, last_error: error },
    )
  }
  services.log.warn({ error, message: message.id }, 'message not sent, tried again later')
  const pause = again === 'channel' ? MINUTE_MS : Math.max(pauseAfter(message.attempts), afterMs)
  const next_attempt_at = new Date(services.now() + pause).toISOString()
  const isOurs = await giveBack(services.db, message, { last_error: error, next_attempt_at, payload })
  if (isOurs && again === 'lane') await postponeLane(services.db, message, next_attempt_at)
}

const end = (
  services: Services,
  message: OutboxMessage,
  set: Pick<OutboxMessage, 'state' | 'sent_at' | 'last_error'>,
  byMail = false,
): Promise<void> =>
  services.db.transaction().execute(async trx => {
    if (!(await giveBack(trx, message, set))) return
    const topic = topicOf(message)
    await topic?.ended(trx, message.id, messageOutcomeOf(set), isoNow(services))
    if (set.state === 'refused' && message.channel !== 'email')
      await topic?.mailInstead?.(services, trx, message, !byMail)
  })

/** Forgets what ended messages said: codes and links after the day they work, everything after the days of the setting. */
export const forgetMessages = async (services: Services): Promise<void> => {
  const [secrets, kept] = [services.now() - DAY_MS, services.now() - services.environment.MAILS_KEPT_DAYS * DAY_MS]
  const iso = (time: number) => new Date(time).toISOString()
  await forgetEnded(services.db, { secrets: iso(secrets), kept: iso(kept) })
  await forgetFiles(services, { secrets, kept })
}

const MOST_OF_EACH = 200

/**
 * Messages for who looks after the server: the newest 200, and 200 each of those that failed and that wait. A code or a link that lets
 * in is for its recipient alone, and empty here; without a mail server this page is the only way to it.
 */
export const messagesToLookAt = async (
  { db, environment }: Pick<Services, 'db' | 'environment'>,
  language: Language,
) => {
  const rows = await selectToLookAt(db, MOST_OF_EACH)
  return rows.map(({ secret, subject, text, last_error, ...message }) => {
    const isHidden = secret === 1 && environment.SMTP_URL !== undefined
    return {
      ...message,
      last_error: last_error && failureText(last_error, language),
      // The subject says the code as well.
      subject: isHidden ? subject.replaceAll(/\d/g, '•') : subject,
      text: isHidden ? '' : text,
    }
  })
}
