import type { Paper } from '../../kit/paper/paper.ts'
import type { MailSection } from '../../notifications/templates/mail.ts'

/** Report as paper, mail and file tell it, in its language. */
export interface WrittenReport {
  paper: Paper
  /** Title for the subject of a mail. */
  title: string
  /** Numbers that matter of each area, for a mail: so nobody has to open a file. */
  numbers: readonly MailSection[]
  /** Values as CSV. */
  csv: () => string
}
