import type { Database } from '../kit/database/database.ts'
import { fill, textsOf } from '../kit/language.ts'
import { enqueueEmail } from '../notifications/outbox/enqueue.ts'
import { defineTopic } from '../notifications/outbox/topics.ts'
import { writeMail } from '../notifications/templates/mail.ts'
import type { ReportFacts } from './content/facts.ts'
import { leadOf } from './content/paper.ts'
import { gradeOf, numberOf, paperWords, valueText } from './content/words.ts'
import { endMail, insertMail } from './schedule-store.ts'
import type { ReportRow } from './store.ts'

const TOPIC = 'reports'

defineTopic(TOPIC, {
  ended: async (trx, messageId, { state, error }) => {
    if (state === 'waiting') return
    await endMail(trx, messageId, { state, error: state === 'failed' ? (error ?? 'refused') : null })
  },
})

interface ReportMail {
  row: Pick<ReportRow, 'id' | 'title' | 'language'>
  facts: ReportFacts
  /** Name of the schedule, and of the person whose it is. */
  name: string
  by: string
  link: string
  recipients: readonly string[]
  /** ISO 8601. */
  at: string
}

/** Numbers that matter of each area, so that nobody has to open a file. */
const numbersOf = ({ areas, content: { language } }: ReportFacts): string => {
  const words = paperWords(language)
  return areas
    .map(area => {
      const lines = area.means.map(({ definition, low, mean, high, grade }) => {
        const range = `${numberOf(low, definition, language)}–${numberOf(high, definition, language)}`
        const said = `${definition.type.name}: ${valueText(mean, definition, language)} (${range})`
        return grade === null ? said : `${said}, ${words.table.grade} ${gradeOf(grade, language)}`
      })
      return [area.area.area_name, leadOf(area, language).join(' '), ...lines].join('\n')
    })
    .join('\n\n')
}

/** Hands a report over to the outbox, within the transaction that says that its file is there. */
export const enqueueReportMails = async (db: Database, mail: ReportMail): Promise<void> => {
  const { row, facts, name, by, link, at } = mail
  const words = textsOf(row.language, 'report-paper')
  const title = words.title[row.title]
  const written = writeMail({
    text: `${title}\n\n${numbersOf(facts)}`,
    action: { label: words.mail.open, link },
    after: fill(words.mail.after, { name, by }),
  })
  for (const recipient of mail.recipients) {
    const subject = fill(words.mail.subject, { name, title })
    const message_id = await enqueueEmail(db, { recipient, subject, ...written, secret: true, topic: TOPIC }, at)
    await insertMail(db, { report_id: row.id, recipient, message_id })
  }
}
