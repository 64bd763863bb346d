import { statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import type { Rendered, RenderRequest, ScreenRead } from '#shared/contract/rendering.ts'
import type { Log } from '../kit/services.ts'

export interface Renderer {
  /** Reads of the screen of a path. Null as for `render`. */
  readsOf(path: string): Promise<ScreenRead[] | null>
  /** Renders a screen. Null where the pages are not built, and when loading them or rendering fails or takes too long. */
  render(request: RenderRequest): Promise<Rendered | null>
  /** Loads the pages, so that the first visitor does not come before them. */
  warm(): void
  end(): Promise<void>
}

const PAGES = new URL('../../dist/server/server.js', import.meta.url)
/** ms. A browser hardly waits longer (web/boot/boot.ts). */
const PATIENCE = 1000
/** ms. A thread that has not answered for so long is ended; the next screen starts another. */
const STUCK = 10_000
/** Screens that wait for the thread at most; whoever comes after them gets the page without its screen at once. */
const MAX_WAITING = 20
/** ms without a visitor, after which the memory is given back. */
const IDLE = 15 * 60_000

/**
 * Renders in a thread of its own: measurements that arrive meanwhile do not wait. `pages` is the module that can render
 * (web/boot/server.tsx); `patience` and `stuckAfter` are ms.
 */
export const createRenderer = (
  log: Log,
  pages = PAGES,
  { patience = PATIENCE, stuckAfter = STUCK }: { patience?: number; stuckAfter?: number } = {},
): Renderer => {
  const filename = fileURLToPath(pages)
  let pool: Piscina | undefined
  let builtAt: number | undefined

  const end = async () => {
    const ended = pool
    pool = undefined
    await ended?.destroy()
  }
  const renderingThread = (): Piscina | undefined => {
    const built = statSync(filename, { throwIfNoEntry: false })?.mtimeMs
    // Pages of another build know other names of styles: their HTML would stand there unstyled.
    if (built !== builtAt) void end()
    builtAt = built
    if (built !== undefined) pool ??= new Piscina({ filename, minThreads: 0, maxThreads: 1, idleTimeout: IDLE })
    return pool
  }
  const run = async <Answer>(name: string, task?: unknown): Promise<Answer | null> => {
    const pages = renderingThread()
    // The pool's own limit counts no task that can be ended, as these can.
    if (pages && pages.queueSize >= MAX_WAITING) return null
    const answer = pages?.run(task, { name, signal: AbortSignal.timeout(stuckAfter) })
    return (
      answer?.catch((failure: unknown) => {
        log.warn({ failure: String(failure) }, 'a screen was not rendered')
        return null
      }) ?? null
    )
  }

  const soon = <Answer>(answer: Promise<Answer | null>) => Promise.race([answer, wait(patience, null, { ref: false })])

  return {
    readsOf: path => soon(run<ScreenRead[]>('readsOf', path)),
    render: async request => {
      const rendered = await soon(run<Rendered>('renderScreen', request))
      if (rendered?.failure) log.warn({ failure: rendered.failure }, 'a part of a screen was not rendered')
      return rendered
    },
    warm: () => void run('readsOf', '/'),
    end,
  }
}
