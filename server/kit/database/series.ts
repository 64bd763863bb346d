import { type ClickHouseClient, type ClickHouseSettings, createClient } from '@clickhouse/client'
import { type Cluster, openCluster } from './cluster.ts'
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
  // An answer is written more quickly than it is read here; threads of its own for that take up to a third of what a small one costs.
  output_format_parallel_formatting: 0,
}

/** Lets a query read its files itself: to hand them to reading threads costs more than reading what the page cache has. */
const EMBEDDED: ClickHouseSettings = { ...SETTINGS, local_filesystem_read_method: 'pread' }

/** Place in which readings lie. */
export interface SeriesPlace {
  /** Folder of the embedded engine. */
  path: string
  /** Address of a ClickHouse server instead. */
  url?: string | undefined
  /** Shards of a cluster instead. */
  cluster?: Cluster | undefined
}

/** Opens the embedded engine, a ClickHouse server or a cluster of them. All run the same SQL. */
export const openSeries = ({
  note,
  settings,
  ...place
}: SeriesPlace & {
  /** Hears of each statement; nobody does unless said. */
  note?: NoteStatement
  /** Settings of all statements beside those of the product. */
  settings?: ClickHouseSettings
}): Series => {
  const noted = (series: Series) => (note ? notedSeries(series, note) : series)
  return place.cluster
    ? openCluster(place.cluster, address => noted(openServer(address, settings)))
    : noted(place.url ? openServer({ url: place.url }, settings) : openEmbedded(place.path, settings))
}

const openServer = (address: { url: string; database?: string }, more?: ClickHouseSettings): Series =>
  createClient({
    ...address,
    clickhouse_settings: { ...SETTINGS, ...more },
    request_timeout: 60_000,
    use_multipart_params_auto: true,
  })

const openEmbedded = (path: string, more?: ClickHouseSettings): Series => {
  const connection = openEmbeddedEngine(path)
  return createClient({ connection, clickhouse_settings: { ...EMBEDDED, ...more } } as Parameters<
    typeof createClient
  >[0])
}

/** Throws unless the store answers. It is asked beside all that it works on. */
export const requireAnswer = async (series: Series, abort_signal: AbortSignal): Promise<void> => {
  const answer = await series.ping({ select: true, abort_signal })
  if (!answer.success) throw answer.error
}
