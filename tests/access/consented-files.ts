import { parse } from 'csv-parse/sync'
import { unzipSync } from 'fflate'
import type { ExportFormat } from '#shared/contract/measurements/exports.ts'
import { EPOCH } from '#shared/rules/formats/sheet.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { parquetRows, textOf } from '../../server/testing/export-file.ts'
import type { TestApp } from '../../server/testing/start-test-app.ts'

/** Row of a file: its time (epoch ms), and the values that stand in it. */
export interface FileRow {
  time: number
  values: number[]
}

/** Columns of a file before those of measurements: the time, and where it was. */
const OF_PLACE = 5

const fromCsv = (file: Buffer): FileRow[] => {
  const [, ...rows]: string[][] = parse(file, { bom: true })
  return rows.map(([time = '', ...cells]) => ({
    time: Date.parse(time),
    values: cells.slice(OF_PLACE - 1).flatMap(cell => (cell === '' ? [] : [Number(cell)])),
  }))
}

/** File of more than a few days, which holds means. */
interface JsonFile {
  frames: { time: number[]; series: Record<string, { mean: (number | null)[] }> }[]
}

const fromJsonFile = (file: Buffer): FileRow[] => {
  const { frames }: JsonFile = JSON.parse(file.toString())
  return frames.flatMap(({ time, series }) =>
    time.map((at, index) => ({
      time: at,
      values: Object.values(series).flatMap(({ mean }) => mean[index] ?? []),
    })),
  )
}

/** Rows of a sheet, whose times are those of clocks in Amsterdam in winter. */
const fromSheet = (file: Buffer): FileRow[] => {
  const [, ...rows] = textOf(unzipSync(file)['xl/worksheets/sheet1.xml']).matchAll(/<row>(.*?)<\/row>/g)
  return rows.map(([, row = '']) => {
    const [serial = 0, ...values] = [...row.matchAll(/<v>([\d.]+)<\/v>/g)].map(([, number]) => Number(number))
    return { time: Math.round((serial - EPOCH) * DAY_MS) - HOUR_MS, values }
  })
}

const fromParquet = async (app: TestApp, file: Buffer): Promise<FileRow[]> =>
  (await parquetRows(app, file)).map(({ time, ...columns }) => ({
    time: Date.parse(`${String(time).replace(' ', 'T')}Z`),
    values: Object.entries(columns).flatMap(([name, value]) =>
      /^[th]_/.test(name) && value !== null ? [Number(value)] : [],
    ),
  }))

/** Rows that a file of temperature and humidity holds, in any format of an export. */
export const rowsOf = async (app: TestApp, format: ExportFormat, file: Buffer): Promise<FileRow[]> => {
  if (format === 'csv') return fromCsv(file)
  if (format === 'json') return fromJsonFile(file)
  return format === 'xlsx' ? fromSheet(file) : fromParquet(app, file)
}

/** All that can be read as text in a file. */
export const wordsIn = async (app: TestApp, format: ExportFormat, file: Buffer): Promise<string> => {
  if (format === 'xlsx') return Object.values(unzipSync(file)).map(textOf).join()
  return format === 'parquet' ? JSON.stringify(await parquetRows(app, file)) : file.toString()
}
