import type { Database } from '../kit/database/database.ts'
import { fill, textsOf } from '../kit/language.ts'
import { enqueueEmail } from '../notifications/outbox/enqueue.ts'
import { defineTopic } from '../notifications/outbox/topics.ts'
import { writeMail } from '../notifications/templates/mail.ts'
import { activeAccount } from '../users/accounts.ts'
import type { WrittenReport } from './content/written-report.ts'
import { isMailStopped, makerOfMail } from './recipient-store.ts'
import { deleteMail, endMail, insertMail, type ScheduleRow } from './schedule-store.ts'
import type { ReportRow } from './store.ts'

const TOPIC = 'reports'

/** Upper bound of a file on a mail, of which each recipient gets one. */
const MAX_CSV_BYTES = 1_000_000

defineTopic(TOPIC, {
  isWanted: async (_, trx, { id }) => {
    const maker = await makerOfMail(trx, id)
    // A mail may have waited for hours: whose rights have ended meanwhile mails nothing any more.
    const isWanted =
      maker !== null && (await activeAccount(trx, maker)) !== undefined && !(await isMailStopped(trx, id))
    if (!isWanted) await deleteMail(trx, id)
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

interface ReportMail {
  row: Pick<ReportRow, 'id' | 'language' | 'from'>
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
  const attachments = isAttached
    ? [{ filename: `barnometer-${row.from.slice(0, 10)}.csv`, content: file.toString('base64') }]
    : []
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
