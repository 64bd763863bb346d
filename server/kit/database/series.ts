import { type ClickHouseClient, type ClickHouseSettings, createClient } from '@clickhouse/client'
import { openEmbeddedEngine } from './embedded-engine.ts'
import { type NoteStatement, notedSeries } from './slow-statements.ts'

export type Series = ClickHouseClient

/** The same answers from the embedded engine and from a server. */
const SETTINGS: ClickHouseSettings = {
  output_format_json_quote_64bit_integers: 0,
  date_time_input_format: 'best_effort',
  do_not_merge_across_partitions_select_final: 1,
  // A server acknowledges only what is written; asynchronous inserts would acknowledge what is not.
  async_insert: 0,
  // Compiling a query to machine code takes the engine 100 ms again and again, since times differ from call to call.
  compile_expressions: 0,
  compile_aggregate_expressions: 0,
}

/** Lets a query read its files itself: to hand them to reading threads costs more than reading what the page cache has. */
const EMBEDDED: ClickHouseSettings = { ...SETTINGS, local_filesystem_read_method: 'pread' }

/** Opens the embedded engine at `path`, or a ClickHouse server when a URL is given. Both run the same SQL. */
export const openSeries = (options: {
  path: string
  url?: string | undefined
  /** Hears of each statement; nobody does unless said. */
  note?: NoteStatement
}): Series => (options.note ? notedSeries(openEngine(options), options.note) : openEngine(options))

const openEngine = (options: { path: string; url?: string | undefined }): Series => {
  if (options.url)
    return createClient({
      url: options.url,
      clickhouse_settings: SETTINGS,
      request_timeout: 60_000,
      use_multipart_params_auto: true,
    })
  const connection = openEmbeddedEngine(options.path)
  return createClient({ connection, clickhouse_settings: EMBEDDED } as Parameters<typeof createClient>[0])
}

/** Throws unless the store answers. It is asked beside all that it works on. */
export const requireAnswer = async (series: Series, abort_signal: AbortSignal): Promise<void> => {
  const answer = await series.ping({ select: true, abort_signal })
  if (!answer.success) throw answer.error
}
