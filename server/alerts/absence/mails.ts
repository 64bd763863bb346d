import type { Language } from '#shared/contract/fixed.ts'
import { type Reader, readDateTime } from '#shared/rules/formats/formats.ts'
import type { Interval } from '#shared/rules/time/interval.ts'
import { fill, textsOf } from '../../kit/language.ts'
import { writeMail } from '../../notifications/templates/mail.ts'

const wordsIn = (language: Language) => textsOf(language, 'absence-mails')

interface MailTo extends Interval<string> {
  /** Reader of the mail, and the other of the two. */
  name: string
  other: string
  link: string
}

const mailOf = (reader: Reader, kind: 'asking' | 'yes' | 'no' | 'over', { link, ...told }: MailTo) => {
  const { language } = reader
  const values = { ...told, from: readDateTime(told.from, reader), until: readDateTime(told.until, reader) }
  const { subject, lead, action, after } = wordsIn(language)
  const mail = writeMail({
    language,
    text: fill(lead[kind], values),
    action: { label: action[kind === 'asking' ? 'answer' : 'open'], link },
    after: after[kind === 'asking' ? 'asking' : 'other'],
  })
  return { subject: fill(subject[kind], values), ...mail }
}

/** The mail that asks somebody to stand in; they are told of nothing before a yes. */
export const askingMail = (reader: Reader, to: MailTo) => mailOf(reader, 'asking', to)

/** The mail that says to who is away what the stand-in has answered. */
export const answerMail = (reader: Reader, answer: 'yes' | 'no', to: MailTo) => mailOf(reader, answer, to)

/** The mail that says to a stand-in that nobody is needed any more. */
export const overMail = (reader: Reader, to: MailTo) => mailOf(reader, 'over', to)
