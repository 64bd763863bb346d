import { createTransport, type Transporter } from 'nodemailer'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import type { Database } from '../database/database.ts'
import { isoNow, type World } from '../world.ts'
import { forgetFiles, keepAsFile } from './mail-files.ts'
import { PICTURE } from './mail-letter.ts'
import {
  forgetEnded,
  holdRecipient,
  insertMail,
  type Mail,
  type StoredMail,
  selectNewest,
  setMail,
  takeMail,
} from './mail-store.ts'

export { insertMail, moveWaitingMails } from './mail-store.ts'

/** A mail server that does not answer must not hold up the mails behind. */
const WAIT_MS = 20_000
/** A letter is given up on when its server trickles on for longer. */
const MAX_MS = 45_000
/** A letter on its way is nobody else's; one whose process died is tried again after that. */
const HOLD_MS = MINUTE_MS
/** Letters under way at once, over as many connections. */
const AT_ONCE = 4
/** A look takes no further letter after that; the next one goes on. */
const LOOK_MS = 15_000
const CLOSE_MS = 4000
/** Age of a letter at its last attempt (ms); a code or a link works for a day only. */
const LAST_TRY_MS = { ordinary: 5 * DAY_MS, secret: DAY_MS }

/**
 * Outcome of a letter, as a list of who was told says it. `error` is a code of `failureText` or what the mail server
 * said.
 */
export interface LetterOutcome {
  state: 'waiting' | 'sent' | 'failed'
  at: string | null
  error: string | null
}

/**
 * Reads the state of a letter: sent is what a mail server took, and nothing else. Without a mail server it is kept as a file and has
 * failed with `no_mail_server`; refused for good, or for days, it has failed with what the mail server said.
 */
export const outcomeOf = ({
  state,
  sent_at,
  last_error,
}: Pick<StoredMail, 'state' | 'sent_at' | 'last_error'>): LetterOutcome => {
  if (state === 'sent') return { state: 'sent', at: sent_at, error: null }
  if (state === 'kept') return { state: 'failed', at: null, error: 'no_mail_server' }
  return { state: state === 'refused' ? 'failed' : 'waiting', at: null, error: last_error }
}

/** Outcome of the letter with this id; undefined once it is forgotten. */
export const letterOutcome = async (db: Database, id: number): Promise<LetterOutcome | undefined> => {
  const mail = await db
    .selectFrom('mails')
    .select(['state', 'sent_at', 'last_error'])
    .where('id', '=', id)
    .executeTakeFirst()
  return mail && outcomeOf(mail)
}

/** Stores a mail. It goes out beside the answer: a slow mail server would tell by the time taken that there is an account. */
export const storeMail = async (world: World, mail: Mail): Promise<void> => {
  await insertMail(world.db, mail, isoNow(world))
  sendSoon(world)
}

export const sendSoon = (world: World): void => {
  setImmediate(() => sendMails(world).catch(error => world.log.warn({ err: error }, 'mail waits')))
}

/** Outbox as one process sees it: looked at once at a time, over the connections the process has. */
interface Outbox {
  transport: Transporter
  looking: Promise<void> | undefined
  next: Promise<void> | undefined
  isClosing: boolean
}
const outboxes = new WeakMap<World['db'], Outbox>()

const outboxOf = (world: World): Outbox => {
  const known = outboxes.get(world.db)
  if (known) return known
  const outbox = { transport: transportOf(world), looking: undefined, next: undefined, isClosing: false }
  outboxes.set(world.db, outbox)
  return outbox
}

const transportOf = ({ environment }: World): Transporter => {
  const waits = { connectionTimeout: WAIT_MS, greetingTimeout: WAIT_MS, socketTimeout: WAIT_MS }
  const made = environment.SMTP_URL
    ? createTransport({ url: environment.SMTP_URL, pool: true, maxConnections: AT_ONCE, ...waits })
    : createTransport({ streamTransport: true, buffer: true })
  return made as unknown as Transporter
}

/** Ends the connections to the mail server once the letters under way are done, or soon. */
export const closeOutbox = async (world: World): Promise<void> => {
  const outbox = outboxes.get(world.db)
  if (!outbox) return
  outbox.isClosing = true
  const ended = Promise.allSettled([outbox.looking, outbox.next])
  await within(ended, CLOSE_MS).catch(() => world.log.warn('letters under way are sent again'))
  outbox.transport.close()
  outboxes.delete(world.db)
}

/** Sends what is due: over SMTP, or without SMTP settings as `.eml` files in the data folder. Whoever asks meanwhile shares the next look. */
export const sendMails = (world: World): Promise<void> => {
  // Files of letters without a mail server belong where somebody looks after them: beside the process that does the clock's work.
  if (!world.environment.SMTP_URL && world.environment.ROLE === 'api') return Promise.resolve()
  const outbox = outboxOf(world)
  if (outbox.looking) {
    outbox.next ??= outbox.looking.then(() => {
      outbox.next = undefined
      return begin(world, outbox)
    })
    return outbox.next
  }
  return begin(world, outbox)
}

const begin = (world: World, outbox: Outbox): Promise<void> => {
  const looking = look(world, outbox).finally(() => {
    outbox.looking = undefined
  })
  outbox.looking = looking.catch(() => undefined)
  return looking
}

const look = async (world: World, outbox: Outbox): Promise<void> => {
  const end = Date.now() + LOOK_MS
  const state = { isDown: false }
  const work = async () => {
    while (!state.isDown && !outbox.isClosing && Date.now() < end) {
      const heldUntil = new Date(world.now() + HOLD_MS).toISOString()
      const mail = await takeMail(world.db, { now: isoNow(world), heldUntil })
      if (!mail) return
      // A mail server that is down gets one letter a look, not a try of each.
      if ((await sendOne(world, outbox.transport, mail)) === 'down') state.isDown = true
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

const pictureOf = (picture: string) => ({
  filename: `${PICTURE}.png`,
  content: picture,
  encoding: 'base64',
  cid: PICTURE,
  contentDisposition: 'inline' as const,
})

const senderOf = (world: World): string => `Barnometer <no-reply@${new URL(world.publicUrl()).hostname}>`

const within = async <Result>(work: Promise<Result>, ms: number): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no end within ${ms / 1000} s`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const sendOne = async (world: World, transport: Transporter, mail: StoredMail): Promise<'done' | 'down'> => {
  const message = {
    from: senderOf(world),
    to: mail.recipient,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    textEncoding: 'quoted-printable' as const,
    // The same at each try: a mailbox that got it before the try was written down keeps one.
    messageId: `<mail-${mail.id}-${Date.parse(mail.created_at)}@${new URL(world.publicUrl()).hostname}>`,
    ...(mail.picture === null ? {} : { attachments: [pictureOf(mail.picture)] }),
  }
  try {
    const sent = await within(transport.sendMail(message), MAX_MS)
    if (world.environment.SMTP_URL) {
      await setMail(world.db, mail.id, { state: 'sent', sent_at: isoNow(world), last_error: null })
    } else {
      await keepAsFile(world, mail, sent.message as Buffer, world.now())
      await setMail(world.db, mail.id, { state: 'kept', last_error: null })
    }
    return 'done'
  } catch (error) {
    return noteFailure(world, mail, error as SmtpError)
  }
}

interface SmtpError extends Error {
  /** `EENVELOPE` and `EMESSAGE`: this letter was refused. Any other is about the mail server itself. */
  code?: string
  responseCode?: number
  command?: string
}

/**
 * Tells whether the mail server refused this very letter: its recipient or what it says, not its sender, which is ours.
 */
const isOfLetter = ({ code, command }: SmtpError): boolean =>
  (code === 'EENVELOPE' && command !== 'MAIL FROM') || code === 'EMESSAGE'

/** Notes why a letter did not go out. `down`: the mail server takes no others either. */
const noteFailure = async (world: World, mail: StoredMail, error: SmtpError): Promise<'done' | 'down'> => {
  const ofLetter = isOfLetter(error)
  const age = world.now() - Date.parse(mail.created_at)
  const isForGood = ofLetter && (error.responseCode ?? 0) >= 500
  const isLast = age >= (mail.secret ? LAST_TRY_MS.secret : LAST_TRY_MS.ordinary)
  const next = new Date(world.now() + (ofLetter ? pauseAfter(mail.attempts) : MINUTE_MS)).toISOString()
  await setMail(world.db, mail.id, {
    state: isForGood || isLast ? 'refused' : 'waiting',
    next_attempt_at: next,
    last_error: String(error),
  })
  if (ofLetter && !isForGood) await holdRecipient(world.db, mail.recipient, next)
  world.log.warn(
    { err: error, mail: mail.id },
    isForGood || isLast ? 'mail refused' : 'mail not sent, tried again later',
  )
  return ofLetter ? 'done' : 'down'
}

/** ms until a mailbox that took no letter for now is tried again. */
const pauseAfter = (attempts: number): number => Math.min(MINUTE_MS * 2 ** (attempts - 1), HOUR_MS)

/** Forgets what ended mails said: codes and links after the day they work, everything after the days of the setting. */
export const forgetMails = async (world: World): Promise<void> => {
  const [secrets, kept] = [world.now() - DAY_MS, world.now() - world.environment.MAILS_KEPT_DAYS * DAY_MS]
  const iso = (time: number) => new Date(time).toISOString()
  await forgetEnded(world.db, { secrets: iso(secrets), kept: iso(kept) })
  await forgetFiles(world, { secrets, kept })
}

const NEWEST = 200

/**
 * The newest 200, for who looks after the server. A code or a link that lets in is for its recipient alone, and empty here; without
 * a mail server this page is the only way to it.
 */
export const newestMails = async ({ db, environment }: Pick<World, 'db' | 'environment'>) => {
  const rows = await selectNewest(db, NEWEST)
  return rows.map(({ secret, text, ...mail }) => ({ ...mail, text: secret && environment.SMTP_URL ? '' : text }))
}
