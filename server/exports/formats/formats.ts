import type { ExportFormat } from '#shared/contract/measurements/exports.ts'
import { csv } from './csv.ts'
import type { FileFormat } from './format.ts'
import { json } from './json.ts'
import { parquet } from './parquet.ts'
import { xlsx } from './xlsx.ts'

export const FORMATS: Record<ExportFormat, FileFormat> = { csv, xlsx, parquet, json }
