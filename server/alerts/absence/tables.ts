import type { Generated } from 'kysely'
import type { ABSENCE_REASONS } from '#shared/contract/alerts/absences.ts'

export type AbsenceReason = (typeof ABSENCE_REASONS)[number]

export interface AbsenceTables {
  /**
   * Absences, the one of each person that is planned, lasts or was the last. A change of what the stand-in said yes to is a
   * new row: links about the one before answer nothing.
   */
  absences: {
    id: Generated<number>
    user_id: number
    /** First and last day (`YYYY-MM-DD`), on the calendar of the person's time zone. */
    from: string
    until: string
    stand_in_id: number | null
    /** 1: what is to be acted on now is told to both. */
    both: number
    asked_at: string
    answer: 'yes' | 'no' | null
    answered_at: string | null
  }
  /** Absences because of which a delivery went to whom it went, each by the person `user_id` who was away. */
  delivery_absences: {
    delivery_id: number
    user_id: number
    stand_in_id: number | null
    reason: AbsenceReason
  }
}
