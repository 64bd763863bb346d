import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { createFewAtOnce } from '../../../kit/limits/few-at-once.ts'
import type { Log } from '../../../kit/services.ts'
import type { CodecResult, CodecTask, Uplink } from './run-codec.ts'

/** Processor time in ms that a codec may take for an uplink; those of makers take one or two. */
const MAX_MS = 100
/** ms after which the thread itself is ended, whatever it does; the next codec starts another. A busy machine takes its time for 100 ms of work. */
const STUCK_MS = 2000
/** ms of a minute that the codecs of an account may run for in this process. */
const BUDGET_MS = 5000
/** Share of these that a codec takes whose thread had to be ended: others waited for that, and for the next thread. */
const STUCK_COSTS = 0.5
/** Uplinks of an account that wait. */
const MAX_WAITING = 100
/** ms without a codec, after which the memory is given back. */
const IDLE_MS = 15 * MINUTE_MS
/** Megabytes of the thread's own memory; what codecs take lies outside of it (run-codec.ts). */
const MAX_MEMORY = { maxOldGenerationSizeMb: 64 }

/** Account whose share of the thread a codec takes, by name: those that try codecs have one beside that of their devices. */
export type Share = `${'owner' | 'trial' | 'device'}:${number}`

export interface CodecSandbox {
  /**
   * Runs a codec on an uplink, for a share. Answers `busy` where too many of this share wait or its codecs ran for too long within
   * the minute, so that nobody else's codec waits for them.
   */
  run(share: Share, script: string, uplink: Uplink): Promise<CodecResult>
  end(): Promise<void>
}

interface Account {
  waiting: number
  /** Start of the minute that `spent` is of: its first codec after the one before (ms of this process). */
  since: number
  /** ms that its codecs ran for. */
  spent: number
}

const BUSY: CodecResult = { fault: 'busy', text: '' }

/** Runs codecs in a thread of their own, one at a time; accounts take turns. */
export const createCodecSandbox = (
  log: Log,
  { maxMs = MAX_MS, stuckMs = STUCK_MS, budgetMs = BUDGET_MS } = {},
): CodecSandbox => {
  const accounts = new Map<Share, Account>()
  const inTurnOfAccount = createFewAtOnce<Share>(1)
  const inTurnOfAll = createFewAtOnce<'thread'>(1)
  let pool: Piscina | undefined

  /** The thread, started and with its engine loaded: that takes longer than most codecs, and is nobody's. */
  const readyThread = async (): Promise<Piscina> => {
    if (!pool) {
      pool = new Piscina({
        filename: fileURLToPath(new URL('./run-codec.ts', import.meta.url)),
        minThreads: 0,
        maxThreads: 1,
        idleTimeout: IDLE_MS,
        resourceLimits: MAX_MEMORY,
        // The task that a thread was at says how it ended; an error that nobody listens to would end the server.
      }).on('error', error => log.warn({ err: error }, 'the thread of codecs ended'))
    }
    if (pool.threads.length === 0) await pool.run({ script: '', bytes: [], fPort: 1, time: null, maxMs })
    return pool
  }

  const accountOf = (share: Share): Account => {
    const now = performance.now()
    const account = accounts.get(share) ?? { waiting: 0, since: now, spent: 0 }
    if (now - account.since > MINUTE_MS) Object.assign(account, { since: now, spent: 0 })
    accounts.set(share, account)
    return account
  }

  /** Forgets accounts of which nothing waits and nothing was spent in this minute. */
  const forgetIdle = (): void => {
    const before = performance.now() - MINUTE_MS
    for (const [share, one] of accounts) if (one.waiting === 0 && one.since < before) accounts.delete(share)
  }

  const runNow = async (share: Share, task: CodecTask): Promise<CodecResult> => {
    if (accountOf(share).spent >= budgetMs) return BUSY
    const thread = await readyThread()
    const began = performance.now()
    try {
      const result = await thread.run(task, { signal: AbortSignal.timeout(stuckMs) })
      accountOf(share).spent += performance.now() - began
      return result
    } catch (error) {
      log.warn({ err: error, share }, 'a codec ended with its thread')
      accountOf(share).spent += budgetMs * STUCK_COSTS
      return { fault: 'too_slow', text: '' }
    }
  }

  return {
    run: async (share, script, uplink) => {
      const account = accountOf(share)
      if (account.waiting >= MAX_WAITING) return BUSY
      account.waiting++
      try {
        return await inTurnOfAccount(share, () =>
          inTurnOfAll('thread', () => runNow(share, { ...uplink, script, maxMs })),
        )
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
