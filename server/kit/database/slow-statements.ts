import type { LogEvent } from 'kysely'
import type { Log } from '../services.ts'
import { tableOf } from './inserted-rows.ts'
import type { Series } from './series.ts'

/** Characters of a statement that are logged: enough to find it in the source. */
const MAX_LOGGED = 2000

type Store = 'catalogue' | 'measurements'

/** Notes how long (ms) a statement of a store took. */
export type NoteStatement = (store: Store, statement: string, ms: number) => void

/**
 * Logs statements that take `afterMs` or longer, as they are written: values stand beside them and are not logged, since they
 * are people's. Nothing is logged where it is 0.
 */
export const logSlowStatements =
  (log: Log, afterMs: number): NoteStatement =>
  (store, statement, ms) => {
    if (afterMs === 0 || ms < afterMs) return
    log.warn({ store, ms: Math.round(ms), statement: statement.slice(0, MAX_LOGGED) }, 'slow statement')
  }

/** Notes each statement of the catalogue, also one that failed: waiting in vain for a lock is slow too. */
export const noteCatalogue = (note: NoteStatement) => (event: LogEvent) =>
  note('catalogue', event.query.sql, event.queryDurationMillis)

/** The same store, whose statements are noted with the time until their answer begins. */
export const notedSeries = (series: Series, note: NoteStatement): Series => {
  const timed = async <Result>(statement: string, run: () => Promise<Result>): Promise<Result> => {
    const began = performance.now()
    try {
      return await run()
    } finally {
      note('measurements', statement, performance.now() - began)
    }
  }
  const noted: Partial<Series> = {
    query: params => timed(params.query, () => series.query(params)),
    command: params => timed(params.query, () => series.command(params)),
    exec: ((params: Parameters<Series['exec']>[0]) => timed(params.query, () => series.exec(params))) as Series['exec'],
    insert: params => timed(`INSERT INTO ${tableOf(params)}`, () => series.insert(params)),
  }
  return Object.assign(Object.create(series), noted)
}
