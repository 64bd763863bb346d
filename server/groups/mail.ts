import { INVITATION_DAYS } from '#shared/contract/accounts/groups.ts'
import type { User } from '#shared/contract/accounts/users.ts'
import type { Database } from '../kit/database/database.ts'
import { wordsIn } from '../kit/language.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { enqueueEmail } from '../notifications/outbox/enqueue.ts'
import { writeMail } from '../notifications/templates/mail.ts'
import { confirmedLocaleOf } from '../users/accounts.ts'

type Inviter = Services & { user: Pick<User, 'email' | 'locale'> }

/**
 * Tells an address, with an account or without, that it is invited, in words of ours alone: a name that somebody gave a
 * group would reach people who did not ask for it.
 */
export const mailInvitation = async (
  { user, publicUrl, now }: Inviter,
  trx: Database,
  { email, token }: { email: string; token: string },
): Promise<void> => {
  const locale = (await confirmedLocaleOf(trx, email)) ?? user.locale
  const t = wordsIn(locale)
  const values = { inviter: user.email }
  const mail = writeMail({
    language: locale,
    text: t('mails.invitation_text', values),
    action: { label: t('mails.invitation_action'), link: `${publicUrl()}/invitations/${token}` },
    after: t('mails.invitation_after', { days: INVITATION_DAYS }),
  })
  const subject = t('mails.invitation_subject', values)
  await enqueueEmail(trx, { recipient: email, subject, ...mail, priority: 'person', secret: true }, isoNow({ now }))
}
