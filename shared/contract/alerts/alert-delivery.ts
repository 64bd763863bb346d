import { z } from 'zod'
import { Id, IdParams, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { ContactPoint } from './contact-points.ts'

/** Channels that can be tried by their name alone. */
const TRIED_BY_NAME = ['email', 'push', 'webhook'] as const
/** Channels by which messages go out; a contact point is a messenger, a gateway for SMS or calls, or the like. */
export const CHANNELS = [...TRIED_BY_NAME, 'contact_point'] as const
/** Ways in which a list says that somebody was told. */
export const WAYS = [...TRIED_BY_NAME, 'messenger', 'sms', 'voice'] as const

const Hour = z.int().min(0).max(23)
const WebAddress = z.url({ protocol: /^https?$/ }).max(2000)

/** Alerts marked attention wait for the end of the quiet hours; both null: none. Hours are those of the caller's time zone. */
const Choices = {
  email: z.boolean(),
  quiet_from: Hour.nullable(),
  quiet_until: Hour.nullable(),
  /** Hour at which the daily letter comes. */
  digest_hour: Hour,
}

export const AlertDeliveryInput = z
  .object(Choices)
  .refine(({ quiet_from, quiet_until }) => (quiet_from === null) === (quiet_until === null), {
    path: ['quiet_until'],
    params: { code: 'required' },
  })

/** A browser that takes notifications. */
const PushSubscription = z.object({
  id: Id,
  /** Address by which a browser knows its own subscription. */
  endpoint: z.string(),
  agent: z.string(),
  created_at: TimeOut,
  /** Time its push service last took something for it. */
  last_at: TimeOut.nullable(),
  /** Time its push service said that it is gone; null before. */
  ended_at: TimeOut.nullable(),
  /** False where the caller has signed out: nothing is pushed there. */
  signed_in: z.boolean(),
})
export type PushSubscription = z.infer<typeof PushSubscription>

export const AlertDelivery = z.object({
  ...Choices,
  webhook_url: z.string().nullable(),
  /** The newest minute in which all rules were evaluated; null before the first. */
  watched_at: TimeOut.nullable(),
  push_subscriptions: z.array(PushSubscription),
  contact_points: z.array(ContactPoint),
  /** SMS and calls of the last day, and how many there may be: each costs the caller money. */
  paid_messages: z.object({ used: z.int(), most: z.int() }),
})
export type AlertDelivery = z.infer<typeof AlertDelivery>

/** Subscription as `PushSubscription.toJSON()` of a browser gives it. */
export const PushSubscriptionInput = z.object({
  endpoint: WebAddress,
  keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
})

export const WebhookInput = z.object({ url: WebAddress })

export const AlertTest = z.object({ channel: z.enum(TRIED_BY_NAME) })

export const AlertTestAnswer = z.object({
  channel: z.enum(TRIED_BY_NAME),
  /** sent: the other side took it. waiting: it is tried again. */
  state: z.enum(['sent', 'waiting', 'failed']),
  /** Reason it was not sent, as a sentence. */
  error: z.string().nullable(),
})
export type AlertTestAnswer = z.infer<typeof AlertTestAnswer>

export const alertDeliveryEndpoints = endpoints({
  getAlertDelivery: {
    method: 'GET',
    path: '/alert-delivery',
    access: 'signedIn',
    summary: 'How the caller is told of alerts',
    response: AlertDelivery,
  },
  saveAlertDelivery: {
    method: 'PUT',
    path: '/alert-delivery',
    access: 'signedIn',
    summary: 'Mails, quiet hours and the hour of the daily letter',
    body: AlertDeliveryInput,
    response: AlertDelivery,
  },
  getPushKey: {
    method: 'GET',
    path: '/alert-delivery/push-key',
    access: 'signedIn',
    summary: 'What a browser subscribes with: the public VAPID key, base64url',
    response: z.object({ public_key: z.string() }),
  },
  createPushSubscription: {
    method: 'POST',
    path: '/alert-delivery/push-subscriptions',
    access: 'signedIn',
    scope: 'session',
    summary: 'Push alerts to this browser too; the same browser twice is one',
    body: PushSubscriptionInput,
    status: 201,
    response: PushSubscription,
  },
  deletePushSubscription: {
    method: 'DELETE',
    path: '/alert-delivery/push-subscriptions/:id',
    access: 'signedIn',
    summary: 'Push nothing more to a browser',
    params: IdParams,
    status: 204,
  },
  saveWebhook: {
    method: 'PUT',
    path: '/alert-delivery/webhook',
    access: 'signedIn',
    scope: 'session',
    summary:
      'Call this address for each alert, signed `X-Barnometer-Signature: t=<s>,v1=<HMAC-SHA-256 of "t.body">`; the secret is new and shown this once',
    body: WebhookInput,
    response: z.object({ url: z.string(), secret: z.string() }),
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/alert-delivery/webhook',
    access: 'signedIn',
    summary: 'Call no webhook any more',
    status: 204,
  },
  testAlertDelivery: {
    method: 'POST',
    path: '/alert-delivery/test',
    access: 'signedIn',
    summary: 'Send the caller a test and say what came of it; ten within ten minutes',
    body: AlertTest,
    response: AlertTestAnswer,
    failures: ['limit_exceeded'],
  },
})
