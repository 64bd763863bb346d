import type { Database } from '../../kit/database/database.ts'
import { everySeenLocationId } from '../../locations/access.ts'
import type { StoredAlert } from '../rules/people.ts'

type Places = Pick<StoredAlert, 'location_id' | 'location_name' | 'area_id' | 'area_name'>

const NOWHERE: Places = { location_id: null, location_name: null, area_id: null, area_name: null }

/**
 * Alerts without the places that their reader does not see: whoever has a device does not learn in whose barn it hangs. A
 * place that is deleted stays its owner's.
 */
export const withoutUnseenPlaces = async <Row extends Places>(
  db: Database,
  { email, admin }: { email: string; admin: boolean | number },
  rows: readonly Row[],
): Promise<Row[]> => {
  if (admin || rows.length === 0) return [...rows]
  const seen = await everySeenLocationId(db, { email })
  return rows.map(row => (row.location_id === null || seen.has(row.location_id) ? row : { ...row, ...NOWHERE }))
}
