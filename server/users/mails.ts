import { DATA_COPY_DAYS } from '#shared/rules/accounts/data-copy.ts'
import { readDateTime } from '#shared/rules/formats/formats.ts'
import { dateTimeAt } from '#shared/rules/time/local-time.ts'
import type { Database } from '../kit/database/database.ts'
import { wordsIn } from '../kit/language.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { enqueueEmail } from '../notifications/outbox/enqueue.ts'
import { sendSoon } from '../notifications/outbox/outbox.ts'
import { writeMail } from '../notifications/templates/mail.ts'
import { readerOf } from './formats.ts'
import type { UserRow } from './store.ts'
import type { TokenRow } from './tokens/token-store.ts'

/** News of how an account is signed in to. */
type SignInKind =
  | 'new_browser'
  | 'passkey_added'
  | 'passkey_removed'
  | 'sign_in_linked'
  | 'sign_in_unlinked'
  | 'codes_on'
  | 'codes_off'
  | 'codes_ended'

type Kind =
  | SignInKind
  | 'verify'
  | 'known'
  | 'code'
  | 'changed'
  | 'reset'
  | 'moving'
  | 'moved'
  | 'token_made'
  | 'token_ends'
  | 'feed_made'
  | 'oidc_link'
  | 'data_copy'

/** Kinds of mails that hold a code or a link that lets in. */
const SECRET: readonly Kind[] = ['verify', 'code', 'moving', 'moved', 'oidc_link']

/** Writes a mail of `server.json` down for a person, in that person's language. */
const write = async (
  db: Database,
  now: string,
  kind: Kind,
  to: { user: Pick<UserRow, 'name' | 'locale'>; recipient: string; link: string },
  values: Record<string, string> = {},
): Promise<void> => {
  const t = wordsIn(to.user.locale)
  // Name in one line: one that somebody chose must not add paragraphs of its own to our mail.
  const all = { name: to.user.name.replaceAll(/\s+/g, ' '), ...values }
  const mail = writeMail({
    language: to.user.locale,
    text: t(`mails.${kind}_text`, all),
    action: { label: t(`mails.${kind}_action`), link: to.link },
    after: t(`mails.${kind}_after`),
  })
  const subject = t(`mails.${kind}_subject`, all)
  const secret = SECRET.includes(kind)
  await enqueueEmail(db, { recipient: to.recipient, subject, ...mail, secret, priority: 'person' }, now)
}

/** The same, and sends it. */
const mail = async (
  services: Services,
  kind: Kind,
  to: { user: UserRow; recipient: string; link: string },
  values?: Record<string, string>,
): Promise<void> => {
  await write(services.db, isoNow(services), kind, to, values)
  sendSoon(services)
}

const addressed = (email: string): string => encodeURIComponent(email)

export const mailVerification = (services: Services, user: UserRow, recipient: string, token: string) =>
  mail(services, 'verify', {
    user,
    recipient,
    link: `${services.publicUrl()}/sign-in?token=${token}&email=${addressed(recipient)}`,
  })

/** Writes to somebody who registers although they have an account: else they would wait for a mail that never comes. */
export const mailKnown = (services: Services, user: UserRow) =>
  mail(services, 'known', {
    user,
    recipient: user.email,
    link: `${services.publicUrl()}/sign-in?email=${addressed(user.email)}`,
  })

export const mailPasswordCode = (services: Services, user: UserRow, code: string, link: string) =>
  mail(
    services,
    'code',
    {
      user,
      recipient: user.email,
      link: `${services.publicUrl()}/password-reset?email=${addressed(user.email)}&code=${link}`,
    },
    { code },
  )

export const mailPasswordChanged = (services: Services, user: UserRow) =>
  mail(
    services,
    'changed',
    { user, recipient: user.email, link: `${services.publicUrl()}/password-forgot?email=${addressed(user.email)}` },
    { time: localTime(services.now(), user) },
  )

/** Tells that a password was set with a mailed code, and what of the account goes on. */
export const mailPasswordReset = (services: Services, user: UserRow, displays: number) =>
  mail(
    services,
    'reset',
    { user, recipient: user.email, link: `${services.publicUrl()}/password-forgot?email=${addressed(user.email)}` },
    {
      time: localTime(services.now(), user),
      displays: displays === 0 ? '' : `\n\n${wordsIn(user.locale)('mails.reset_displays', { count: displays })}`,
    },
  )

const stopLink = (services: Services, token: string): string => `${services.publicUrl()}/email-change?token=${token}`

/** Writes to the present address: another was asked for, and how to stop it. */
export const mailEmailChanging = (
  services: Services,
  user: UserRow,
  { recipient, wanted, token }: { recipient: string; wanted: string; token: string },
) => mail(services, 'moving', { user, recipient, link: stopLink(services, token) }, { address: wanted })

/** Writes to the address an account had until now: it has another, and how to undo that. */
export const mailEmailChanged = (
  services: Services,
  user: UserRow,
  { recipient, token }: { recipient: string; token: string },
) => mail(services, 'moved', { user, recipient, link: stopLink(services, token) }, { address: user.email })

/** Date and time as the person reads them, with the zone. */
const localTime = (now: number, user: Pick<UserRow, 'time_zone'> & Parameters<typeof readerOf>[0]): string =>
  `${readDateTime(dateTimeAt(now, user.time_zone), readerOf(user))} (${user.time_zone})`

/** Writes down, in the transaction of `db`, what tells the owner of an access token of it; `sendSoon` sends it. */
export const writeTokenMail = (
  services: Pick<Services, 'now' | 'publicUrl'>,
  db: Database,
  kind: 'token_made' | 'token_ends',
  { user, token }: { user: UserRow; token: TokenRow },
) =>
  write(
    db,
    isoNow(services),
    kind,
    { user, recipient: user.email, link: `${services.publicUrl()}/profile/tokens` },
    { token: token.name, end: localTime(Date.parse(token.expires_at), user) },
  )

/** News that a link for a calendar or spreadsheet was made: whoever made it may not be the owner of the account. */
export const writeFeedMail = (
  services: Pick<Services, 'now' | 'publicUrl'>,
  db: Database,
  user: UserRow,
  feed: string,
) =>
  write(
    db,
    isoNow(services),
    'feed_made',
    { user, recipient: user.email, link: `${services.publicUrl()}/profile/feeds` },
    { feed },
  )

/** The same for news of how somebody's account is signed in to. */
export const writeSignInMail = (
  services: Pick<Services, 'now' | 'publicUrl'>,
  db: Database,
  kind: SignInKind,
  user: Pick<UserRow, 'email' | 'name' | 'locale' | 'time_zone'> & Parameters<typeof readerOf>[0],
  values: Record<string, string> = {},
) =>
  write(
    db,
    isoNow(services),
    kind,
    { user, recipient: user.email, link: `${services.publicUrl()}/profile` },
    { ...values, time: localTime(services.now(), user) },
  )

/** Asks the owner of an account whether somebody who signed in at another provider is them. */
export const mailOidcLink = (services: Services, user: UserRow, provider: string, token: string) =>
  mail(
    services,
    'oidc_link',
    { user, recipient: user.email, link: `${services.publicUrl()}/sign-in/link?token=${token}` },
    { provider },
  )

/** The same for a copy of what is kept about a person. The link leads to a page that asks who it is. */
export const writeDataCopyMail = (
  services: Pick<Services, 'now' | 'publicUrl'>,
  db: Database,
  user: Pick<UserRow, 'email' | 'name' | 'locale'>,
) =>
  write(
    db,
    isoNow(services),
    'data_copy',
    { user, recipient: user.email, link: `${services.publicUrl()}/profile/data` },
    { days: String(DATA_COPY_DAYS) },
  )
