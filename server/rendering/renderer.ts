import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { RenderedScreen } from '#shared/contract/rendering.ts'
import type { Log } from '../kit/services.ts'

/** Screen to render; the same as `RenderRequest` of the pages. */
export interface RenderRequest extends Pick<RenderedScreen, 'language' | 'width' | 'now' | 'user' | 'answers'> {
  path: string
}

export type Rendered = Pick<RenderedScreen, 'html' | 'next'>

export interface Renderer {
  /** Renders a screen. Null where the pages are not built, and when loading them or rendering fails or takes too long. */
  render(request: RenderRequest): Promise<Rendered | null>
  /** Loads the pages, so that the first visitor does not come before them. */
  warm(): void
  end(): Promise<void>
}

const PAGES = new URL('../../dist/server/server.js', import.meta.url)
const WORKER = new URL('render-worker.ts', import.meta.url)
/** ms. A browser hardly waits longer (web/boot/boot.ts). */
const PATIENCE = 1000
/** ms. A thread that has not answered for so long is started anew. */
const STUCK = 10_000
/** ms without a visitor, after which the memory is given back. */
const IDLE = 15 * 60_000

interface Message {
  failure?: string
  id?: number
  rendered?: Rendered | null
}

/**
 * Renders in a thread of its own: measurements that arrive meanwhile do not wait. `pages` is the module that can render;
 * `patience` and `stuckAfter` are ms.
 */
export const createRenderer = (
  log: Log,
  pages = PAGES,
  { patience = PATIENCE, stuckAfter = STUCK }: { patience?: number; stuckAfter?: number } = {},
): Renderer => {
  let worker: Worker | undefined
  let builtAt: number | undefined
  let next = 0
  let idle: NodeJS.Timeout | undefined
  const waiting = new Map<number, (rendered: Rendered | null) => void>()

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
  const hear = ({ failure, id, rendered }: Message) => {
    if (failure) log.warn({ failure }, 'a screen was not rendered')
    if (id === undefined) return
    waiting.get(id)?.(rendered ?? null)
    waiting.delete(id)
  }
  const start = (): Worker => {
    const started = new Worker(WORKER, { workerData: pages.href })
    started.on('message', hear)
    started.on('error', error => log.warn({ err: error }, 'screens are not rendered'))
    started.on('exit', () => started === worker && forget())
    started.unref()
    return started
  }
  const warm = () => {
    const built = statSync(fileURLToPath(pages), { throwIfNoEntry: false })?.mtimeMs
    // Pages of another build know other names of styles: their HTML would stand there unstyled.
    if (worker && built !== builtAt) void end()
    if (!worker && built !== undefined) {
      worker = start()
      builtAt = built
    }
    clearTimeout(idle)
    idle = setTimeout(() => void end(), IDLE).unref()
  }

  const render = async (request: RenderRequest): Promise<Rendered | null> => {
    warm()
    if (!worker) return null
    const id = next++
    const answered = new Promise<Rendered | null>(resolve => waiting.set(id, resolve))
    const late = setTimeout(() => waiting.get(id)?.(null), patience)
    setTimeout(() => waiting.has(id) && void end(), stuckAfter).unref()
    worker.postMessage({ id, request })
    const rendered = await answered
    clearTimeout(late)
    return rendered
  }
  return { render, warm, end }
}
