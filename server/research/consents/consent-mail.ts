import type { Language } from '#shared/contract/fixed.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import type { Database } from '../../kit/database/database.ts'
import { wordsIn } from '../../kit/language.ts'
import { enqueueEmail } from '../../notifications/outbox/enqueue.ts'
import { writeMail } from '../../notifications/templates/mail.ts'

/** A question nobody answered is told again after so long. */
export const REMIND_MS = 7 * DAY_MS

interface Question {
  recipient: string
  locale: Language
  /** Leader of the project by address: a name could say anything to people who did not ask for a mail. */
  leader: string
  link: string
}

/** Asks somebody to share data with a project, or reminds them, in words of ours alone. */
export const mailQuestion = async (
  db: Database,
  { recipient, locale, leader, link }: Question,
  kind: 'asked' | 'reminder',
  now: string,
): Promise<void> => {
  const t = wordsIn(locale)
  const mail = writeMail({
    language: locale,
    text: t(`mails.consent_${kind}_text`, { leader }),
    action: { label: t('mails.consent_action'), link },
    after: t('mails.consent_after'),
  })
  const subject = t(`mails.consent_${kind}_subject`, { leader })
  await enqueueEmail(db, { recipient, subject, ...mail, priority: 'person' }, now)
}

interface Receipt {
  recipient: string
  locale: Language
  number: string
  answer: 'yes' | 'no'
  values: { project: string; location: string; from: string; measurements: string }
  link: string
  receipt: Record<string, unknown>
  /** The same on paper; null where it could not be printed. */
  pdf: Buffer | null
}

/** Sends the receipt of an answer to who gave it: in words, on paper, and as a file that programs read. */
export const mailReceipt = async (db: Database, receipt: Receipt, now: string): Promise<void> => {
  const t = wordsIn(receipt.locale)
  const { number, answer, values } = receipt
  const mail = writeMail({
    language: receipt.locale,
    text: t(`mails.receipt_${answer}_text`, { ...values, number }),
    action: { label: t('mails.receipt_action'), link: receipt.link },
    after: t('mails.receipt_after'),
  })
  const content = Buffer.from(JSON.stringify(receipt.receipt, null, 2)).toString('base64')
  const paper = receipt.pdf ? [{ filename: `${number}.pdf`, content: receipt.pdf.toString('base64') }] : []
  const attachments = [...paper, { filename: `${number}.jsonld`, content }]
  const subject = t('mails.receipt_subject', { number })
  await enqueueEmail(db, { recipient: receipt.recipient, subject, ...mail, attachments, priority: 'person' }, now)
}
