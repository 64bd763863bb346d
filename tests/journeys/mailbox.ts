import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'

/** Mails of a product without a mail server, as they lie in its data folder. */
const mailsTo = (folder: string, email: string): string[] => {
  const box = join(folder, 'outgoing-mail')
  if (!existsSync(box)) return []
  return readdirSync(box)
    .filter(name => name.endsWith('.eml'))
    .sort()
    .map(name => readFileSync(join(box, name), 'utf8'))
    .filter(mail => mail.includes(`To: ${email}`))
    .map(decode)
}

/** A part is quoted-printable or, where its lines are short and plain, as it is. */
const decode = (mail: string): string =>
  mail
    .split(/^(?=Content-Transfer-Encoding:)/m)
    .map(part =>
      part.startsWith('Content-Transfer-Encoding: quoted-printable')
        ? part
            .replaceAll(/=\r?\n/g, '')
            .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
        : part,
    )
    .join('')

export const countMails = (folder: string, email: string): number => mailsTo(folder, email).length

/** Text that a pattern finds in the newest mail to an address; waits for the mail numbered `number`, from 1. */
export const inMail = async (folder: string, email: string, number: number, pattern: RegExp): Promise<string> => {
  await expect.poll(() => countMails(folder, email)).toBe(number)
  const found = pattern.exec(mailsTo(folder, email).at(-1) ?? '')
  if (!found?.[1]) throw new Error(`mail ${number} to ${email} has no ${pattern}`)
  return found[1]
}

/** Path and query of the link in a mail. */
export const LINK = /^https?:\/\/[^/\s]+(\/\S+)\r?$/m
export const CODE = /^(\d{6})\r?$/m
