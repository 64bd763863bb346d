import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { bibtexOf } from '#shared/rules/research/citation.ts'
import { licenceTextOf } from '#shared/rules/research/licences.ts'
import { csvAndParquet } from '../exports/formats/csv-and-parquet.ts'
import { sliceReaderOf } from '../exports/formats/format.ts'
import { parquet } from '../exports/formats/parquet.ts'
import { openZip } from '../kit/files/zip.ts'
import type { Services } from '../kit/services.ts'
import type { SnapshotContent } from './content.ts'
import { countFrozen, type ValuesByPlacement } from './count-values.ts'
import { citationFileOf } from './documents/citation-file.ts'
import { dataPackageOf, type PackedFile } from './documents/data-package.ts'
import { csvOfColumns, type FrozenNote, smallTables, valueColumns } from './documents/data-tables.ts'
import { readmeOf } from './documents/readme.ts'
import { roCrateOf } from './documents/ro-crate.ts'
import { documentTexts } from './documents/words.ts'
import type { SnapshotPlan } from './plan.ts'

interface Making {
  services: Pick<Services, 'db' | 'series'>
  plan: SnapshotPlan
  /** Everything that is known before a value is read. */
  known: Omit<SnapshotContent, 'values' | 'rows' | 'coverage' | 'measurements'>
  notes: readonly FrozenNote[]
  /** Place for a file of its own while the version is written. */
  beside: string
  signal: AbortSignal
  /** Told how many values were read of the tables in both formats. */
  onValues: (values: number) => void
}

const CSV = 'text/csv'

/** Files of a ZIP as they are packed, one after the other; `chunks` are its bytes that nobody took yet. */
const createPacking = () => {
  const chunks: Uint8Array[] = []
  const files: PackedFile[] = []
  const zip = openZip(chunk => void chunks.push(chunk))
  const begin = (file: Pick<PackedFile, 'path' | 'mediaType' | 'table'>) => {
    // The columns of Parquet are packed already.
    const entry = zip.add(file.path, { isPacked: file.mediaType === parquet.mediaType })
    const hash = createHash('sha256')
    return {
      write: async (bytes: Uint8Array) => {
        hash.update(bytes)
        await entry.write(bytes)
      },
      end: async () => {
        await entry.end(new Uint8Array())
        files.push({ ...file, bytes: entry.size, sha256: hash.digest('hex') })
      },
    }
  }
  return {
    files,
    begin,
    add: async (file: Pick<PackedFile, 'path' | 'mediaType' | 'table'>, text: string) => {
      const entry = begin(file)
      await entry.write(Buffer.from(text))
      await entry.end()
    },
    end: () => zip.end(),
    taken: () => chunks.splice(0),
  }
}

/**
 * Writes the values, a piece at a time, as one reading brings them. Files of a ZIP come one after the other: the Parquet waits
 * beside it until the CSV has ended. Answers how much there is.
 */
async function* writeValues(
  { services, plan, beside, signal, onValues }: Omit<Making, 'known' | 'notes'>,
  packing: ReturnType<typeof createPacking>,
): AsyncGenerator<Uint8Array, { rows: number; values: number; byPlacement: ValuesByPlacement }> {
  const table = { name: 'values', columns: valueColumns(plan) } as const
  const read = sliceReaderOf(
    { ...plan, input: { ...plan.input, format: 'parquet' } },
    // Frozen data stands in the consent ledger, so no right to it ends while it is written.
    { series: services.series, signal, onValues, requireRight: async () => {} },
  )
  const waiting = createWriteStream(beside)
  try {
    const written = finished(waiting)
    written.catch(() => {})
    const lines = packing.begin({ path: 'data/values.csv', mediaType: CSV, table })
    const counts = { rows: 0, values: 0 }
    const byPlacement: ValuesByPlacement = new Map()
    for await (const piece of csvAndParquet(plan, read)) {
      for (const bytes of piece.parquet) if (!waiting.write(bytes)) await once(waiting, 'drain', { signal })
      await lines.write(piece.csv)
      counts.rows += piece.rows
      plan.keys.forEach((key, index) => {
        const { [index]: more = 0 } = piece.values
        const name = `${piece.slice?.interval.consent?.placementId} ${key}`
        counts.values += more
        byPlacement.set(name, (byPlacement.get(name) ?? 0) + more)
      })
      yield* packing.taken()
    }
    await lines.end()
    waiting.end()
    await written
    const columns = packing.begin({ path: 'data/values.parquet', mediaType: parquet.mediaType, table })
    for await (const bytes of createReadStream(beside)) {
      await columns.write(bytes as Uint8Array)
      yield* packing.taken()
    }
    await columns.end()
    return { ...counts, byPlacement }
  } finally {
    waiting.destroy()
    await rm(beside, { force: true })
  }
}

/**
 * Writes the ZIP of a version, a piece at a time: the values first, as the export of data makes them, then what says what they are.
 * Answers what the version holds.
 */
export async function* writeSnapshot(making: Making): AsyncGenerator<Uint8Array, SnapshotContent> {
  const { services, plan, known, notes, signal } = making
  const packing = createPacking()
  const { byPlacement, ...counts } = yield* writeValues(making, packing)
  const content: SnapshotContent = {
    ...known,
    ...counts,
    measurements: plan.keys,
    coverage: await countFrozen(services, plan, byPlacement),
  }

  signal.throwIfAborted()
  const texts = documentTexts(plan.language)
  const tables = smallTables(plan, content, notes)
  for (const one of tables)
    await packing.add({ path: `data/${one.name}.csv`, mediaType: CSV, table: one }, csvOfColumns(one))
  const licence = licenceTextOf(content.licence)
  const licenceLines = licence
    ? [licence.name, content.licence, licence.url]
    : [texts.all_rights_reserved, texts.all_rights_reserved_text]
  await packing.add({ path: 'LICENSE.txt', mediaType: 'text/plain' }, `${licenceLines.join('\n')}\n`)
  await packing.add({ path: 'CITATION.cff', mediaType: 'application/yaml' }, citationFileOf(content, texts.cite))
  await packing.add({ path: 'citation.bib', mediaType: 'application/x-bibtex' }, bibtexOf(content))
  const readme = readmeOf(content, plan.language, { tables, files: packing.files })
  await packing.add({ path: 'README.md', mediaType: 'text/markdown' }, readme)
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
  const descriptor = dataPackageOf(content, packing.files, texts)
  await packing.add({ path: 'datapackage.json', mediaType: 'application/json' }, json(descriptor))
  const crate = roCrateOf(content, packing.files, { texts, language: plan.language })
  await packing.add({ path: 'ro-crate-metadata.json', mediaType: 'application/ld+json' }, json(crate))
  packing.end()
  yield* packing.taken()
  return content
}
