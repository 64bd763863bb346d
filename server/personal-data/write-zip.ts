import type { Language } from '#shared/contract/fixed.ts'
import { BOM, csvCell, END, signsOf } from '#shared/rules/formats/csv.ts'
import type { Database } from '../kit/database/database.ts'
import { openZip } from '../kit/files/zip.ts'
import { fill, textsOf } from '../kit/language.ts'
import { type DataSubject, givenColumns, type PersonalDataPart, type PersonalFile } from '../kit/personal-data/part.ts'
import { type PersonalRow, rowsOfPart } from '../kit/personal-data/part-store.ts'

const fromText = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** Row as it stands in the JSON: what the database keeps as text of JSON is taken apart. */
const objectOf = (part: PersonalDataPart, row: PersonalRow): string =>
  JSON.stringify(
    Object.fromEntries(
      givenColumns(part).map(name => [name, part.columns[name] === 'json' ? fromText(row[name]) : row[name]]),
    ),
  )

const lineOf = (part: PersonalDataPart, row: PersonalRow, separator: string): string =>
  givenColumns(part)
    .map(name => row[name])
    // A negative number is none of the texts a spreadsheet would take for a formula.
    .map(value => (typeof value === 'string' ? csvCell(value, separator) : value === null ? '' : String(value)))
    .join(separator) + END

interface Making {
  parts: readonly PersonalDataPart[]
  person: DataSubject & { name: string }
  language: Language
  /** Time of the copy, ISO 8601. */
  at: string
  /** Throws when the copy is not to be made any more; asked after each batch of rows. */
  goOn: () => Promise<void>
}

/** Gathers all that is kept about a person into a ZIP: each part as JSON and as CSV, and a README. Only packed bytes are held. */
export const writeZip = async (db: Database, making: Making): Promise<Buffer> => {
  const { parts, person, language, at, goOn } = making
  const chunks: Uint8Array[] = []
  const zip = openZip(chunk => void chunks.push(chunk))
  const { separator } = signsOf({}, language)
  const counts: [PersonalFile, number][] = []
  for (const part of parts) {
    const head = givenColumns(part).map(name => csvCell(name, separator))
    counts.push([
      part.file,
      await writePart(
        zip,
        `json/${part.file}.json`,
        { db, part, person, at, goOn },
        { start: '[', between: ',', end: '\n]\n', line: row => `\n${objectOf(part, row)}` },
      ),
    ])
    await writePart(
      zip,
      `csv/${part.file}.csv`,
      { db, part, person, at, goOn },
      { start: BOM + head.join(separator) + END, between: '', end: '', line: row => lineOf(part, row, separator) },
    )
  }
  const readme = zip.add('README.txt')
  await readme.end(Buffer.from(BOM + readmeOf(making, counts)))
  zip.end()
  return Buffer.concat(chunks)
}

interface Reading {
  db: Database
  part: PersonalDataPart
  person: DataSubject
  at: string
  goOn: () => Promise<void>
}

const writePart = async (
  zip: ReturnType<typeof openZip>,
  path: string,
  { db, part, person, at, goOn }: Reading,
  text: { start: string; between: string; end: string; line: (row: PersonalRow) => string },
): Promise<number> => {
  const entry = zip.add(path)
  let count = 0
  await entry.write(Buffer.from(text.start))
  for await (const rows of rowsOfPart(db, part, person, at)) {
    const lines = rows.map((row, index) => (count + index === 0 ? '' : text.between) + text.line(row))
    await entry.write(Buffer.from(lines.join('')))
    count += rows.length
    await goOn()
  }
  await entry.end(Buffer.from(text.end))
  return count
}

const readmeOf = ({ person, language, at }: Making, counts: readonly [PersonalFile, number][]): string => {
  const { readme, file } = textsOf(language, 'personal-data')
  const lines = counts.map(([name, count]) => `- ${name} (${count}): ${file[name]}`)
  return [
    readme.title,
    fill(readme.made, { name: person.name.replaceAll(/\s+/g, ' '), email: person.email, time: at }),
    readme.how,
    readme.files,
    lines.join('\n'),
    readme.ids,
    readme.not_here,
    readme.secrets,
    '',
  ]
    .join('\n\n')
    .replaceAll('\n', END)
}
