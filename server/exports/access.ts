import { mergeIntervals } from '#shared/rules/time/interval.ts'
import { visiblePeriods } from '../devices/access.ts'
import type { Database } from '../kit/database/database.ts'
import { Failure } from '../kit/failure.ts'
import type { Caller } from '../locations/access.ts'
import { rangesIn } from '../series/target.ts'
import { accountOfId } from '../users/accounts.ts'
import { type DownloadedPeriod, type ExportRow, exportOfId } from './store.ts'

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
export const requireStillSeen = async (
  db: Database,
  userId: number,
  taken: readonly DownloadedPeriod[],
): Promise<void> => {
  const person = await accountOfId(db, userId)
  if (!person) throw new Failure('not_found')
  const { id, email, admin } = person
  const visible = await visiblePeriods(db, { id, email, admin: admin === 1 })
  for (const one of taken) {
    const period = { from: Date.parse(one.from), until: Date.parse(one.until) }
    const [seen] = mergeIntervals(rangesIn(visible.get(one.device_id) ?? [], period))
    if (seen?.from !== period.from || seen.until !== period.until) throw new Failure('not_found')
  }
}
