import { createTransport, type Transporter } from 'nodemailer'
import type { Services } from '../../kit/services.ts'
import { createBounceAddresses } from '../bounces/address.ts'
import type { Attachment, EmailPayload } from '../outbox/enqueue.ts'
import type { OutboxMessage } from '../outbox/outbox-store.ts'
import type { Channel, DeliveryAttempt } from './channel.ts'
import { keepAsFile } from './email-files.ts'

/** A mail server that does not answer must not hold up the mails behind. */
const WAIT_MS = 20_000
/** A mail is given up on when its server trickles on for longer. */
const MAX_MS = 45_000
/** Mails under way at once, over as many connections. */
const CONNECTIONS = 4

const transports = new WeakMap<Services['db'], Transporter>()

/** Connections of this process to the mail server; they stay open between mails. */
const transportOf = ({ db, environment }: Services): Transporter => {
  const known = transports.get(db)
  if (known) return known
  const waits = { connectionTimeout: WAIT_MS, greetingTimeout: WAIT_MS, socketTimeout: WAIT_MS }
  const made = environment.SMTP_URL
    ? createTransport({ url: environment.SMTP_URL, pool: true, maxConnections: CONNECTIONS, ...waits })
    : createTransport({ streamTransport: true, buffer: true })
  transports.set(db, made as unknown as Transporter)
  return made as unknown as Transporter
}

export const closeConnections = ({ db }: Services): void => {
  transports.get(db)?.close()
  transports.delete(db)
}

/** E-mail over SMTP, or without SMTP settings as `.eml` files in the data folder. */
export const email: Channel = {
  atOnce: CONNECTIONS,
  ordered: false,
  // Files of mails without a mail server belong where somebody looks after them: beside the process that does the clock's work.
  isServedBy: ({ environment }) =>
    environment.SMTP_URL !== undefined || environment.ROLE === 'all' || environment.ROLE === 'jobs',

  send: async (services, mail) => {
    try {
      const sent = await within(transportOf(services).sendMail(await messageOf(services, mail)), MAX_MS)
      if (services.environment.SMTP_URL) return { end: 'sent' }
      await keepAsFile(services, mail, sent.message as Buffer, services.now())
      return { end: 'kept' }
    } catch (error) {
      return failureOf(error as SmtpError)
    }
  },
}

const addresses = new WeakMap<Services['db'], ReturnType<typeof createBounceAddresses>>()

/** Sender and recipient of the envelope, where what comes back has an address of its own; nothing where it has none. */
const envelopeOf = async ({ db, environment }: Services, mail: OutboxMessage) => {
  if (environment.BOUNCE_DOMAIN === undefined) return {}
  const known = addresses.get(db) ?? createBounceAddresses({ db })
  addresses.set(db, known)
  const from = `${await known.localPartOf(mail.id)}@${environment.BOUNCE_DOMAIN}`
  return { envelope: { from, to: [mail.recipient] } }
}

const messageOf = async (services: Services, mail: OutboxMessage) => {
  const { hostname } = new URL(services.publicUrl())
  const attachments: Attachment[] = mail.attachments === null ? [] : JSON.parse(mail.attachments)
  const payload: EmailPayload | null = mail.payload === null ? null : JSON.parse(mail.payload)
  return {
    from: `Barnometer <no-reply@${hostname}>`,
    to: mail.recipient,
    ...(await envelopeOf(services, mail)),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    textEncoding: 'quoted-printable' as const,
    // The same at each try: a mailbox that got it before the try was written down keeps one.
    messageId: `<mail-${mail.id}-${Date.parse(mail.created_at)}@${hostname}>`,
    ...(attachments.length > 0 ? { attachments: attachments.map(partOf) } : {}),
    ...(payload ? { headers: stopHeaders(payload) } : {}),
  }
}

/** Headers by which a mail program offers to stop mails like it: by one press where the address is safe (RFC 8058). */
const stopHeaders = ({ stop }: EmailPayload): Record<string, string> => ({
  'List-Unsubscribe': `<${stop}>`,
  ...(stop.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
})

const partOf = ({ filename, content, cid }: Attachment) => ({
  filename,
  content,
  encoding: 'base64',
  ...(cid === undefined ? {} : { cid, contentDisposition: 'inline' as const }),
})

const within = async <Result>(work: Promise<Result>, ms: number): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no end within ${ms / 1000} s`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

interface SmtpError extends Error {
  /** `EENVELOPE` and `EMESSAGE`: this mail was refused. Any other is about the mail server itself. */
  code?: string
  responseCode?: number
  command?: string
}

/**
 * Tells whether the mail server refused this very mail: its recipient or what it says, not its sender, which is ours.
 */
const isOfMessage = ({ code, command }: SmtpError): boolean =>
  (code === 'EENVELOPE' && command !== 'MAIL FROM') || code === 'EMESSAGE'

const failureOf = (failure: SmtpError): DeliveryAttempt => {
  const error = String(failure)
  if (!isOfMessage(failure)) return { again: 'channel', error }
  return (failure.responseCode ?? 0) >= 500 ? { end: 'refused', error } : { again: 'lane', error }
}
