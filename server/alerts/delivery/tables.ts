import type { Generated } from 'kysely'

/** Tables of how people are told of alerts. */
export interface DeliveryTables {
  /**
   * Deliveries: what one person is told of one alert on one channel, once; `number` tells the times apart that it got
   * worse. `remaining` is JSON, the ids of the browsers a push has not reached yet. A letter handed to the outbox is
   * `sent`; the mail says whether it went out.
   */
  alert_deliveries: {
    id: Generated<number>
    alert_id: number
    user_id: number
    channel: 'email' | 'push' | 'webhook'
    event: 'fired' | 'worse' | 'resolved'
    number: number
    happened_at: string
    state: 'waiting' | 'held' | 'sent' | 'failed'
    tries: number
    due_at: string
    at: string | null
    error: string | null
    mail_id: number | null
    remaining: string | null
  }
  /** A browser that shows what is pushed, until its push service says that it is gone or its session ends. */
  push_subscriptions: {
    id: Generated<number>
    user_id: number
    /** Session of the browser; null once the person is signed out there. */
    session_id: number | null
    endpoint: string
    p256dh: string
    auth: string
    agent: string
    created_at: string
    last_at: string | null
    ended_at: string | null
  }
  /** The one key pair this installation proves itself with to push services. */
  push_keys: { id: number; public_key: string; private_key: string }
  /** Hours are those of the person's time zone. The secret is kept as it is: what is sent is signed with it. */
  alert_preferences: {
    user_id: number
    email: number
    quiet_from: number | null
    quiet_until: number | null
    digest_hour: number
    webhook_url: string | null
    webhook_secret: string | null
  }
}
