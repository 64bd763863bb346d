import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

const FOLDER = fileURLToPath(new URL('../../../shared/data/timeseries/', import.meta.url))

/** Real measurements lie beside the repository and never in it. */
export const isMissing = !existsSync(FOLDER)
if (isMissing) console.info(`Skipped: the real measurements are not on this machine (${FOLDER}).`)

/** Lines of a file, without empty ones; unpacked where it is packed. */
export const linesOf = (name: string): string[] => {
  const bytes = readFileSync(FOLDER + name)
  const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return text.split(/\r?\n/).filter(line => line !== '')
}

/** Row of a file: epoch ms and what was measured then. */
export interface Row {
  at: number
  values: Record<string, number>
}

/** Reads `2015-02-04 17:51:00`. The files name no zone: these tests take their times as UTC, here and when sending. */
export const utc = (text: string): number => {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = text.split(/[- :]/).map(Number)
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** The cells of a line under the names they are sent by; an empty cell is nothing measured. */
export const valuesOf = (cells: string[], columns: Record<string, number>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(columns)
      .filter(([, column]) => cells[column] !== '')
      .map(([key, column]) => [key, Number(cells[column])]),
  )

/** Broiler house: readings every five minutes of ten days, temperature, humidity and ammonia. */
export const broilerHouseRows = (): Row[] =>
  linesOf('no_licence/broiler_house_nh3_2023_days01-10.csv.gz')
    .slice(1)
    .map(line => line.split(','))
    .map(cells => ({ at: utc(cells[0]!), values: valuesOf(cells, { t: 2, h: 3, nh3: 4 }) }))
