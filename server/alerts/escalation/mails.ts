import type { Language } from '#shared/contract/fixed.ts'
import type { Reader } from '#shared/rules/formats/formats.ts'
import { fill, textsOf } from '../../kit/language.ts'
import { writeMail } from '../../notifications/templates/mail.ts'
import type { ToldAlert } from '../delivery/delivery-store.ts'
import { linesOf, subjectOf } from '../delivery/mails.ts'
import { wordsOf } from '../delivery/words.ts'
import type { AlarmNotification } from './notification-store.ts'
import type { PlanPerson } from './plan-store.ts'

const wordsIn = (language: Language) => textsOf(language, 'alarm-mails')

export interface AlarmMail {
  subject: string
  text: string
  html: string
  /** Text of a push notification, in one or two lines. */
  short: string
  link: string
}

interface AlarmMailParams {
  notification: Pick<AlarmNotification, 'name' | 'alert'>
  event: 'told' | 'over'
  reader: Reader
  link: string
  location: string
  minutes: number
  people: readonly PlanPerson[]
}

/** The alert that a notification keeps, as it was when it was told. */
export const alertIn = ({ alert }: Pick<AlarmNotification, 'alert'>): ToldAlert | null =>
  alert === null ? null : JSON.parse(alert)

/** The mail of a test or of an alert that goes along a plan, with the telephone numbers of everybody in it. */
export const alarmMail = ({
  notification,
  event,
  reader,
  link,
  location,
  minutes,
  people,
}: AlarmMailParams): AlarmMail => {
  const { language } = reader
  const words = wordsIn(language)
  const alert = alertIn(notification)
  const kind = alert === null ? 'test' : event
  const sentence = alert === null ? '' : subjectOf({ alert, event: event === 'over' ? 'resolved' : 'fired' }, reader)
  const values = { name: notification.name, location, minutes, sentence }
  const short = fill(words.short[kind], values)
  const paragraphs = [
    fill(words.lead[kind], values),
    alert !== null && event === 'told' && linesOf({ alert, event: 'fired' }, reader).join('\n'),
    event === 'told' && fill(words.ask[alert === null ? 'test' : 'alert'], values),
  ]
  const mail = writeMail({
    language,
    text: paragraphs.filter(Boolean).join('\n\n'),
    people: event === 'told' ? { title: words.people, entries: people } : undefined,
    action: { label: words.action[kind], link },
    after: wordsOf(language).after,
  })
  return { subject: fill(words.subject[kind], values), ...mail, short, link }
}

/** The mail that asks somebody without an account whether the plan may tell them; nothing else is written before a yes. */
export const askingMail = (
  language: Language,
  { name, location, asker, link }: { name: string; location: string; asker: string | null; link: string },
) => {
  const { subject, lead, action, after_asking, somebody } = wordsIn(language)
  const mail = writeMail({
    language,
    text: fill(lead.asking, { name, location, asker: asker ?? somebody }),
    action: { label: action.asking, link },
    after: after_asking,
  })
  return { subject: fill(subject.asking, { location }), ...mail }
}

/** The mail that reminds an owner of the monthly test. */
export const reminderMail = (language: Language, { location, link }: { location: string; link: string }) => {
  const { subject, lead, action } = wordsIn(language)
  const mail = writeMail({
    language,
    text: fill(lead.reminder, { location }),
    action: { label: action.reminder, link },
    after: wordsOf(language).after,
  })
  return { subject: fill(subject.reminder, { location }), ...mail }
}
