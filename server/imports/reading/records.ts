import { Readable } from 'node:stream'
import { CsvError, type Options, parse } from 'csv-parse'
import { parse as parseAll } from 'csv-parse/sync'
import type { ImportPlan } from '#shared/contract/measurements/imports.ts'
import { Failure } from '../../kit/failure.ts'
import type { Words } from '../../kit/language.ts'
import { textOf } from './text.ts'

/** Characters of one row; more is no table, or a quotation mark that is never closed. */
const LONGEST_ROW = 200_000

export type TextFormat = Pick<ImportPlan, 'encoding' | 'separator' | 'skip_lines' | 'header'>

export interface FileRecord {
  /** Counted from 1, as an editor shows it. */
  line: number
  cells: string[]
}

const optionsOf = (separator: string): Options => ({
  delimiter: separator,
  relax_quotes: true,
  relax_column_count: true,
  skip_empty_lines: true,
  trim: separator !== '\t',
  max_record_size: LONGEST_ROW,
})

/** The cells of one line. */
export const cellsOf = (line: string, separator: string): string[] => {
  try {
    const [cells = []] = parseAll(line, optionsOf(separator)) as string[][]
    return cells
  } catch {
    return line.split(separator)
  }
}

/**
 * The rows of a file as cells, below its head; comment lines (`#`) and empty ones are left out. Only what is being read is in
 * memory. Throws no_valid_input for a row that never ends.
 */
export async function* recordsOf(
  pieces: AsyncIterable<Uint8Array>,
  plan: TextFormat,
  t: Words,
): AsyncGenerator<FileRecord> {
  const before = plan.skip_lines + (plan.header ? 1 : 0)
  const parser = parse({
    ...optionsOf(plan.separator),
    comment: '#',
    comment_no_infix: true,
    // Its types know rows of text only; what is answered here is what comes out.
    on_record: (cells, { lines }) => ({ line: lines + before, cells }) as never,
  })
  const source = Readable.from(withoutFirst(textOf(pieces, plan.encoding), before))
  source.on('error', error => parser.destroy(error))
  source.pipe(parser)
  try {
    for await (const record of parser) yield record
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new Failure('no_valid_input', { fields: { file: [t('fields.row_without_end')] }, cause: error })
  } finally {
    source.destroy()
  }
}

async function* withoutFirst(text: AsyncIterable<string>, lines: number): AsyncGenerator<string> {
  let left = lines
  for await (const piece of text) {
    let at = 0
    while (left > 0 && at >= 0) {
      at = piece.indexOf('\n', at) + 1 || -1
      if (at > 0) left--
    }
    if (left === 0 && at < piece.length) yield piece.slice(at)
  }
}
