import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { User } from '#shared/contract/accounts/users.ts'
import type { Language } from '#shared/contract/fixed.ts'
import type { Log } from '../kit/services.ts'

/** An answer as it was sent. */
export interface SentAnswer {
  method: string
  path: string
  json: string
}

/** Screen to draw, with what it is drawn from; the same as `Sketch` of the pages. */
export interface Wanted {
  path: string
  language: Language
  /** px. */
  width: number
  user: User | null
  reads: readonly SentAnswer[]
}

export interface Painter {
  /** HTML of a screen. Null where the pages are not built, and when loading them or drawing fails or takes too long. */
  paint(wanted: Wanted): Promise<string | null>
  /** Loads the pages, so that the first visitor does not come before them. */
  warm(): void
  end(): Promise<void>
}

const PAGES = new URL('../../dist/sketch/main.js', import.meta.url)
const WORKER = new URL('painter-worker.ts', import.meta.url)
/** ms. A browser waits hardly longer for a sketch (web/early.ts). */
const PATIENCE = 1000
/** ms. Nothing is drawn for so long: all others would wait behind it. */
const STUCK = 10_000
/** ms without a visitor, after which the memory is given back. */
const IDLE = 15 * 60_000

interface Said {
  failure?: string
  id?: number
  html?: string | null
}

/**
 * Draws in a thread of its own: measurements that arrive meanwhile do not wait. `pages` is the module that can draw; `patience` and
 * `stuckAfter` are ms.
 */
export const createPainter = (
  log: Log,
  pages = PAGES,
  { patience = PATIENCE, stuckAfter = STUCK }: { patience?: number; stuckAfter?: number } = {},
): Painter => {
  let worker: Worker | undefined
  let builtAt: number | undefined
  let next = 0
  let idle: NodeJS.Timeout | undefined
  const waiting = new Map<number, (html: string | null) => void>()

  const forget = () => {
    worker = undefined
    for (const answer of waiting.values()) answer(null)
    waiting.clear()
  }
  const end = async () => {
    clearTimeout(idle)
    const ended = worker
    forget()
    await ended?.terminate()
  }
  const hear = ({ failure, id, html }: Said) => {
    if (failure) log.warn({ failure }, 'a sketch was not drawn')
    if (id === undefined) return
    waiting.get(id)?.(html ?? null)
    waiting.delete(id)
  }
  const start = (): Worker => {
    const started = new Worker(WORKER, { workerData: pages.href })
    started.on('message', hear)
    started.on('error', error => log.warn({ err: error }, 'sketches are not drawn'))
    started.on('exit', () => started === worker && forget())
    started.unref()
    return started
  }
  const warm = () => {
    const built = statSync(fileURLToPath(pages), { throwIfNoEntry: false })?.mtimeMs
    // Pages of another build know other names of styles: what they draw would stand there unstyled.
    if (worker && built !== builtAt) void end()
    if (!worker && built !== undefined) {
      worker = start()
      builtAt = built
    }
    clearTimeout(idle)
    idle = setTimeout(() => void end(), IDLE).unref()
  }

  const paint = async (wanted: Wanted): Promise<string | null> => {
    warm()
    if (!worker) return null
    const id = next++
    const drawn = new Promise<string | null>(resolve => waiting.set(id, resolve))
    const late = setTimeout(() => waiting.get(id)?.(null), patience)
    setTimeout(() => waiting.has(id) && void end(), stuckAfter).unref()
    worker.postMessage({ id, wanted })
    const html = await drawn
    clearTimeout(late)
    return html
  }
  return { paint, warm, end }
}
