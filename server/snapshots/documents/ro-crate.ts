import type { Language } from '#shared/contract/fixed.ts'
import { plainTextOf } from '#shared/rules/formats/rich-text.ts'
import { licenceTextOf } from '#shared/rules/research/licences.ts'
import { columnTitle } from '../../exports/formats/names.ts'
import { measurementTypeOf } from '../../taxonomy/types.ts'
import type { SnapshotContent } from '../content.ts'
import type { PackedFile } from './data-package.ts'
import { standardNameOf } from './standard-names.ts'
import type { DocumentTexts } from './words.ts'

const CRATE = 'https://w3id.org/ro/crate/1.1'

const reference = (id: string) => ({ '@id': id })

/** `ro-crate-metadata.json` after RO-Crate 1.1: the version, its files, people, licence, places and measurements. */
export const roCrateOf = (
  content: SnapshotContent,
  files: readonly PackedFile[],
  { texts, language }: { texts: DocumentTexts; language: Language },
) => {
  const { title, authors, institution, version, created_at, url, licence, project, places, measurements } = content
  const text = licenceTextOf(licence)
  const licenceId = text?.url ?? '#all-rights-reserved'
  const people = authors.map((name, index) => ({ '@id': `#author-${index + 1}`, '@type': 'Person', name }))
  const publisher = institution ? [{ '@id': '#institution', '@type': 'Organization', name: institution }] : []
  const located = places.filter(({ lat, lon }) => lat !== null && lon !== null)
  const spots = located.flatMap(({ id, location, lat, lon }) => [
    { '@id': `#location-${id}`, '@type': 'Place', name: location, geo: reference(`#geo-${id}`) },
    { '@id': `#geo-${id}`, '@type': 'GeoCoordinates', latitude: String(lat), longitude: String(lon) },
  ])
  const variables = measurements.map(key => {
    const { unit = '', ucum = '' } = measurementTypeOf(key) ?? {}
    const standardName = standardNameOf(key)
    return {
      '@id': `#measurement-${key}`,
      '@type': 'PropertyValue',
      name: columnTitle(key, language),
      ...(unit ? { unitText: unit } : {}),
      ...(ucum ? { unitCode: ucum } : {}),
      ...(standardName ? { propertyID: standardName } : {}),
    }
  })
  const parts = files.map(({ path, mediaType, bytes, sha256, table }) => ({
    '@id': path,
    '@type': 'File',
    name: table ? texts.table[table.name] : path,
    encodingFormat: mediaType,
    contentSize: String(bytes),
    sha256,
  }))
  return {
    '@context': `${CRATE}/context`,
    '@graph': [
      {
        '@id': 'ro-crate-metadata.json',
        '@type': 'CreativeWork',
        conformsTo: reference(CRATE),
        about: reference('./'),
      },
      {
        '@id': './',
        '@type': 'Dataset',
        name: title,
        description: project.aim ?? (project.purpose ? plainTextOf(project.purpose) : texts.description),
        identifier: url,
        url,
        version: String(version),
        datePublished: created_at,
        license: reference(licenceId),
        author: people.map(({ '@id': id }) => reference(id)),
        ...(institution ? { publisher: reference('#institution') } : {}),
        temporalCoverage: `${content.from}/${content.until}`,
        ...(located.length > 0 ? { spatialCoverage: located.map(({ id }) => reference(`#location-${id}`)) } : {}),
        variableMeasured: variables.map(({ '@id': id }) => reference(id)),
        hasPart: parts.map(({ '@id': id }) => reference(id)),
      },
      {
        '@id': licenceId,
        '@type': 'CreativeWork',
        name: text?.name ?? texts.all_rights_reserved,
        description: text ? licence : texts.all_rights_reserved_text,
      },
      ...people,
      ...publisher,
      ...spots,
      ...variables,
      ...parts,
    ],
  }
}
