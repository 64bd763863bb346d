import type { AlertTestAnswer } from '#shared/contract/alerts/alert-delivery.ts'
import type { SignedIn } from '../../kit/http/serve.ts'
import { fill } from '../../kit/language.ts'
import { insertMail, letterOutcome, sendMails } from '../../kit/mail/mail.ts'
import { writeLetter } from '../../kit/mail/mail-letter.ts'
import { isoNow, type World } from '../../kit/world.ts'
import { push } from './by-push.ts'
import { callWebhook } from './by-webhook.ts'
import type { Channel } from './due.ts'
import { preferencesOf } from './preferences.ts'
import { reachableOf } from './subscriptions.ts'
import { failureText, wordsOf } from './words.ts'

type Context = World & { user: SignedIn }
type Outcome = Omit<AlertTestAnswer, 'channel'>

/** Sends the caller a test on one channel and waits for what comes of it. */
export const sendTest = (context: Context, channel: Channel): Promise<Outcome> =>
  ({ email: testMail, push: testPush, webhook: testWebhook })[channel](context)

const ADDRESS = '/profile/alerts'
const LOOK_MS = 200
/** Upper bound of looks at the outbox: together longer than a mail server is waited for. */
const MAX_LOOKS = 150

const testMail = async (context: Context): Promise<Outcome> => {
  const { db, user } = context
  const { test, after, failure } = wordsOf(user.locale)
  const letter = writeLetter({
    text: fill(test.text, { name: user.name }),
    action: { label: test.action, link: `${context.publicUrl()}${ADDRESS}` },
    after,
  })
  const id = await insertMail(
    db,
    { recipient: user.email, subject: test.subject, ...letter, priority: 'person' },
    isoNow(context),
  )
  await sendMails(context)
  // Another process, or the clock's own look at the outbox, may have taken it first.
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    const outcome = await letterOutcome(db, id)
    if (outcome && (outcome.state !== 'waiting' || outcome.error !== null))
      return { state: outcome.state, error: outcome.error && failureText(outcome.error, user.locale) }
    await new Promise(resolve => setTimeout(resolve, LOOK_MS))
  }
  return { state: 'waiting', error: failure.timeout }
}

const testPush = async (context: Context): Promise<Outcome> => {
  const { db, user } = context
  const { test } = wordsOf(user.locale)
  const targets = await reachableOf(db, user.id)
  const url = `${context.publicUrl()}${ADDRESS}`
  const pushed = { title: test.subject, body: test.push, url, tag: 'test', stays: false }
  const outcomes = await Promise.all(targets.map(target => push(context, target, pushed, 'high')))
  if (outcomes.includes(null)) return { state: 'sent', error: null }
  const code = outcomes.find(outcome => outcome !== 'gone') ?? 'no_browser'
  return { state: 'failed', error: failureText(code, user.locale) }
}

const testWebhook = async (context: Context): Promise<Outcome> => {
  const { db, user } = context
  const { webhook_url: url, webhook_secret: secret } = await preferencesOf(db, user.id)
  const body = { event: 'test', at: isoNow(context), text: wordsOf(user.locale).test.subject }
  const code = url === null || secret === null ? 'no_webhook' : await callWebhook(context, { url, secret }, body)
  return code === null ? { state: 'sent', error: null } : { state: 'failed', error: failureText(code, user.locale) }
}
