import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { Readable } from 'node:stream'
import type { ConnBaseQueryParams, Connection } from 'chdb/connection'
import { rowsInText } from './inserted-rows.ts'
import { withValues } from './statement-values.ts'

type Embedded = typeof import('chdb/connection')
type Engine = Connection<Readable>
type Settings = Record<string, unknown>
/** Parts that all statements have, whatever they do. */
interface Statement {
  query: string
  query_params?: Record<string, unknown>
  clickhouse_settings?: Settings
  abort_signal?: AbortSignal
  values?: unknown
}

/**
 * Statements worked on side by side, by what they do. Reads are twice the processors: long ones of one person leave room for others,
 * and the engine divides its time among them. More would need memory for each. A deletion rewrites a table and may take minutes.
 */
const CONCURRENCY = {
  read: Math.min(8, Math.max(6, 2 * availableParallelism())),
  insert: 1,
  change: 2,
  probe: 1,
}

/**
 * Threads that a process with the embedded engine needs in libuv's pool: each statement under way takes one, and files, names of
 * hosts and passwords want the four that Node has otherwise. It is read once, when the first work comes to the pool.
 */
export const THREADS = CONCURRENCY.read + CONCURRENCY.insert + CONCURRENCY.change + CONCURRENCY.probe + 4

/** Settings for statements, which carry their values in their text here: those of a long list make it long. */
const ROOM_FOR_VALUES: Settings = { max_query_size: 64 * 1024 * 1024 }

/** The format of an answer is no setting of the engine: it is handed over with each statement. */
const isHandedOver = (name: string): boolean => name === 'default_format'

/** Connection of the engine, which works on one statement at a time. */
class Lane {
  readonly #engine: Engine
  /** Settings it has: what a statement sets stays for those after it. */
  #set: ReadonlyMap<string, unknown> = new Map()

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Runs a statement with its settings alone, those of an earlier one taken back. */
  async run<S extends Statement, Result>(
    statement: S,
    begin: (engine: Engine, statement: S) => Promise<Result>,
  ): Promise<Result> {
    const all = Object.entries({ ...ROOM_FOR_VALUES, ...statement.clickhouse_settings })
    const wanted = new Map(all.filter(([name, value]) => value !== undefined && !isHandedOver(name)))
    const over = [...this.#set.keys()].filter(name => !wanted.has(name))
    const changed = all.filter(([name, value]) => this.#set.get(name) !== value)
    const { query_params, abort_signal: _, ...rest } = statement
    const back = over.map(name => `SET ${name} = DEFAULT; `).join('')
    const query = back + withValues(statement.query, query_params)
    try {
      const result = await begin(this.#engine, {
        ...rest,
        query,
        clickhouse_settings: Object.fromEntries(changed),
      } as S)
      this.#set = wanted
      // A stream that turns out to be empty sets nothing.
      if (statement.values instanceof Readable) this.#forget([...over, ...wanted.keys()])
      return result
    } catch (error) {
      // Which settings it took before it failed is not known.
      this.#forget([...over, ...wanted.keys()])
      throw error
    }
  }

  /** Has these settings set anew, or taken back, by the next statement. */
  #forget(names: readonly string[]): void {
    this.#set = new Map(names.map(name => [name, NOT_KNOWN]))
  }

  close(): Promise<void> {
    return this.#engine.close()
  }
}

/** Value of a setting that may be any: it equals no other. */
const NOT_KNOWN = Symbol('not known')

/** Lanes opened as they are needed, up to a number; who finds none free waits in turn. */
class Lanes {
  readonly #open: () => Lane
  readonly #most: number
  readonly #all: Lane[] = []
  readonly #free: Lane[] = []
  readonly #waiting: PromiseWithResolvers<Lane>[] = []
  readonly #underWay = new Set<Promise<unknown>>()
  #isClosing = false

  constructor(most: number, open: () => Lane) {
    this.#most = most
    this.#open = open
  }

  /** Runs work on a lane. An abort ends the waiting at once; the engine cannot be stopped, and keeps the lane until it is done. */
  run<Result>(work: (lane: Lane) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const running = this.#run(work, signal)
    const answered = signal ? Promise.race([running, abortOf(signal, running)]) : running
    const settled = answered.then(
      () => {},
      () => {},
    )
    this.#underWay.add(settled)
    void settled.then(() => this.#underWay.delete(settled))
    return answered
  }

  /** Refuses who still waits, and ends once all others have their answers; the engine itself waits for what nobody wants any more. */
  async close(): Promise<void> {
    this.#isClosing = true
    for (const waiting of this.#waiting.splice(0)) waiting.reject(new Error(CLOSED))
    await Promise.all(this.#underWay)
    for (const lane of this.#all) await lane.close()
  }

  async #run<Result>(work: (lane: Lane) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    if (this.#isClosing) throw new Error(CLOSED)
    const lane = await this.#take()
    try {
      signal?.throwIfAborted()
      return await work(lane)
    } finally {
      const next = this.#waiting.shift()
      if (next) next.resolve(lane)
      else this.#free.push(lane)
    }
  }

  #take(): Lane | Promise<Lane> {
    const free = this.#free.pop()
    if (free) return free
    if (this.#all.length < this.#most) {
      const lane = this.#open()
      this.#all.push(lane)
      return lane
    }
    const waiting = Promise.withResolvers<Lane>()
    this.#waiting.push(waiting)
    return waiting.promise
  }
}

const CLOSED = 'The embedded engine is closed.'

/** Rejects when a signal says so, unless something has settled before. */
const abortOf = (signal: AbortSignal, running: Promise<unknown>): Promise<never> =>
  new Promise((_, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    const stopListening = () => signal.removeEventListener('abort', abort)
    running.then(stopListening, stopListening)
  })

/**
 * The embedded engine at `path` as a connection of the client, on which statements run side by side. A connection of the engine
 * itself works on one after the other, keeps the settings of each for the next, and lets statements with parameters wait for each
 * other in the whole process: a long one of somebody would hold up everybody's charts and messages.
 */
export const openEmbeddedEngine = (path: string): Engine => {
  // The engine is loaded where it is used: half a gigabyte that a process on a server does without.
  const { createChdbConnection } = createRequire(import.meta.url)('chdb/connection') as Embedded
  const open = () => new Lane(createChdbConnection({ path }))
  const lanesFor = (work: keyof typeof CONCURRENCY) => new Lanes(CONCURRENCY[work], open)
  const lanes = {
    read: lanesFor('read'),
    insert: lanesFor('insert'),
    change: lanesFor('change'),
    probe: lanesFor('probe'),
  }
  const on =
    <S extends Statement, Result>(
      work: keyof typeof CONCURRENCY,
      begin: (engine: Engine, statement: S) => Promise<Result>,
    ) =>
    (statement: S) =>
      lanes[work].run(lane => lane.run(statement, begin), statement.abort_signal)
  const probe = on('probe', (engine, statement: ConnBaseQueryParams) => engine.query(statement))
  let closing: Promise<void> | undefined
  return {
    ping: ({ abort_signal }) =>
      probe({ query: 'SELECT 1', ...(abort_signal ? { abort_signal } : {}) }).then(
        () => ({ success: true }),
        error => ({ success: false, error }),
      ),
    query: on('read', (engine, statement) => engine.query(statement)),
    exec: on('read', (engine, statement) => engine.exec(statement)),
    command: on('change', (engine, statement) => engine.command(statement)),
    insert: on('insert', (engine, statement) => {
      const query = rowsInText(statement.query, statement.values)
      return query === null ? engine.insert(statement) : engine.command({ ...statement, query })
    }),
    close: () => {
      closing ??= Promise.all(Object.values(lanes).map(one => one.close())).then(() => {})
      return closing
    },
  }
}
