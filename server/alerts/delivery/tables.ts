import type { Generated } from 'kysely'
import type { WayName } from '../../notifications/tables.ts'

export interface DeliveryTables {
  /**
   * Deliveries: what one person is to be told of one alert in one way, once; `number` tells the times apart that it got
   * worse. A delivery handed to the outbox is `sent`, and `message_id` says what it went out with; one that reached nobody in
   * the end is `failed`.
   */
  alert_deliveries: {
    id: Generated<number>
    alert_id: number
    user_id: number
    channel: WayName
    event: 'fired' | 'worse' | 'resolved'
    number: number
    happened_at: string
    state: 'waiting' | 'held' | 'sent' | 'failed'
    /** Times it could not be written as a message. */
    tries: number
    due_at: string
    at: string | null
    error: string | null
    message_id: number | null
    /** Mail of the release before. */
    mail_id: number | null
    /** JSON: ids of the browsers that a push of the release before has not reached yet. */
    remaining: string | null
    /** 0 where the person is told for somebody who is away alone (`delivery_absences`), 1 where also for themselves. */
    own: Generated<number>
  }
}
