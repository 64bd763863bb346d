import { bounded, listParameter } from '../kit/database/list-parameter.ts'
import { number, type RowOf, readRows } from '../kit/database/read-rows.ts'
import type { Series } from '../kit/database/series.ts'
import { maximumOf, minimumOf } from '../series/statistics.ts'
import { type BinsSelection, binsIn } from '../series/summaries/bins-of-hours.ts'
import { hourSql } from '../series/summaries/hours.ts'
import { type Bounds, keyNumbers } from './queries.ts'

const NIGHT_ROW = {
  part: number,
  place: number,
  n: number,
  hours: number,
  over: number,
  above: number,
  below: number,
  min: number,
  max: number,
}

/** Bins of a measurement of a part: all, over the limit, above and below comfort; with the hours that have any. */
export interface NightRow extends Omit<RowOf<typeof NIGHT_ROW>, 'place'> {
  key: string
}

/**
 * Night of each part, by measurement. `bounds` has those of the parts for the first measurement, then those for the next; parts
 * hold a device each.
 */
export const nightRows = async (
  series: Series,
  selection: Omit<BinsSelection, 'range'> & { bounds: readonly Bounds[] },
): Promise<NightRow[]> => {
  const bins = binsIn({ ...selection, range: null })
  if (!bins) return []
  const { keys, parts, bounds } = selection
  const numbers = keyNumbers(keys)
  const list = (name: keyof Bounds) =>
    listParameter(
      `${name}_bounds`,
      'Float64',
      bounds.map(one => bounded(one[name])),
    )
  const [limit, low, high] = [list('limit'), list('low'), list('high')]
  const at = ({ sql }: { sql: string }) => `${sql}[(place - 1) * ${parts.length} + part + 1]`
  const rows = await readRows(
    series,
    NIGHT_ROW,
    `WITH bins AS (${bins.query})
      SELECT part, CAST(${numbers.of('bins.key')} AS UInt8) AS place, count() AS n, uniqExact(${hourSql('bins.bin')}) AS hours,
        countIf(bins.value > ${at(limit)}) AS over, countIf(bins.value > ${at(high)}) AS above,
        countIf(bins.value < ${at(low)}) AS below,
        ${minimumOf('bins.value')} AS min, ${maximumOf('bins.value')} AS max
      FROM bins GROUP BY part, place ORDER BY part, place`,
    { ...bins.params, ...numbers.params, ...limit.params, ...low.params, ...high.params },
  )
  return rows.flatMap(({ place, ...row }) => {
    const key = keys[place - 1]
    return key === undefined ? [] : [{ key, ...row }]
  })
}
