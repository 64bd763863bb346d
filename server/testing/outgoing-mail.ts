import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sendDue } from '../notifications/outbox/outbox.ts'
import type { TestApp } from './start-test-app.ts'

/** Texts of the mails to an address, the oldest first, as they lie in the folder of outgoing mail. */
export const mailsTo = (test: TestApp, email: string): string[] => {
  const folder = join(test.services.environment.DATA_DIR, 'outgoing-mail')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter(name => name.endsWith('.eml'))
    .sort()
    .map(name => readFileSync(join(folder, name), 'utf8'))
    .filter(mail => mail.includes(`To: ${email}`))
    .map(decode)
}

/** The token of the newest link mailed to an address. */
export const mailedToken = async (test: TestApp, email: string): Promise<string> =>
  (await mailed(test, email, /sign-in\?token=([\w-]+)/))[1] as string

/** A busy machine takes its time; a test without its mail ends so before its own limit. */
const MAILED_WITHIN_MS = 30_000
/** Time between two looks for what waits, as the clock's work of the product takes. */
const LOOK_AGAIN_MS = 5000

/** The newest mail to an address that matches. Waits for it, since mails go out beside the answer. */
export const mailed = async (test: TestApp, email: string, pattern: RegExp): Promise<RegExpExecArray> => {
  const deadline = Date.now() + MAILED_WITHIN_MS
  let nextLook = Date.now() + LOOK_AGAIN_MS
  while (Date.now() < deadline) {
    const found = pattern.exec(mailsTo(test, email).at(-1) ?? '')
    if (found) return found
    if (Date.now() > nextLook) {
      nextLook = Date.now() + LOOK_AGAIN_MS
      await sendDue(test.services)
    }
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  throw new Error(`no mail to ${email} that matches ${pattern}: ${await whyNone(test, email)}`)
}

/** Says what the outbox and the log know of mails that did not come: a test that fails now and then cannot be asked again. */
const whyNone = async ({ services, logged }: TestApp, email: string): Promise<string> => {
  const rows = await services.db
    .selectFrom('outbox')
    .select(['id', 'state', 'attempts', 'next_attempt_at', 'leased_until', 'last_error'])
    .where('recipient', '=', email)
    .execute()
  const warned = logged()
    .split('\n')
    .filter(line => /"level":[456]0/.test(line))
  return JSON.stringify({ now: new Date(services.now()), rows, warned: warned.slice(-5) })
}

/** Both parts of a mail, which are quoted-printable, as text. */
const decode = (mail: string): string => {
  const bytes = mail
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
