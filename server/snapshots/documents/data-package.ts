import { licenceTextOf } from '#shared/rules/research/licences.ts'
import type { SnapshotContent } from '../content.ts'
import type { DataColumn, TableName } from './data-tables.ts'
import type { DocumentTexts } from './words.ts'

/** A file as it lies in the ZIP. */
export interface PackedFile {
  path: string
  mediaType: string
  bytes: number
  /** Hexadecimal digits. */
  sha256: string
  /** Table that it holds, with its columns; none of a document. */
  table?: { name: TableName; columns: readonly DataColumn[] }
}

const PROFILES = 'https://datapackage.org/profiles/2.0'

const fieldOf = ({ name, type, title, unit, ucum, standardName }: DataColumn, columns: DocumentTexts['column']) => ({
  name,
  type,
  ...(unit === undefined ? { title: titleOf(title, columns) } : { title }),
  ...(unit ? { unit } : {}),
  ...(ucum ? { unitCode: ucum } : {}),
  ...(standardName ? { standardName } : {}),
})

const titleOf = (key: string, columns: DocumentTexts['column']): string =>
  new Map(Object.entries(columns)).get(key) ?? key

/**
 * `datapackage.json` after the Data Package standard 2.0. `unitCode` is UCUM, `standardName` of the CF conventions; the standard
 * lets a field have properties of its own.
 */
export const dataPackageOf = (content: SnapshotContent, files: readonly PackedFile[], texts: DocumentTexts) => {
  const { title, authors, institution, version, created_at, url, licence, project, places } = content
  const text = licenceTextOf(licence)
  return {
    $schema: `${PROFILES}/datapackage.json`,
    name: `barnometer-project-${content.research_id}-version-${version}`,
    id: url,
    title,
    ...(project.aim ? { description: project.aim } : {}),
    homepage: url,
    version: String(version),
    created: created_at,
    contributors: [
      ...authors.map(name => ({ title: name, roles: ['author'] })),
      ...(institution ? [{ title: institution, roles: ['publisher'] }] : []),
    ],
    ...(text ? { licenses: [{ name: licence, title: text.name, path: text.url }] } : {}),
    keywords: content.measurements,
    temporalCoverage: { from: content.from, until: content.until },
    spatialCoverage: places.map(({ location, lat, lon }) => ({ location, lat, lon })),
    resources: files.flatMap(({ path, mediaType, bytes, sha256, table }) => {
      if (!table) return []
      const format = path.endsWith('.parquet') ? 'parquet' : 'csv'
      return {
        $schema: `${PROFILES}/dataresource.json`,
        name: format === 'csv' ? table.name : `${table.name}-${format}`,
        title: texts.table[table.name],
        type: 'table',
        path,
        format,
        mediatype: mediaType,
        ...(format === 'csv' ? { encoding: 'utf-8' } : {}),
        bytes,
        hash: `sha256:${sha256}`,
        schema: {
          $schema: `${PROFILES}/tableschema.json`,
          fields: table.columns.map(column => fieldOf(column, texts.column)),
          missingValues: [''],
        },
      }
    }),
  }
}
