import { type Download, type ExportFormat, MOST_DOWNLOADS } from '../../shared/contract/exports.ts'
import { ownPeriods } from '../devices/access.ts'
import type { Catalogue } from '../kit/catalogue.ts'
import type { Caller } from '../locations/access.ts'
import { rangesIn } from '../measurements/target.ts'
import { downloadsOf } from './store.ts'

/** Who else took readings out that were the caller's own at their time. */
export const listDownloads = async (db: Catalogue, user: Caller): Promise<Download[]> => {
  const own = await ownPeriods(db, user)
  const rows = (await downloadsOf(db, user.id, [...own.keys()])).filter(({ device_id, from, until }) => {
    const period = { from: Date.parse(from), until: Date.parse(until) }
    return rangesIn(own.get(device_id) ?? [], period).length > 0
  })
  const downloads = [...Map.groupBy(rows, ({ id }) => id).values()].slice(0, MOST_DOWNLOADS)
  return downloads.flatMap(of => {
    const [first] = of
    if (!first) return []
    const { id, at, user_name, from, until } = first
    return {
      id,
      at,
      downloaded_by: user_name,
      names: of.map(({ device_name }) => device_name),
      measurements: JSON.parse(first.measurements) as string[],
      from,
      until,
      format: first.format as ExportFormat,
    }
  })
}
