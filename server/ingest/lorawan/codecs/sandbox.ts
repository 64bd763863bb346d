import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { Failure } from '../../../kit/failure.ts'
import { createFewAtOnce } from '../../../kit/limits/few-at-once.ts'
import type { Log } from '../../../kit/services.ts'
import type { CodecResult, CodecTask, Uplink } from './run-codec.ts'

/** Processor time in ms that a codec may take for an uplink; those of makers take one or two. */
const MOST_MS = 100
/** ms after which the thread itself is ended, whatever it does; the next codec starts another. */
const STUCK_MS = 5000
/** ms of a minute that the codecs of an account may run for in this process. */
const BUDGET_MS = 5000
/** Uplinks of an account that wait. */
const MAX_WAITING = 100
/** ms without a codec, after which the memory is given back. */
const IDLE_MS = 15 * MINUTE_MS
/** Megabytes of the thread's own memory; what codecs take lies outside of it (run-codec.ts). */
const MAX_MEMORY = { maxOldGenerationSizeMb: 64 }

export interface CodecSandbox {
  /**
   * Runs a codec of an account on an uplink. Throws `busy` where too many of this account wait or its codecs ran for too long
   * within the minute, so that nobody else's codec waits for them.
   */
  run(account: number, script: string, uplink: Uplink): Promise<CodecResult>
  end(): Promise<void>
}

interface Account {
  waiting: number
  /** Minute (since 1970) that `spent` is of. */
  minute: number
  /** ms that its codecs ran for. */
  spent: number
}

/** Runs codecs in a thread of their own, one at a time; accounts take turns. */
export const createCodecSandbox = (
  log: Log,
  { mostMs = MOST_MS, stuckMs = STUCK_MS, budgetMs = BUDGET_MS } = {},
): CodecSandbox => {
  const accounts = new Map<number, Account>()
  const inTurnOfAccount = createFewAtOnce<number>(1)
  const inTurnOfAll = createFewAtOnce<'thread'>(1)
  let pool: Piscina | undefined

  const thread = (): Piscina => {
    pool ??= new Piscina({
      filename: fileURLToPath(new URL('./run-codec.ts', import.meta.url)),
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      resourceLimits: MAX_MEMORY,
      // A thread that ends is said by the task it was at; without a listener an error of another would end the server.
    }).on('error', error => log.warn({ err: error }, 'the thread of codecs ended'))
    return pool
  }

  const accountOf = (id: number): Account => {
    const minute = Math.floor(performance.now() / MINUTE_MS)
    const account = accounts.get(id) ?? { waiting: 0, minute, spent: 0 }
    if (account.minute !== minute) Object.assign(account, { minute, spent: 0 })
    accounts.set(id, account)
    return account
  }

  /** Forgets accounts of which nothing waits and nothing was spent in this minute. */
  const forgetIdle = (): void => {
    const minute = Math.floor(performance.now() / MINUTE_MS)
    for (const [id, one] of accounts) if (one.waiting === 0 && one.minute !== minute) accounts.delete(id)
  }

  const runNow = async (id: number, task: CodecTask): Promise<CodecResult> => {
    if (accountOf(id).spent >= budgetMs) throw new Failure('busy')
    const began = performance.now()
    try {
      return await thread().run(task, { signal: AbortSignal.timeout(stuckMs) })
    } catch (error) {
      log.warn({ err: error, account: id }, 'a codec ended with its thread')
      return { fault: 'too_slow', text: '' }
    } finally {
      accountOf(id).spent += performance.now() - began
    }
  }

  return {
    run: async (id, script, uplink) => {
      const account = accountOf(id)
      if (account.waiting >= MAX_WAITING) throw new Failure('busy')
      account.waiting++
      try {
        return await inTurnOfAccount(id, () => inTurnOfAll('thread', () => runNow(id, { ...uplink, script, mostMs })))
      } finally {
        account.waiting--
        if (accounts.size > 1000) forgetIdle()
      }
    },
    end: async () => {
      const ended = pool
      pool = undefined
      await ended?.destroy()
    },
  }
}
