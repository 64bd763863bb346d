import type { Span } from '#shared/rules/time/rental.ts'
import type { Database } from '../kit/database/database.ts'

/** Deletes what was written of a span for good. */
export const deleteManualIn = (db: Database, deviceId: number, { start, end }: Span) => {
  const query = db.deleteFrom('manual_measurements').where('device_id', '=', deviceId).where('time', '>=', start)
  return (end === null ? query : query.where('time', '<', end)).execute()
}
