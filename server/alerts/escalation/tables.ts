import type { Generated } from 'kysely'
import type { Language } from '#shared/contract/fixed.ts'
import type { WayName } from '../../notifications/tables.ts'

/** Plans of who is told when nobody is on an alert, their tests, and what became of each notification. */
export interface AlarmTables {
  alarm_plans: {
    location_id: number
    minutes: number
    /** JSON, in the order in which they are told. */
    people: string
    /** Language of the person who saved it last: that of mails to people without an account. */
    locale: Language
    updated_at: string
    /** Time the owners were last reminded of the monthly test. */
    reminded_at: string | null
  }
  alarm_tests: {
    id: Generated<number>
    location_id: number
    started_by: number | null
    at: string
    remark: string | null
  }
  /**
   * Notifications, each of one person about one test or one alert, once. Kept for 13 months, also when the plan, the
   * alert or the account is gone.
   */
  alarm_tellings: {
    id: Generated<number>
    location_id: number
    test_id: number | null
    alert_id: number | null
    /** JSON: the alert as it was then. Null for a test. */
    alert: string | null
    user_id: number | null
    name: string
    phone: string | null
    email: string
    locale: Language
    /** JSON, the names and telephones of the plan as they were told. Null where that was not kept. */
    people: string | null
    told_at: string
    /** Time the end of the alert was told. */
    over_at: string | null
    confirmed_at: string | null
    remark: string | null
  }
  /** People of a plan without an account, and whether they want to be told along it. */
  alarm_people: {
    id: Generated<number>
    location_id: number
    email: string
    asked_at: string
    asked_by: number | null
    answer: 'yes' | 'no' | null
    answered_at: string | null
  }
  /** Ways by which a person was told. One handed to the outbox is `sent`; one that reached nobody in the end is `failed`. */
  alarm_ways: {
    id: Generated<number>
    telling_id: number
    channel: WayName
    event: 'told' | 'over'
    state: 'waiting' | 'sent' | 'failed'
    tries: number
    due_at: string
    at: string | null
    error: string | null
    /** Message it went out with. */
    message_id: number | null
    /** Mail of the release before. */
    mail_id: number | null
  }
  /** Single row: the newest call to the operator's own watch, and the newest that was taken. */
  alarm_pings: { id: number; at: string; taken: number; taken_at: string | null }
}
