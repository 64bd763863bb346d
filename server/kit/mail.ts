import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Selectable } from 'kysely'
import { createTransport, type Transporter } from 'nodemailer'
import type { Tables } from '../tables.ts'
import type { Catalogue } from './catalogue.ts'
import { PICTURE } from './mail-letter.ts'
import { isoNow, type World } from './world.ts'

const senderOf = (world: World): string => `Barnometer <no-reply@${new URL(world.publicUrl()).hostname}>`

interface Mail {
  recipient: string
  subject: string
  text: string
  html: string
  /** Holds a code or a link that lets in: its text is forgotten after a day. */
  secret?: boolean
  /** PNG in base64, shown in the HTML. */
  picture?: string | null
}

/** Stores a mail. It goes out beside the answer: a slow mail server would tell by the time taken that there is an account. */
export const storeMail = async (world: World, mail: Mail): Promise<void> => {
  await insertMail(world.db, mail, isoNow(world))
  sendSoon(world)
}

/** Stores a mail with whatever else its transaction changes; `sendSoon` or the next look at the outbox sends it. Returns its id. */
export const insertMail = async (db: Catalogue, mail: Mail, at: string): Promise<number> => {
  const { id } = await db
    .insertInto('mails')
    .values({
      ...mail,
      secret: mail.secret ? 1 : 0,
      picture: mail.picture ?? null,
      created_at: at,
      sent_at: null,
      attempts: 0,
      next_attempt_at: at,
      last_error: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const sendSoon = (world: World): void => {
  setImmediate(() => sendMails(world).catch(error => world.log.warn({ err: error }, 'mail waits')))
}

/** Sends what is due: over SMTP, or without SMTP settings as `.eml` files in the data folder. */
export const sendMails = async (world: World): Promise<void> => {
  const due = await world.db
    .selectFrom('mails')
    .selectAll()
    .where('sent_at', 'is', null)
    .where('next_attempt_at', '<=', isoNow(world))
    .orderBy('id')
    .limit(50)
    .execute()
  if (due.length === 0) return
  const transport = transportOf(world)
  for (const mail of due) await sendOne(world, transport, mail)
  transport.close()
}

type Stored = Selectable<Tables['mails']>

const pictureOf = (picture: string) => ({
  filename: `${PICTURE}.png`,
  content: picture,
  encoding: 'base64',
  cid: PICTURE,
  contentDisposition: 'inline' as const,
})

const sendOne = async (world: World, transport: Transporter, mail: Stored): Promise<void> => {
  // Taken before it is sent, so that two processes do not both send it.
  const attempts = mail.attempts + 1
  const taken = await world.db
    .updateTable('mails')
    .set({ attempts, next_attempt_at: new Date(world.now() + delayOf(attempts)).toISOString() })
    .where('id', '=', mail.id)
    .where('attempts', '=', mail.attempts)
    .where('sent_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!taken) return
  try {
    const sent = await transport.sendMail({
      from: senderOf(world),
      to: mail.recipient,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      textEncoding: 'quoted-printable',
      // The same at each try: a mailbox that got it before the try was written down keeps one.
      messageId: `<mail-${mail.id}-${Date.parse(mail.created_at)}@${new URL(world.publicUrl()).hostname}>`,
      ...(mail.picture === null ? {} : { attachments: [pictureOf(mail.picture)] }),
    })
    if (!world.environment.SMTP_URL) await keepAsFile(world, mail.id, sent.message as Buffer)
    await world.db
      .updateTable('mails')
      .set({ sent_at: isoNow(world), last_error: null })
      .where('id', '=', mail.id)
      .execute()
  } catch (error) {
    await world.db
      .updateTable('mails')
      .set({ last_error: String(error) })
      .where('id', '=', mail.id)
      .execute()
    world.log.warn({ err: error, mail: mail.id }, 'mail not sent, tried again later')
  }
}

/** A mail server that does not answer must not hold up the mails behind. */
const WAIT_MS = 20_000

const delayOf = (attempts: number): number => Math.min(60_000 * 2 ** (attempts - 1), 3_600_000)

const transportOf = ({ environment }: World): Transporter =>
  environment.SMTP_URL
    ? createTransport({ url: environment.SMTP_URL, connectionTimeout: WAIT_MS, socketTimeout: WAIT_MS })
    : (createTransport({ streamTransport: true, buffer: true }) as unknown as Transporter)

const keepAsFile = async ({ environment }: World, id: number, message: Buffer): Promise<void> => {
  const path = fileOf(environment, id)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(`${path}.part`, message, { mode: 0o600 })
  await rename(`${path}.part`, path)
}

const fileOf = (environment: World['environment'], id: number): string =>
  join(environment.DATA_DIR, 'outgoing-mail', `${String(id).padStart(6, '0')}.eml`)

const DAY = 86_400_000
const KEPT_MS = 90 * DAY

/** Forgets what sent mails said: codes and links after the day they work, everything after 90 days. */
export const forgetMails = async (world: World): Promise<void> => {
  const before = (age: number) => new Date(world.now() - age).toISOString()
  const emptied = await world.db
    .updateTable('mails')
    .set({ text: '', html: '', secret: 0 })
    .where('secret', '=', 1)
    .where('sent_at', '<', before(DAY))
    .returning('id')
    .execute()
  const deleted = await world.db.deleteFrom('mails').where('sent_at', '<', before(KEPT_MS)).returning('id').execute()
  for (const { id } of [...emptied, ...deleted]) await rm(fileOf(world.environment, id), { force: true })
}

/**
 * The newest 200, for who looks after the server, without their HTML and pictures. A code or a link that lets in is for its
 * recipient alone, and empty here; without a mail server this page is the only way to it.
 */
export const newestMails = async ({ db, environment }: Pick<World, 'db' | 'environment'>) => {
  const rows = await db
    .selectFrom('mails')
    .select([
      'id',
      'recipient',
      'subject',
      'text',
      'secret',
      'created_at',
      'sent_at',
      'attempts',
      'next_attempt_at',
      'last_error',
    ])
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
  return rows.map(({ secret, text, ...mail }) => ({ ...mail, text: secret && environment.SMTP_URL ? '' : text }))
}
