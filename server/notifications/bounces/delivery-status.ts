import PostalMime from 'postal-mime'

/** Codes of `failureText` for why a mail came back. */
export type BounceReason =
  | 'bounced_mailbox'
  | 'bounced_domain'
  | 'bounced_full'
  | 'bounced_large'
  | 'bounced_refused'
  | 'bounced_late'
  | 'bounced'
export type DeliveryStatus = { end: 'failed'; reason: BounceReason } | { end: 'delayed' }

/** Nesting of parts, and bytes of headers, of a report that is read. */
const LIMITS = { maxNestingDepth: 10, maxHeadersSize: 65_536 }

/**
 * Reads what a mail server says became of a mail (RFC 3464). Null for any other mail, however it is worded: an answer of a person
 * or a machine is no bounce. A mail is one recipient's, so the worst that is said counts.
 */
export const readDeliveryStatus = async (mail: Buffer): Promise<DeliveryStatus | null> => {
  const { headers, attachments } = await PostalMime.parse(mail, LIMITS)
  const type = headers.find(({ key }) => key === 'content-type')?.value ?? ''
  if (!/^\s*multipart\/report\b/i.test(type) || !/report-type\s*=\s*"?delivery-status\b/i.test(type)) return null
  const report = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status')
  if (!report) return null
  const ends = groupsOf(Buffer.from(report.content as ArrayBuffer).toString()).flatMap(group => endOf(group) ?? [])
  return ends.find(({ end }) => end === 'failed') ?? ends[0] ?? null
}

/** Fields of each recipient; the first group is about the report itself. */
const groupsOf = (text: string): Map<string, string>[] =>
  text
    .replaceAll('\r\n', '\n')
    .split('\n\n')
    .filter(group => group.trim() !== '')
    .slice(1)
    .map(
      group =>
        new Map(
          // A line that begins with a space goes on with the one before.
          group
            .replaceAll(/\n[ \t]/g, ' ')
            .split('\n')
            .flatMap((line): [string, string][] => {
              const colon = line.indexOf(':')
              return colon > 0 ? [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]] : []
            }),
        ),
    )

const endOf = (fields: Map<string, string>): DeliveryStatus | null => {
  const action = fields.get('action')?.toLowerCase()
  const [status] = /^[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '') ?? []
  if (action === 'delayed') return { end: 'delayed' }
  // Given up on is given up on, also where each try failed for a reason that might have passed.
  return action === 'failed' && status !== undefined && !status.startsWith('2')
    ? { end: 'failed', reason: reasonOf(status) }
    : null
}

/** Reason by the enhanced status code (RFC 3463). */
const reasonOf = (status: string): BounceReason => {
  const [, subject, detail] = status.split('.')
  if (status === '5.4.4' || (subject === '1' && detail === '2')) return 'bounced_domain'
  if (subject === '1' || status === '5.2.1') return 'bounced_mailbox'
  if (subject === '2' && detail === '2') return 'bounced_full'
  if ((subject === '2' && detail === '3') || (subject === '3' && detail === '4')) return 'bounced_large'
  if (subject === '7') return 'bounced_refused'
  return subject === '4' || status.startsWith('4') ? 'bounced_late' : 'bounced'
}
