import type { AuditAction } from '#shared/rules/accounts/audit-actions.ts'
import { day } from '../kit/routing/parsers.ts'

/** Filters as the address holds them: days are `YYYY-MM-DD`, the last one included. */
export interface AuditSearch {
  user?: string | undefined
  object_name?: string | undefined
  action?: AuditAction | undefined
  date_start?: string | undefined
  date_end?: string | undefined
}

/** Query for the server; a day that is none, or not yet typed whole, is left out. */
export const auditQuery = ({ date_start = '', date_end = '', ...words }: AuditSearch) => ({
  ...words,
  date_start: day.read(date_start),
  date_end: day.read(date_end),
})

/** Tells whether the last day is before the first: nothing is found then, and the server would refuse it. */
export const isReversed = (search: AuditSearch): boolean => {
  const { date_start, date_end } = auditQuery(search)
  return date_start !== undefined && date_end !== undefined && date_end < date_start
}

export const hasAuditFilters = (search: AuditSearch): boolean => Object.values(search).some(Boolean)
