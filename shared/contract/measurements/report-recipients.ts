import { z } from 'zod'
import { TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'

/** Recipient of a report schedule, as the link in its mails tells. */
export const ReportRecipient = z.object({
  /** Name of the schedule, and of the person whose it is. */
  name: z.string(),
  by: z.string(),
  email: z.string(),
  /** Time since when it wants no more of these reports; null while it gets them. */
  stopped_at: TimeOut.nullable(),
})
export type ReportRecipient = z.infer<typeof ReportRecipient>

const Token = z.object({ token: z.string().max(100) })

export const reportRecipientEndpoints = endpoints({
  getReportRecipient: {
    method: 'GET',
    path: '/report-recipients/:token',
    access: 'public',
    summary: 'Whose reports the signed link in a mail is about; stops nothing',
    params: Token,
    response: ReportRecipient,
    failures: ['invalid_code'],
  },
  answerReportRecipient: {
    method: 'POST',
    path: '/report-recipients/:token',
    access: 'public',
    summary: 'Say that one wants no more reports of a schedule, or wants them again',
    params: Token,
    body: z.object({ stopped: z.boolean() }),
    response: ReportRecipient,
    failures: ['invalid_code'],
  },
  stopReportMails: {
    method: 'POST',
    path: '/report-mail/:token',
    root: true,
    access: 'public',
    summary:
      'Stops the reports of a schedule for the recipient of a mail, as mail programs do it by one press (RFC 8058)',
    params: Token,
    bodyTypes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
    status: 204,
    failures: ['invalid_code'],
  },
})
