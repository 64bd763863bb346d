import { createHmac } from 'node:crypto'
import { NoAnswer, postOutside } from '../../kit/http/safe-fetch.ts'
import type { Services } from '../../kit/services.ts'
import { traceHeaders } from '../../kit/telemetry/tracing.ts'
import { preferencesOf } from '../preferences-store.ts'
import type { Channel } from './channel.ts'

/** Calls of the webhook of an account, in the order of what happened: a later one waits until the earlier was taken. */
export const webhook: Channel = {
  atOnce: 64,
  ordered: true,
  isServedBy: () => true,

  send: async (services, { user_id, payload }) => {
    const { webhook_url: url, webhook_secret: secret } = await preferencesOf(services.db, user_id ?? 0)
    if (url === null || secret === null) return { end: 'refused', error: 'no_webhook' }
    const error = await callWebhook(services, { url, secret }, JSON.parse(payload ?? '{}'))
    return error === null ? { end: 'sent' } : { again: 'message', error }
  },
}

/**
 * Makes one signed call. Null when it was taken (an answer of 2xx), otherwise a code that says why not. The signature
 * is HMAC-SHA-256 over `<t>.<body>`, t in seconds.
 */
export const callWebhook = async (
  services: Services,
  { url, secret }: { url: string; secret: string },
  body: object,
): Promise<string | null> => {
  const text = JSON.stringify(body)
  const t = Math.floor(services.now() / 1000)
  const v1 = createHmac('sha256', secret).update(`${t}.${text}`).digest('hex')
  const signature = { 'x-barnometer-signature': `t=${t},v1=${v1}` }
  const headers = { 'content-type': 'application/json', ...signature, ...traceHeaders() }
  try {
    const status = await postOutside(url, { headers, body: text, inside: services.environment.ALLOW_PRIVATE_ADDRESSES })
    return status >= 200 && status < 300 ? null : `answer_${status}`
  } catch (error) {
    if (error instanceof NoAnswer) return error.reason
    throw error
  }
}
