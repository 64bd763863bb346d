import { Failure } from '../kit/failure.ts'
import { inSpan } from '../kit/telemetry/tracing.ts'
import type { MeasurementRow } from '../series/measurement-rows.ts'

/** Upper bound of rows waiting in a lane: beyond it the next message is told to come again later. */
const MAX_WAITING = 1_000_000
/** Rows worth an insert at once. Fewer wait for company: senders answered together send again together. */
const ENOUGH = 5000
const RETRY_AFTER_S = 2

/** Message that waits, with the months its readings are of. */
export interface Waiting {
  rows: MeasurementRow[]
  months: ReadonlySet<number>
  deviceId: number
  done: () => void
  failed: (error: unknown) => void
}

interface LaneRules {
  /** Writes under way at once. */
  mostInserts: number
  /** A batch is closed once it has so many rows, and before it has more months. It holds one message at least. */
  mostRows: number
  mostMonths: number
  /** A device with more rows than this waiting is told to come again later, however much room there is for others. */
  mostOfADevice: number
  /** Time (ms) that few rows wait for company. */
  gatherMs: number
  /** Stores a batch and tells each of its messages what became of it. Never rejects. */
  write: (batch: Waiting[]) => Promise<void>
}

/** A queue of messages in which devices take turns, and whatever is at hand is written together. */
export const createLane = ({ mostInserts, mostRows, mostMonths, mostOfADevice, gatherMs, write }: LaneRules) => {
  const queues = new Map<number, { messages: Waiting[]; rows: number }>()
  let waitingRows = 0
  const idle: (() => void)[] = []
  const underWay = new Set<Promise<void>>()
  let gathers = false

  const next = (): void => {
    if (queues.size > 0 && waitingRows >= Math.min(ENOUGH, mostRows) && underWay.size < mostInserts) begin()
    else if (queues.size > 0 && underWay.size === 0) gather()
    else if (underWay.size === 0) for (const done of idle.splice(0)) done()
  }

  const gather = (): void => {
    if (gathers) return
    gathers = true
    setTimeout(() => {
      gathers = false
      if (queues.size > 0 && underWay.size === 0) begin()
    }, gatherMs)
  }

  const begin = (): void => {
    const batch = take()
    const attributes = { 'barnometer.messages': batch.length }
    // Messages of several callers: what it takes is shown as none's.
    const insert = inSpan({ name: 'store messages', isOwnTrace: true, attributes }, () => write(batch)).finally(() => {
      underWay.delete(insert)
      next()
    })
    underWay.add(insert)
  }

  /** The batch that comes next, one message of each device after the other. */
  const take = (): Waiting[] => {
    const batch: Waiting[] = []
    const months = new Set<number>()
    let rows = 0
    for (const [deviceId, queue] of queues) {
      const [message] = queue.messages
      if (!message) continue
      const more = [...message.months].filter(month => !months.has(month))
      if (batch.length > 0 && (rows >= mostRows || months.size + more.length > mostMonths)) break
      queue.messages.shift()
      queue.rows -= message.rows.length
      waitingRows -= message.rows.length
      // Set anew, a device stands behind all the others: its next message is met again in this very loop.
      queues.delete(deviceId)
      if (queue.messages.length > 0) queues.set(deviceId, queue)
      for (const month of more) months.add(month)
      rows += message.rows.length
      batch.push(message)
    }
    return batch
  }

  return {
    add: (message: Waiting): void => {
      const queue = queues.get(message.deviceId) ?? { messages: [], rows: 0 }
      if (waitingRows + message.rows.length > MAX_WAITING || queue.rows > mostOfADevice) {
        message.failed(new Failure('busy', { retryAfter: RETRY_AFTER_S }))
        return
      }
      queue.messages.push(message)
      queue.rows += message.rows.length
      waitingRows += message.rows.length
      queues.set(message.deviceId, queue)
      next()
    },
    /** Resolves when nothing waits or is under way. */
    drain: (): Promise<void> =>
      queues.size === 0 && underWay.size === 0 ? Promise.resolve() : new Promise(done => void idle.push(done)),
  }
}
