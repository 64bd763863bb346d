import { type Download, MAX_DOWNLOADS } from '#shared/contract/measurements/exports.ts'
import { ownPeriods } from '../../devices/access.ts'
import type { Database } from '../../kit/database/database.ts'
import { fromJson } from '../../kit/database/json.ts'
import type { Caller } from '../../locations/access.ts'
import { rangesIn } from '../../series/target.ts'
import { downloadsOf } from '../store.ts'

/** Downloads by others of readings that were the caller's own at their time. */
export const listDownloads = async (db: Database, user: Caller): Promise<Download[]> => {
  const own = await ownPeriods(db, user)
  const rows = (await downloadsOf(db, user.id, [...own.keys()])).flatMap(row => {
    const taken = { from: Date.parse(row.from), until: Date.parse(row.until) }
    return rangesIn(own.get(row.device_id) ?? [], taken).map(range => ({ ...row, ...range }))
  })
  const downloads = [...Map.groupBy(rows, ({ id }) => id).values()].slice(0, MAX_DOWNLOADS)
  return downloads.flatMap(of => {
    const [first] = of
    if (!first) return []
    const { id, at, user_name } = first
    return {
      id,
      at,
      downloaded_by: user_name,
      names: [...new Map(of.map(({ device_id, device_name }) => [device_id, device_name])).values()],
      measurements: fromJson(first.measurements),
      from: new Date(Math.min(...of.map(({ from }) => from))).toISOString(),
      until: new Date(Math.max(...of.map(({ until }) => until))).toISOString(),
      format: first.format,
    }
  })
}
