import { DAY_MS } from '#shared/rules/time/units.ts'
import type { Database } from '../kit/database/database.ts'
import { fromJson } from '../kit/database/json.ts'
import { after } from '../kit/held-work.ts'
import { fill, textsOf, wordsIn } from '../kit/language.ts'
import { enqueueEmail, sendEmailAgain } from '../notifications/outbox/enqueue.ts'
import { defineTopic } from '../notifications/outbox/topics.ts'
import { writeMail } from '../notifications/templates/mail.ts'
import { activeAccount, callerOf } from '../users/accounts.ts'
import { findSubject } from './content/subject.ts'
import type { WrittenReport } from './content/written-report.ts'
import { reportFile } from './present.ts'
import { isMailStopped } from './recipient-store.ts'
import { deleteMail, endMail, insertMail, mailOfMessage, mailsOf, type ScheduleRow } from './schedule-store.ts'
import { lengthenReport, type ReportRow } from './store.ts'

const TOPIC = 'reports'

/** Upper bound of a file on a mail, of which each recipient gets one. */
const MAX_CSV_BYTES = 1_000_000

defineTopic(TOPIC, {
  isWanted: async (services, trx, { id, attempts }) => {
    const mail = await mailOfMessage(trx, id)
    const isWanted = mail !== undefined && (await isStillWanted(trx, id, mail, attempts > 1))
    // The day of the link begins when the mail goes out, which may be hours after the paper was printed.
    if (isWanted) await lengthenReport(trx, mail.report.id, after(services, DAY_MS))
    else await deleteMail(trx, id)
    return isWanted
  },
  ended: async (trx, messageId, { state, error }) => {
    if (state === 'waiting') return
    await endMail(trx, messageId, { state, error: state === 'failed' ? (error ?? 'refused') : null })
  },
  delayed: async (trx, messageId) => {
    await endMail(trx, messageId, { state: 'sent', error: 'delayed' })
  },
})

type Mail = NonNullable<Awaited<ReturnType<typeof mailOfMessage>>>

/**
 * Tells whether a mail still goes out, which may have waited for hours: not where its report was thrown away or its link taken back,
 * where its account was suspended, where its schedule is off or gone or has dropped the recipient, or where they stopped it.
 * `isAsked` looks once more whether its person may still read all that it tells of.
 */
const isStillWanted = async (
  trx: Database,
  messageId: number,
  { recipient, report, schedule }: Mail,
  isAsked: boolean,
): Promise<boolean> => {
  if (report.user_id === null || report.is_linked === 0) return false
  const account = await activeAccount(trx, report.user_id)
  if (!account) return false
  // A test goes to who asked for it, whatever becomes of the schedule.
  if (report.due_at !== null) {
    const recipients = schedule?.active === 1 ? fromJson(schedule.recipients).map(email => email.toLowerCase()) : []
    if (!recipients.includes(recipient.toLowerCase()) || (await isMailStopped(trx, messageId))) return false
  }
  if (!isAsked) return true
  const period = { from: Date.parse(report.from), until: Date.parse(report.until) }
  const asking = { db: trx, user: callerOf(account), t: wordsIn(report.language) }
  return (await findSubject(asking, fromJson(report.content), period)).gone === 0
}

/** Mails a report once more to those of whom a mail failed, and tells how many these are. */
export const mailReportAgain = async (db: Database, reportId: number, at: string): Promise<number> => {
  let sent = 0
  for (const { message_id, state } of await mailsOf(db, [reportId])) {
    if (state !== 'failed' || message_id === null || !(await sendEmailAgain(db, message_id, { secret: true }, at)))
      continue
    await endMail(db, message_id, { state: 'waiting', error: null })
    sent++
  }
  return sent
}

interface ReportMail {
  row: Pick<ReportRow, 'id' | 'title' | 'names' | 'content' | 'language' | 'from' | 'until' | 'time_zone'>
  written: WrittenReport
  schedule: Pick<ScheduleRow, 'name' | 'csv'>
  /** Name of the person whose schedule it is. */
  by: string
  link: string
  /** Addresses, each with the link that stops such mails; undefined of a test. */
  recipients: ReadonlyMap<string, string | undefined>
  /** ISO 8601. */
  at: string
}

/** Hands a report over to the outbox, within the transaction that says that its file is there. */
export const enqueueReportMails = async (db: Database, mail: ReportMail): Promise<void> => {
  const { row, written, schedule, by, link, at } = mail
  const { name } = schedule
  const words = textsOf(row.language, 'report-paper')
  const { title, numbers } = written
  const file = schedule.csv === 1 ? Buffer.from(written.csv()) : null
  const isAttached = file !== null && file.length <= MAX_CSV_BYTES
  const said = file === null ? [] : [{ text: isAttached ? words.mail.attached : words.mail.too_large }]
  const attachments = isAttached ? [{ filename: reportFile(row, 'csv'), content: file.toString('base64') }] : []
  for (const [recipient, stop] of mail.recipients) {
    const subject = fill(words.mail.subject, { name, title })
    const written = writeMail({
      language: row.language,
      text: title,
      sections: [...numbers, ...said],
      action: { label: words.mail.open, link },
      after: fill(words.mail.after, { name, by }),
      stop: stop === undefined ? undefined : { label: words.mail.stop, link: stop },
    })
    const email = { recipient, subject, ...written, attachments, stop, secret: true, topic: TOPIC }
    const message_id = await enqueueEmail(db, email, at)
    await insertMail(db, { report_id: row.id, recipient, message_id })
  }
}
