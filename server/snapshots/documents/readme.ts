import type { Language } from '#shared/contract/fixed.ts'
import { markdownOf } from '#shared/rules/formats/rich-text.ts'
import { bibtexOf, citationOf } from '#shared/rules/research/citation.ts'
import { frozenDay, frozenDays } from '#shared/rules/research/frozen-days.ts'
import { licenceTextOf } from '#shared/rules/research/licences.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { columnTitle } from '../../exports/formats/names.ts'
import { fill } from '../../kit/language.ts'
import type { SnapshotContent } from '../content.ts'
import type { PackedFile } from './data-package.ts'
import { leftOutMs, type Table, tableNamed } from './data-tables.ts'
import { documentTexts } from './words.ts'

const LINES_OF_TABLE = 200

/** A text in a cell of a table of Markdown. */
const cell = (text: string | number): string => String(text).replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')

const tableOf = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.map(cell).join(' | ')} |`).join('\n')

const percent = (share: number | null): string => (share === null ? '–' : `${Math.round(share * 100)} %`)

/** `README.md`: methods, calibrations, left-out stretches, coverage, consent and how to cite, for people. */
export const readmeOf = (
  content: SnapshotContent,
  language: Language,
  { tables, files }: { tables: readonly Table[]; files: readonly PackedFile[] },
): string => {
  const texts = documentTexts(language)
  const { readme } = texts
  const { title, version, licence, project, institution, created_at, measurements, coverage, places, url, zone } =
    content
  const text = licenceTextOf(licence)
  const number = (value: number) => value.toLocaleString(language)
  const day = (time: string) => frozenDay(time, zone)
  const section = (name: string, ...lines: (string | null)[]) => [`## ${name}`, ...lines.filter(line => line !== null)]
  const leftOut = tableNamed(tables, 'left-out')
  const calibrations = tableNamed(tables, 'calibrations').rows.length
  const notes = tableNamed(tables, 'notes').rows
  const parts = [
    `# ${title}`,
    fill(readme.version, { version, date: day(created_at), address: url }),
    ...section(readme.about, project.aim, project.purpose && markdownOf(project.purpose), institution),
    fill(readme.holds, {
      ...frozenDays(content, zone),
      values: number(content.values),
      devices: content.devices,
      locations: places.length,
      subject: project.subject,
    }),
    ...section(readme.cite, citationOf(content), `\`\`\`\n${bibtexOf(content)}\`\`\``),
    ...section(
      readme.licence,
      text
        ? `${text.name} (${licence}), ${text.url}`
        : `${texts.all_rights_reserved}. ${texts.all_rights_reserved_text}`,
    ),
    ...section(
      readme.files,
      tableOf(
        [readme.file, readme.what, 'SHA-256'],
        files.map(({ path, table, sha256 }) => [path, table ? texts.table[table.name] : '', sha256]),
      ),
    ),
    ...section(
      readme.methods,
      measurements.map(key => `- ${columnTitle(key, language)}`).join('\n'),
      content.step_seconds ? fill(readme.means, { minutes: content.step_seconds / 60 }) : readme.every_value,
      readme.times,
      readme.pseudonyms,
    ),
    ...section(
      readme.calibrations,
      fill(calibrations > 0 ? readme.calibrated : readme.not_calibrated, { count: calibrations }),
    ),
    ...section(
      readme.left_out,
      leftOut.rows.length > 0
        ? fill(readme.left_out_text, {
            count: leftOut.rows.length,
            hours: number(Math.round(leftOutMs(leftOut) / HOUR_MS)),
          })
        : readme.nothing_left_out,
    ),
    ...section(
      readme.coverage,
      readme.coverage_text,
      tableOf(
        [
          texts.column.device,
          texts.column.area,
          texts.column.location,
          texts.column.measurement,
          texts.column.values,
          texts.column.coverage,
        ],
        coverage
          .slice(0, LINES_OF_TABLE)
          .map(one => [one.device, one.area, one.location, one.measurement, number(one.values), percent(one.coverage)]),
      ),
      coverage.length > LINES_OF_TABLE ? readme.coverage_more : null,
    ),
    ...section(readme.consent, readme.consent_text),
    ...section(
      readme.notes,
      notes.length > 0
        ? notes
            .map(
              ([, from, until, name]) =>
                `- ${[from, until]
                  .filter(Boolean)
                  .map(at => day(String(at)))
                  .join(' – ')}: ${name}`,
            )
            .join('\n')
        : readme.no_notes,
    ),
  ]
  return `${parts.join('\n\n')}\n`
}
