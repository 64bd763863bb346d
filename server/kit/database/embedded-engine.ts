import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import type { Readable } from 'node:stream'
import type { Connection } from 'chdb/connection'
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
}

/** Statements worked on side by side, besides an insert: two of pages where one reads for a report. */
const READERS = Math.max(3, availableParallelism())

/**
 * Threads that a process with the embedded engine needs in libuv's pool: each statement under way takes one, and files, names of
 * hosts and passwords want the four that Node has otherwise. It is read once, when the first work comes to the pool.
 */
export const THREADS = READERS + 1 + 4

/** Settings for statements, which carry their values in their text here: those of a long list make it long. */
const ROOM_FOR_VALUES: Settings = { max_query_size: 64 * 1024 * 1024 }

/** The format of an answer is no setting of the engine: it is handed over with each statement. */
const isHandedOver = (name: string): boolean => name === 'default_format'

/** Connection of the engine, which works on one statement at a time. */
class Lane {
  readonly #engine: Engine
  /** Settings it has: what a statement sets stays for those after it. */
  readonly #set = new Map<string, unknown>()

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Runs a statement with its settings alone, those of an earlier one taken back. */
  async run<S extends Statement, Result>(
    statement: S,
    begin: (engine: Engine, statement: S) => Promise<Result>,
  ): Promise<Result> {
    const wanted: Settings = { ...ROOM_FOR_VALUES, ...statement.clickhouse_settings }
    const isWanted = (name: string) => wanted[name] !== undefined
    const back = [...this.#set.keys()].filter(name => !isWanted(name)).map(name => `SET ${name} = DEFAULT; `)
    const changed = Object.entries(wanted).filter(
      ([name, value]) => isHandedOver(name) || !this.#set.has(name) || this.#set.get(name) !== value,
    )
    const { query_params, abort_signal: _, ...rest } = statement
    const query = back.join('') + withValues(statement.query, query_params)
    try {
      const result = await begin(this.#engine, {
        ...rest,
        query,
        clickhouse_settings: Object.fromEntries(changed),
      } as S)
      for (const name of [...this.#set.keys()]) if (!isWanted(name)) this.#set.delete(name)
      for (const [name, value] of changed) if (!isHandedOver(name)) this.#set.set(name, value)
      return result
    } catch (error) {
      // Which settings it took before it failed is not known: all are set anew.
      for (const name of [...this.#set.keys(), ...Object.keys(wanted)])
        if (!isHandedOver(name)) this.#set.set(name, NOT_KNOWN)
      throw error
    }
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
  readonly #waiting: ((lane: Lane) => void)[] = []
  readonly #underWay = new Set<Promise<unknown>>()

  constructor(most: number, open: () => Lane) {
    this.#most = most
    this.#open = open
    // The first one refuses a folder that another process has.
    this.#free.push(this.#opened())
  }

  /** Runs work on a lane. An abort ends the waiting at once; the engine cannot be stopped, and keeps the lane until it is done. */
  run<Result>(work: (lane: Lane) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const running = this.#run(work, signal)
    const settled = running.then(
      () => {},
      () => {},
    )
    this.#underWay.add(settled)
    void settled.then(() => this.#underWay.delete(settled))
    return signal ? Promise.race([running, abortOf(signal, settled)]) : running
  }

  async close(): Promise<void> {
    await Promise.all(this.#underWay)
    for (const lane of this.#all) await lane.close()
  }

  async #run<Result>(work: (lane: Lane) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const lane = await this.#take()
    try {
      signal?.throwIfAborted()
      return await work(lane)
    } finally {
      const next = this.#waiting.shift()
      if (next) next(lane)
      else this.#free.push(lane)
    }
  }

  #take(): Lane | Promise<Lane> {
    const free = this.#free.pop()
    if (free) return free
    if (this.#all.length < this.#most) return this.#opened()
    return new Promise(resolve => this.#waiting.push(resolve))
  }

  #opened(): Lane {
    const lane = this.#open()
    this.#all.push(lane)
    return lane
  }
}

/** Rejects when a signal says so, unless something has settled before. */
const abortOf = (signal: AbortSignal, settled: Promise<void>): Promise<never> =>
  new Promise((_, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    void settled.then(() => signal.removeEventListener('abort', abort))
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
  const inserting = new Lanes(1, open)
  const reading = new Lanes(READERS, open)
  const on =
    <S extends Statement, Result>(lanes: Lanes, begin: (engine: Engine, statement: S) => Promise<Result>) =>
    (statement: S) =>
      lanes.run(lane => lane.run(statement, begin), statement.abort_signal)
  let closing: Promise<void> | undefined
  return {
    ping: () => reading.run(lane => lane.run({ query: 'SELECT 1' }, engine => engine.ping({ select: true }))),
    query: on(reading, (engine, statement) => engine.query(statement)),
    exec: on(reading, (engine, statement) => engine.exec(statement)),
    command: on(reading, (engine, statement) => engine.command(statement)),
    insert: on(inserting, (engine, statement) => engine.insert(statement)),
    close: () => {
      closing ??= Promise.all([inserting.close(), reading.close()]).then(() => {})
      return closing
    },
  }
}
