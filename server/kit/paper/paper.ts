// A paper is a document as data: `printPaper(paper)` makes it an A4 PDF with vector charts, text that can be selected, page
// numbers and an outline. Call it with blocks in their order; all numbers, units and dates come as text in the paper's language
// already, for only who writes the paper knows what it is about. See `server/help/manual-pdf.ts` for a small one.
// It is printed in a thread of its own, one paper after the other, so that what arrives meanwhile does not wait.

import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import type { Language } from '#shared/contract/fixed.ts'
import type { Formats } from '#shared/rules/formats/formats.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'

/** Piece of a text; what is not said is as the text around it. */
export interface Run {
  text: string
  bold?: boolean
  italic?: boolean
  /** Small, above or below the line. */
  shifted?: 'up' | 'down'
  tone?: Tone
}
/** Colour of a text, always beside a word or shape that says the same. `before` is the period it is compared with. */
export type Tone = 'ink' | 'muted' | 'before' | 'good' | 'attention' | 'bad' | 'steel'

export interface Heading {
  kind: 'heading'
  /** 1 is a part of the paper, such as an area; 3 stands above one chart or table. Levels 1 and 2 are in the outline. */
  level: 1 | 2 | 3
  text: string
  /** Smaller words behind it: unit, step. */
  note?: string
  /** Begins a page. */
  onNewPage?: boolean
}

/**
 * Means, one for each time, with the extremes around it where they are given; null where nothing was measured. A line is
 * broken at `gaps` alone, as on the screen: steps that are empty because a device sends less often are passed over.
 */
export interface PaperChart {
  /** Unit in which the values are kept, and formats of whoever reads them; without them they are shown as they are. */
  unit?: string
  formats?: Formats
  kind: 'chart'
  /** Starts of the steps (epoch ms), ascending. */
  time: readonly number[]
  /** Ends of the time axis, epoch ms. */
  from: number
  until: number
  zone: string
  mean: readonly (number | null)[]
  min?: readonly (number | null)[]
  max?: readonly (number | null)[]
  /** Times without readings (epoch ms), hatched: `gapsOf` of shared/rules/ingest/frame.ts. */
  gaps: readonly (readonly [number, number])[]
  /** Comfort through the time, for it may follow the age of the animals; nothing where there is none. */
  comfort: readonly { from: number; until: number; low: number | null; high: number | null }[]
  /** Limit with its word: `limit 20`. */
  limit: { value: number; label: string } | null
  fromZero: boolean
  ceiling: number | null
  /** Sentence for who does not see the drawing; stands below it in small print. */
  caption: string
}

export interface PaperTable {
  kind: 'table'
  columns: readonly {
    title: string
    align?: 'left' | 'right' /** Share of what is left by narrow columns. */
    wide?: boolean
  }[]
  rows: readonly (readonly Cell[])[]
}
/** `share` (0 to 1) is drawn as a bar before the text, `below` stands under both in small print. */
export type Cell = string | (Run & { share?: number | null; below?: string })

export type Block =
  | Heading
  | PaperChart
  | PaperTable
  | { kind: 'text'; text: string | readonly Run[]; size?: 'lead' | 'small'; tone?: Tone }
  /** Text that is typed into another program: each line begins as far in as it does there. */
  | { kind: 'code'; text: string }
  /** Items are texts, or blocks of their own: never headings. */
  | { kind: 'list'; items: readonly (string | readonly Block[])[]; ordered?: boolean; start?: number }
  | { kind: 'quote'; blocks: readonly Block[] }
  /** Events with their mark and time. */
  | { kind: 'events'; events: readonly { mark: EventMark; time: string; text: string }[] }
  /** Name of an area with its grade in a barn, as on the screen. `tone` is the colour of the grade. */
  | {
      kind: 'grade'
      title: string
      below: string
      grade: string | null
      tone: Tone
      beside: readonly Run[]
      onNewPage?: boolean
    }
  /** Pictures (JPEG in base64) beside each other, with what they show. */
  | { kind: 'pictures'; pictures: readonly { jpeg: string; caption: string }[] }
  /** Blocks that stay on one page. */
  | { kind: 'together'; blocks: readonly Block[] }
export type EventMark = 'alert' | 'gap' | 'visit' | 'calibration' | 'doubtful' | 'other'

export interface Paper {
  title: string
  language: Language
  /** Line below the title at the top of the first page, and of each other: period and zone. */
  subtitle: string
  /** Words of the footer, left of the page number. */
  footer: string
  blocks: readonly Block[]
}

export interface PrintedPaper {
  pdf: Buffer
  pages: number
}

/** ms without a paper, after which the thread and its memory are given back. */
const IDLE = MINUTE_MS
/** Limits of the thread: a paper that needs more fails alone, and the server goes on. Within them 95 pages were printed. */
const MAX_MEMORY = { maxOldGenerationSizeMb: 112, maxYoungGenerationSizeMb: 4 }
/** Pages after which the thread is ended: what a large paper leaves behind would be added to what the next one needs. */
const LARGE = 20

/** ms that a paper may take, so that one that never ends holds up no other for good: 95 pages take less than one of them. */
const LONGEST = 5 * MINUTE_MS

interface Printer {
  pool: Piscina
  /** Ends the thread, with what waits for it. Resolves once its memory is given back. */
  end: () => Promise<void>
  /** Why the thread ended by itself. */
  failure?: unknown
}

let printer: Printer | undefined
/** Settles once the last paper that was asked for is done and the memory of a large one is given back. It keeps no paper. */
let before: Promise<void> = Promise.resolve()

/** Prints a paper. `signal` ends the printing, or the waiting for it, at once. */
export const printPaper = (paper: Paper, signal?: AbortSignal, longest = LONGEST): Promise<PrintedPaper> => {
  const printed = before.then(() => {
    signal?.throwIfAborted()
    return printNext(paper, signal, longest)
  })
  const nothing = () => undefined
  before = printed.then(nothing, nothing)
  return signal ? Promise.race([printed, untilAborted(signal)]) : printed
}

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })

const printNext = async (paper: Paper, signal: AbortSignal | undefined, longest: number): Promise<PrintedPaper> => {
  printer ??= startPrinter()
  const { pool, end } = printer
  const using = printer
  const asked = ask(pool, paper)
  const limit = AbortSignal.timeout(longest)
  const stops = signal ? [signal, limit] : [limit]
  // The pool itself would not wait for the end of a thread that it stops.
  for (const stop of stops) stop.addEventListener('abort', end)
  let isKept = false
  try {
    const { pdf, pages } = await asked
    isKept = pages <= LARGE
    return { pdf: Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength), pages }
  } catch (error) {
    signal?.throwIfAborted()
    if (limit.aborted) throw new Error(`a paper was not printed within ${longest} ms`, { cause: error })
    throw using.failure ?? error
  } finally {
    for (const stop of stops) stop.removeEventListener('abort', end)
    if (!isKept) await end()
  }
}

/** Hands a paper to the thread. Throws where the system gives no thread. */
const ask = (pool: Piscina, paper: Paper): Promise<{ pdf: Uint8Array; pages: number }> => {
  try {
    return pool.run(paper)
  } catch (error) {
    // The pool is left as it is: it holds the paper, and to end it would reject that where nobody listens.
    printer = undefined
    throw error
  }
}

const startPrinter = (): Printer => {
  const pool = new Piscina({
    filename: fileURLToPath(new URL('./print.ts', import.meta.url)),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE,
    resourceLimits: MAX_MEMORY,
  })
  let ended: Promise<void> | undefined
  const started: Printer = {
    pool,
    end: () => {
      if (printer === started) printer = undefined
      ended ??= pool.destroy()
      return ended
    },
  }
  // A thread that ends before it is ready leaves its paper waiting, and an error that nobody listens to would end the server.
  pool.on('error', error => {
    started.failure ??= error
    return started.end()
  })
  // A thread that exits without an error before it is ready is only taken away: nobody would print what waits, and nothing is told.
  pool.on('workerDestroy', () =>
    queueMicrotask(() => {
      if (ended || pool.queueSize === 0 || pool.threads.length > 0) return
      started.failure ??= new Error('the thread ended before it could print')
      void started.end()
    }),
  )
  return started
}
