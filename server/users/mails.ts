import { dateTimeAt } from '#shared/rules/time/local-time.ts'
import { wordsIn } from '../kit/language.ts'
import { isoNow, type World } from '../kit/world.ts'
import { enqueueEmail } from '../notifications/outbox/enqueue.ts'
import { sendSoon } from '../notifications/outbox/outbox.ts'
import { writeLetter } from '../notifications/templates/letter.ts'
import type { UserRow } from './store.ts'

type Kind = 'verify' | 'known' | 'code' | 'changed' | 'moving' | 'moved'

/** Mails a letter of `server.json` to a person, in that person's language. */
const mail = async (
  world: World,
  kind: Kind,
  to: { user: UserRow; recipient: string; link: string },
  values: Record<string, string> = {},
): Promise<void> => {
  const t = wordsIn(to.user.locale)
  // Name in one line: one that somebody chose must not add paragraphs of its own to our letter.
  const all = { name: to.user.name.replaceAll(/\s+/g, ' '), ...values }
  const letter = writeLetter({
    text: t(`mails.${kind}_text`, all),
    action: { label: t(`mails.${kind}_action`), link: to.link },
    after: t(`mails.${kind}_after`),
  })
  const subject = t(`mails.${kind}_subject`, all)
  const secret = kind !== 'known' && kind !== 'changed'
  await enqueueEmail(
    world.db,
    { recipient: to.recipient, subject, ...letter, secret, priority: 'person' },
    isoNow(world),
  )
  sendSoon(world)
}

const addressed = (email: string): string => encodeURIComponent(email)

export const mailVerification = (world: World, user: UserRow, recipient: string, token: string) =>
  mail(world, 'verify', {
    user,
    recipient,
    link: `${world.publicUrl()}/sign-in?token=${token}&email=${addressed(recipient)}`,
  })

/** Writes to somebody who registers although they have an account: else they would wait for a mail that never comes. */
export const mailKnown = (world: World, user: UserRow) =>
  mail(world, 'known', {
    user,
    recipient: user.email,
    link: `${world.publicUrl()}/sign-in?email=${addressed(user.email)}`,
  })

export const mailPasswordCode = (world: World, user: UserRow, code: string, link: string) =>
  mail(
    world,
    'code',
    {
      user,
      recipient: user.email,
      link: `${world.publicUrl()}/password-reset?email=${addressed(user.email)}&code=${link}`,
    },
    { code },
  )

export const mailPasswordChanged = (world: World, user: UserRow) =>
  mail(
    world,
    'changed',
    { user, recipient: user.email, link: `${world.publicUrl()}/password-forgot?email=${addressed(user.email)}` },
    { time: localTime(world.now(), user.time_zone) },
  )

const stopLink = (world: World, token: string): string => `${world.publicUrl()}/email-change?token=${token}`

/** Writes to the present address: another was asked for, and how to stop it. */
export const mailEmailChanging = (
  world: World,
  user: UserRow,
  { recipient, wanted, token }: { recipient: string; wanted: string; token: string },
) => mail(world, 'moving', { user, recipient, link: stopLink(world, token) }, { address: wanted })

/** Writes to the address an account had until now: it has another, and how to undo that. */
export const mailEmailChanged = (
  world: World,
  user: UserRow,
  { recipient, token }: { recipient: string; token: string },
) => mail(world, 'moved', { user, recipient, link: stopLink(world, token) }, { address: user.email })

/** `YYYY-MM-DD HH:mm` with the zone. */
const localTime = (now: number, timeZone: string): string => `${dateTimeAt(now, timeZone)} (${timeZone})`
