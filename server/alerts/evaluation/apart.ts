import { LeaseLost } from '../../kit/leases/leases.ts'

/** Work that took longer than it may. It may still end; nobody waits for it. */
export class TooSlow extends Error {
  override name = 'TooSlow'
}

/** Work that was not begun, since others had used up the time: nothing is known of how long it takes. */
export class NoTurn extends TooSlow {
  override name = 'NoTurn'
}

/** The stores themselves do not answer: that is nobody's fault, and nothing else will come of this minute. */
export class StoresAway extends Error {
  override name = 'StoresAway'
}

/** Resolves with the work, or rejects with TooSlow after `ms`; the signal is aborted then. */
export const within = async <Result>(ms: number, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> => {
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => {
        const error = new TooSlow(`took longer than ${Math.round(ms)} ms`)
        reject(error)
        ending.abort(error)
      },
      Math.max(0, ms),
    )
  })
  const running = work(ending.signal)
  running.catch(() => undefined)
  try {
    return await Promise.race([running, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Works on all items together; where that fails, on each half, until what fails stands alone and is handed to `failed`. The
 * others are done as if it were not there. Work that is done twice changes nothing the second time.
 */
export const eachApart = async <Item>(
  items: readonly Item[],
  work: (some: readonly Item[]) => Promise<void>,
  failed: (item: Item, error: unknown) => Promise<void> | void,
): Promise<void> => {
  if (items.length === 0) return
  try {
    await work(items)
  } catch (error) {
    if (error instanceof StoresAway || error instanceof LeaseLost) throw error
    const [first] = items
    if (items.length === 1 && first !== undefined) return failed(first, error)
    const middle = Math.ceil(items.length / 2)
    await eachApart(items.slice(0, middle), work, failed)
    await eachApart(items.slice(middle), work, failed)
  }
}
