import { frozenDay } from '#shared/rules/research/frozen-days.ts'
import type { SnapshotContent } from '../content.ts'

/** A text of YAML that no sign in it can end: YAML reads what JSON writes. */
const quoted = (text: string): string => JSON.stringify(text)

/** `CITATION.cff` after the Citation File Format 1.2.0. Names are whole: which part of one is the family's, nobody asked. */
export const citationFileOf = (content: SnapshotContent, message: string): string => {
  const { title, authors, version, created_at, zone, url, licence, project, institution, earlier = [] } = content
  const lines = [
    'cff-version: 1.2.0',
    `message: ${quoted(message)}`,
    'type: dataset',
    `title: ${quoted(title)}`,
    'authors:',
    ...authors.map(name => `  - name: ${quoted(name)}`),
    ...(institution ? ['contact:', `  - name: ${quoted(institution)}`] : []),
    `version: ${quoted(String(version))}`,
    `date-released: ${quoted(frozenDay(created_at, zone))}`,
    `url: ${quoted(url)}`,
    ...(licence === 'all-rights-reserved' ? [] : [`license: ${licence}`]),
    ...(earlier.length > 0 ? ['references:'] : []),
    ...earlier.flatMap(one => [
      '  - type: data',
      `    title: ${quoted(one.title)}`,
      '    authors:',
      ...one.authors.map(name => `      - name: ${quoted(name)}`),
      `    version: ${quoted(String(one.version))}`,
      `    doi: ${quoted(one.doi)}`,
    ]),
    ...(project.aim ? [`abstract: ${quoted(project.aim)}`] : []),
  ]
  return `${lines.join('\n')}\n`
}
