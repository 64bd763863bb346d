import type { AuditAction } from '#shared/rules/accounts/audit-actions.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { instantOf } from '../kit/time/instant.ts'

/** Filters as the address holds them: days are `YYYY-MM-DD`, the last one included. */
export interface AuditSearch {
  person?: string | undefined
  object?: string | undefined
  action?: AuditAction | undefined
  from?: string | undefined
  until?: string | undefined
}

const DATE_PATTERN = /^\d{4}-\d\d-\d\d$/

const midnight = (day: string | undefined, timeZone: string): string | undefined =>
  day !== undefined && DATE_PATTERN.test(day) ? instantOf(`${day}T00:00`, timeZone) || undefined : undefined

const dayAfter = (day: string | undefined): string | undefined =>
  day !== undefined && DATE_PATTERN.test(day) && !Number.isNaN(Date.parse(day))
    ? new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)
    : undefined

/** Query for the server: days are those of the person's clocks. */
export const auditQuery = ({ from, until, ...words }: AuditSearch, timeZone: string) => ({
  ...words,
  from: midnight(from, timeZone),
  until: midnight(dayAfter(until), timeZone),
})

export const hasAuditFilters = (search: AuditSearch): boolean => Object.values(search).some(Boolean)
