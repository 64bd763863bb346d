import { Failure } from '../kit/failure.ts'
import type { World } from '../kit/world.ts'
import { insertMeasurements, type MeasurementRow } from './store.ts'

/** More than this waiting, and the next message is told to come again later. */
const MOST_WAITING = 1_000_000
/** Rows of one insert; a larger batch gains nothing. */
const MOST_AT_ONCE = 100_000
/** Inserts under way: the second is prepared while the first reaches the disk. */
const MOST_INSERTS = 2
/** Rows worth an insert at once. Fewer wait a little for company: senders answered together send again together. */
const ENOUGH = 5000
const GATHER_MS = 4

interface Waiting {
  rows: MeasurementRow[]
  done: () => void
  failed: (error: unknown) => void
}

export interface Ingest {
  /** Resolves when the rows are durable; rejects with `busy` when they are not stored. */
  store(rows: MeasurementRow[]): Promise<void>
  /** Resolves when everything that waits is stored or refused. */
  drain(): Promise<void>
}

/**
 * Group commit: messages that arrive while an insert is under way go into the next one together, since a small insert
 * costs as much as a large one. Nothing is acknowledged before its insert has come back.
 */
export const createIngest = ({ series, log }: Pick<World, 'series' | 'log'>): Ingest => {
  const waiting: Waiting[] = []
  let waitingRows = 0
  const idle: (() => void)[] = []
  const underWay = new Set<Promise<void>>()
  let gathers = false

  const next = (): void => {
    if (waitingRows >= ENOUGH && underWay.size < MOST_INSERTS) begin()
    else if (waiting.length > 0 && underWay.size === 0) gather()
    else if (underWay.size === 0) for (const done of idle.splice(0)) done()
  }

  const gather = (): void => {
    if (gathers) return
    gathers = true
    setTimeout(() => {
      gathers = false
      if (waiting.length > 0 && underWay.size === 0) begin()
    }, GATHER_MS)
  }

  const begin = (): void => {
    const insert = write(take()).finally(() => {
      underWay.delete(insert)
      next()
    })
    underWay.add(insert)
  }

  const take = (): Waiting[] => {
    let [rows, taken] = [0, 0]
    while (taken < waiting.length && rows < MOST_AT_ONCE) rows += (waiting[taken++] as Waiting).rows.length
    waitingRows -= rows
    return waiting.splice(0, taken)
  }

  const write = async (batch: Waiting[]): Promise<void> => {
    try {
      await insertMeasurements(series, batch.length === 1 ? (batch[0] as Waiting).rows : batch.flatMap(one => one.rows))
      for (const one of batch) one.done()
    } catch (error) {
      log.error({ err: error }, 'measurements not stored; the senders were told so')
      for (const one of batch) one.failed(new Failure('busy', { retryAfter: 5, cause: error }))
    }
  }

  return {
    store: rows => {
      if (waitingRows + rows.length > MOST_WAITING) return Promise.reject(new Failure('busy', { retryAfter: 2 }))
      return new Promise((done, failed) => {
        waiting.push({ rows, done, failed })
        waitingRows += rows.length
        next()
      })
    },
    drain: () =>
      waiting.length === 0 && underWay.size === 0 ? Promise.resolve() : new Promise(done => void idle.push(done)),
  }
}
