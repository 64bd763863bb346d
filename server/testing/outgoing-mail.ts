import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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

/** The newest mail to an address that matches. Waits for it, since mails go out beside the answer. */
export const mailed = async (test: TestApp, email: string, pattern: RegExp): Promise<RegExpExecArray> => {
  const deadline = Date.now() + MAILED_WITHIN_MS
  while (Date.now() < deadline) {
    const found = pattern.exec(mailsTo(test, email).at(-1) ?? '')
    if (found) return found
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  throw new Error(`no mail to ${email} that matches ${pattern}`)
}

/** Both parts of a mail, which are quoted-printable, as text. */
const decode = (mail: string): string => {
  const bytes = mail
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
