import type { AlertTestAnswer } from '#shared/contract/alerts/alert-delivery.ts'
import type { SignedIn } from '../kit/http/serve.ts'
import { fill } from '../kit/language.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { pushTo } from './channels/push.ts'
import { callWebhook } from './channels/webhook.ts'
import { enqueueEmail } from './outbox/enqueue.ts'
import { sendDue } from './outbox/outbox.ts'
import { outcomesOf } from './outbox/outcome.ts'
import { preferencesOf } from './preferences-store.ts'
import { reachableOf } from './subscriptions-store.ts'
import { deliveryTexts } from './templates/delivery-texts.ts'
import { failureText } from './templates/failure-text.ts'
import { writeMail } from './templates/mail.ts'

type Context = Services & { user: SignedIn }
type Outcome = Omit<AlertTestAnswer, 'channel'>

/** Sends the caller a test on one channel and waits for what comes of it. */
export const sendTest = (context: Context, channel: AlertTestAnswer['channel']): Promise<Outcome> =>
  ({ email: testMail, push: testPush, webhook: testWebhook })[channel](context)

const ADDRESS = '/profile/alerts'
const LOOK_MS = 100
/** Upper bound of looks at the outbox: together longer than a mail server is waited for. */
const MAX_LOOKS = 300

const testMail = async (context: Context): Promise<Outcome> => {
  const { db, user } = context
  const { test, after, failure } = deliveryTexts(user.locale)
  const content = writeMail({
    language: user.locale,
    text: fill(test.text, { name: user.name }),
    action: { label: test.action, link: `${context.publicUrl()}${ADDRESS}` },
    after,
  })
  const mail = { recipient: user.email, subject: test.subject, ...content, priority: 'person' as const }
  const id = await enqueueEmail(db, mail, isoNow(context))
  await sendDue(context)
  // This process, another one or the clock's own look at the outbox is sending it.
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    const outcome = (await outcomesOf(db, [id])).get(id)
    if (outcome && (outcome.state !== 'waiting' || outcome.error !== null))
      return { state: outcome.state, error: outcome.error && failureText(outcome.error, user.locale) }
    await new Promise(resolve => setTimeout(resolve, LOOK_MS))
  }
  return { state: 'waiting', error: failure.timeout }
}

const testPush = async (context: Context): Promise<Outcome> => {
  const { db, user } = context
  const { test } = deliveryTexts(user.locale)
  const targets = await reachableOf(db, user.id)
  const url = `${context.publicUrl()}${ADDRESS}`
  const pushed = { title: test.subject, body: test.push, url, tag: 'test', stays: false }
  const outcomes = await Promise.all(targets.map(target => pushTo(context, target, pushed, 'high')))
  if (outcomes.includes(null)) return { state: 'sent', error: null }
  const code = outcomes.find(outcome => outcome !== 'gone') ?? 'no_browser'
  return { state: 'failed', error: failureText(code, user.locale) }
}

const testWebhook = async (context: Context): Promise<Outcome> => {
  const { db, user } = context
  const { webhook_url: url, webhook_secret: secret } = await preferencesOf(db, user.id)
  const body = { event: 'test', at: isoNow(context), text: deliveryTexts(user.locale).test.subject }
  const code = url === null || secret === null ? 'no_webhook' : await callWebhook(context, { url, secret }, body)
  return code === null ? { state: 'sent', error: null } : { state: 'failed', error: failureText(code, user.locale) }
}
