import type { Generated } from 'kysely'
import type { CHANNELS } from '#shared/contract/alerts/alert-delivery.ts'
import type { ContactServiceKey } from '#shared/rules/alerts/contact-services.ts'
import type { Json } from '../kit/database/json.ts'

export type ChannelName = (typeof CHANNELS)[number]
/** Way of one contact point: of several, each is told apart. */
export type ContactWay = `contact_point:${number}`
/** Way in which somebody was told, as the logs keep it. */
export type WayName = Exclude<ChannelName, 'contact_point'> | ContactWay

/** Tables of how people are told of anything. */
export interface NotificationTables {
  /** Messages that go out, or went, by whatever channel, each to one person. Ended ones are forgotten after some months. */
  outbox: {
    id: Generated<number>
    channel: ChannelName
    /** Part of the product that hears what became of it; null where nobody asks. */
    topic: string | null
    /** Id of what it tells of, for its topic; null where that keeps the id of the message, or the release before wrote it. */
    about: number | null
    /** Account whose browsers, webhook or contact point it goes to; null for an e-mail, which goes to the address `recipient`. */
    user_id: number | null
    recipient: string
    /** Messages of one lane take turns with those of all others, and keep their order where the channel has one. */
    lane: string
    /** Messages that waited in its lane when it was written. */
    turn: number
    /** 0 an alarm, 1 a message somebody waits for, 2 any other. */
    priority: number
    subject: string
    text: string
    html: string
    /** JSON: the files of an e-mail, in base64. */
    attachments: string | null
    /** JSON: what a push or a call of a webhook consists of, and the address that stops mails like it. */
    payload: string | null
    /** Holds a code or a link that lets in. */
    secret: number
    /** `kept`: as a file, for there is no mail server. `refused`: for good, or until its last try. */
    state: 'waiting' | 'sent' | 'kept' | 'refused'
    created_at: string
    /** A try after that is the last one. */
    expires_at: string
    /** Time the other side took it. */
    sent_at: string | null
    attempts: number
    next_attempt_at: string
    /** A process has it until then; one that died meanwhile leaves it to the others. */
    leased_until: string | null
    /** A code of `failureText`, or the words of the mail server. */
    last_error: string | null
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
  /** Messengers, telephones and other services by which a person is told. */
  contact_points: {
    id: Generated<number>
    user_id: number
    service: ContactServiceKey
    name: string
    /** Told of alerts marked act_now alone, and along an alarm plan. */
    only_act_now: number
    /** Entries of the person without the secrets. */
    settings: Json<Record<string, string>>
    /** Secrets as JSON, sealed. */
    secrets: string
    secret_names: Json<string[]>
    created_at: string
    last_sent_at: string | null
    /** Time and code of the newest attempt, where it failed. */
    failed_at: string | null
    error: string | null
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
  /** Mails of the release before, which may still write some while both run; `outbox/carry-over.ts` takes them over. */
  mails: {
    id: Generated<number>
    recipient: string
    subject: string
    text: string
    html: string
    created_at: string
    sent_at: string | null
    state: 'waiting' | 'sent' | 'kept' | 'refused'
    priority: number
    attempts: number
    next_attempt_at: string
    last_error: string | null
    secret: number
    /** PNG in base64, shown in the HTML as `cid:picture`. */
    picture: string | null
  }
}
