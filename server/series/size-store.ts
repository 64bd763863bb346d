import { number, readRows, textColumn } from '../kit/database/read-rows.ts'
import type { Series } from '../kit/database/series.ts'

/** Rows and bytes on the disk of each table of measurements, the largest first. */
export const sizesOfTables = (series: Series) =>
  readRows(
    series,
    { name: textColumn, rows: number, bytes: number },
    `SELECT table AS name, toFloat64(sum(rows)) AS rows, toFloat64(sum(bytes_on_disk)) AS bytes
      FROM system.parts WHERE active AND database = currentDatabase() GROUP BY table ORDER BY bytes DESC`,
  )
