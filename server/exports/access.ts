import { mergeIntervals, partsWithin } from '#shared/rules/time/interval.ts'
import { readableOf, readablePeriods } from '../devices/readable.ts'
import type { Database } from '../kit/database/database.ts'
import { Failure } from '../kit/failure.ts'
import type { Caller } from '../locations/access.ts'
import { accountOfId, callerOf } from '../users/accounts.ts'
import { type ExportRow, exportOfId } from './store.ts'
import type { TakenPeriod } from './tables.ts'

/** An export is there for who asked for it, and for nobody else: not for an administrator either. */
export const requireExport = async (db: Database, user: Caller, id: number): Promise<ExportRow> => {
  const row = await exportOfId(db, id)
  if (row?.user_id !== user.id) throw new Failure('not_found')
  return row
}

/**
 * Requires that a person still sees all that is taken out for them: a file takes its time to be made and is kept for a day,
 * and a right may end meanwhile. Throws not_found.
 */
export const requireStillSeen = async (db: Database, userId: number, taken: readonly TakenPeriod[]): Promise<void> => {
  const person = await accountOfId(db, userId)
  if (!person) throw new Failure('not_found')
  const readable = await readablePeriods(db, callerOf(person))
  for (const one of taken) {
    const period = { from: Date.parse(one.from), until: Date.parse(one.until) }
    const periods = readable.get(one.device_id) ?? []
    const readOf = (key: string) => readableOf(periods, key)
    const whole = periods.filter(({ consent }) => consent === null)
    const each = one.consent ? one.consent.measurements.map(readOf) : [whole]
    for (const of of each) {
      const [seen] = mergeIntervals(partsWithin(of, period))
      if (seen?.from !== period.from || seen.until !== period.until) throw new Failure('not_found')
    }
  }
}
