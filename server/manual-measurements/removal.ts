import type { Span } from '#shared/rules/time/rental.ts'
import type { Catalogue } from '../kit/database/catalogue.ts'

/** Deletes what was written of a span for good. */
export const deleteManualIn = (db: Catalogue, deviceId: number, { start, end }: Span) => {
  const query = db.deleteFrom('manual_measurements').where('device_id', '=', deviceId).where('time', '>=', start)
  return (end === null ? query : query.where('time', '<', end)).execute()
}
