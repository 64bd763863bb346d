import { shardsOf } from '../kit/database/cluster.ts'
import { number, readRows, textColumn } from '../kit/database/read-rows.ts'
import type { Series } from '../kit/database/series.ts'

const sizesAt = (series: Series) =>
  readRows(
    series,
    { name: textColumn, rows: number, bytes: number },
    `SELECT table AS name, toFloat64(sum(rows)) AS rows, toFloat64(sum(bytes_on_disk)) AS bytes
      FROM system.parts WHERE active AND database = currentDatabase() GROUP BY table`,
  )

/** Rows and bytes on the disk of each table of measurements, of all shards, the largest first. */
export const sizesOfTables = async (series: Series) => {
  const sizes = await Promise.all(shardsOf(series).map(sizesAt))
  const tables = Map.groupBy(sizes.flat(), ({ name }) => name)
  const sum = (of: readonly { rows: number; bytes: number }[], column: 'rows' | 'bytes') =>
    of.reduce((total, one) => total + one[column], 0)
  return [...tables]
    .map(([name, of]) => ({ name, rows: sum(of, 'rows'), bytes: sum(of, 'bytes') }))
    .sort((a, b) => b.bytes - a.bytes)
}
