import type { OfferKind } from '#shared/contract/fixed.ts'
import type { Database } from '../kit/database/database.ts'
import { wordsIn } from '../kit/language.ts'
import { countUp } from '../kit/limits/limits.ts'
import { isoNow } from '../kit/services.ts'
import { enqueueEmail } from '../notifications/outbox/enqueue.ts'
import { writeMail } from '../notifications/templates/mail.ts'
import { confirmedLocaleOf } from '../users/accounts.ts'
import type { Giver } from './offering.ts'

/** Interval (ms) within which nobody is written to twice by the same person about the same kind of thing. */
const AGAIN_MS = 86_400_000

/**
 * Tells an address of an offer, with an account or without, in words of ours alone: those of whoever gives would reach people
 * who did not ask for them.
 */
export const mailOffer = async (
  giver: Giver,
  trx: Database,
  { kind, email, isFromOwner }: { kind: OfferKind; email: string; isFromOwner: boolean },
): Promise<void> => {
  const key = `${giver.user.id} ${kind} ${email}`
  const { count } = await countUp(trx, { policy: 'offer_letter', key, now: giver.now(), withinMs: AGAIN_MS })
  if (count > 1) return
  const locale = (await confirmedLocaleOf(trx, email)) ?? giver.user.locale
  const t = wordsIn(locale)
  const values = { giver: isFromOwner ? giver.user.email : t('mails.offer_administrator') }
  const mail = writeMail({
    language: locale,
    text: t(`mails.offer_${kind}_text`, values),
    action: { label: t('mails.offer_action'), link: `${giver.publicUrl()}/devices?offers=1` },
    after: t('mails.offer_after'),
  })
  const subject = t('mails.offer_subject', values)
  await enqueueEmail(trx, { recipient: email, subject, ...mail, priority: 'person' }, isoNow(giver))
}
