import type { Log } from '../kit/services.ts'
import type { MeasurementRow } from '../series/measurement-rows.ts'
import { monthOf } from '../series/months.ts'
import { isStoreAway, NotStored } from './not-stored.ts'
import { createLane, type Waiting } from './store-lane.ts'

/** Rows of one insert; a larger batch gains nothing. */
const MAX_AT_ONCE = 100_000
/** Rows of one insert of a long message: to write out more of them at once would keep others waiting. */
const MAX_ALONE = 30_000
/** Partitions of one insert: the store writes and syncs each of them, and refuses more than a hundred. */
const MAX_MONTHS = 24
/** Time (ms) that is enough for senders that are answered together to send again. */
const GATHER_MS = 4
/** Inserts under way: the second is prepared while the first reaches the disk. */
const MAX_INSERTS = 2
/** A message of more is stored by itself, so that messages of the present never wait for a back-fill. */
const MAX_ROWS_TOGETHER = 20_000
const MAX_MONTHS_TOGETHER = 2
/** Time messages of a device are stored by themselves, after one of them was refused while others were stored. */
const SUSPECT_MS = 10 * 60_000
const MAX_SUSPECTS = 10_000
/** A row of no device, always the same: the store keeps one of it. */
const PROBE: MeasurementRow = [0, 'probe', Date.UTC(2000, 0, 1), 0]

export interface Ingest {
  /** Resolves when the rows are durable; rejects with `busy` when they are not stored. Rows are those of one device. */
  store(rows: MeasurementRow[]): Promise<void>
  /** Resolves when everything that waits is stored or refused. */
  drain(): Promise<void>
}

/**
 * Group commit: messages that arrive while an insert is under way go into the next one together, since a small insert
 * costs as much as a large one. Nothing is acknowledged before its insert has come back.
 *
 * No message stands in the way of another: long ones and those of many months have a lane of their own, and an insert that
 * fails is parted until only the message that cannot be stored is left.
 */
export const createIngest = ({
  insert,
  log,
  gatherMs = GATHER_MS,
}: {
  /** Stores rows at once: when it returns they are on the disk. */
  insert: (rows: MeasurementRow[]) => Promise<unknown>
  log: Log
  /** Time (ms) that few rows wait for company before they are stored together. */
  gatherMs?: number
}): Ingest => {
  /** Devices with a message that was refused, and until when (epoch ms) they are stored by themselves. */
  const suspects = new Map<number, number>()

  const suspect = (deviceId: number): void => {
    if (suspects.size >= MAX_SUSPECTS) suspects.clear()
    suspects.set(deviceId, Date.now() + SUSPECT_MS)
  }

  /** Tells whether the store takes what is surely good: then a failure is about what was to be stored. */
  const takesAny = async (): Promise<boolean> => {
    try {
      await insert([PROBE])
      return true
    } catch {
      return false
    }
  }

  const because = async (error: unknown): Promise<NotStored['because']> =>
    !isStoreAway(error) && (await takesAny()) ? 'message' : 'store'

  const refuse = (refused: readonly Waiting[], reason: NotStored['because'], cause: unknown): void => {
    const devices = [...new Set(refused.map(one => one.deviceId))].slice(0, 20)
    log.error({ err: cause, reason, devices }, 'measurements not stored; the senders were told so')
    for (const one of refused) {
      if (reason === 'message') suspect(one.deviceId)
      one.failed(new NotStored(reason, cause))
    }
  }

  /** Stores messages together; what fails is parted until the messages that cannot be stored are left. */
  const writeTogether = async (batch: Waiting[]): Promise<void> => {
    try {
      const [first, ...others] = batch
      await insert(others.length > 0 ? batch.flatMap(one => one.rows) : (first?.rows ?? []))
    } catch (error) {
      const reason = await because(error)
      if (reason === 'store' || batch.length === 1) return refuse(batch, reason, error)
      const half = Math.ceil(batch.length / 2)
      await writeTogether(batch.slice(0, half))
      return writeTogether(batch.slice(half))
    }
    for (const one of batch) one.done()
  }

  /** Stores one message in as many inserts as it takes. Those that came back stay: sent again, it replaces them. */
  const writeAlone = async ([one]: Waiting[]): Promise<void> => {
    if (!one) return
    try {
      for (const rows of slicesOf(one)) await insert(rows)
    } catch (error) {
      return refuse([one], await because(error), error)
    }
    one.done()
  }

  const together = createLane({
    mostInserts: MAX_INSERTS,
    mostRows: MAX_AT_ONCE,
    mostMonths: MAX_MONTHS,
    mostOfADevice: 5 * MAX_ROWS_TOGETHER,
    gatherMs,
    write: writeTogether,
  })
  const alone = createLane({
    mostInserts: 1,
    mostRows: 1,
    mostMonths: 1,
    mostOfADevice: 300_000,
    gatherMs: GATHER_MS,
    write: writeAlone,
  })

  return {
    store: rows => {
      const deviceId = rows[0]?.[0] ?? 0
      const months = monthsOf(rows)
      const isLong = rows.length > MAX_ROWS_TOGETHER || months.size > MAX_MONTHS_TOGETHER
      const isSuspect = (suspects.get(deviceId) ?? 0) > Date.now()
      const lane = isLong || isSuspect ? alone : together
      return new Promise((done, failed) => lane.add({ rows, months, deviceId, done, failed }))
    },
    drain: async () => {
      await Promise.all([together.drain(), alone.drain()])
    },
  }
}

const monthsOf = (rows: readonly MeasurementRow[]): Set<number> => {
  const months = new Set<number>()
  let last = Number.NaN
  for (const [, , time] of rows) {
    const month = monthOf(time)
    if (month !== last) months.add(month)
    last = month
  }
  return months
}

/** The rows of a message in parts that one insert takes each, the oldest months first. */
const slicesOf = ({ rows, months }: Waiting): MeasurementRow[][] => {
  if (months.size <= MAX_MONTHS) return piecesOf(rows)
  const sorted = [...months].sort((a, b) => a - b)
  const sliceOfMonth = new Map(sorted.map((month, index) => [month, Math.floor(index / MAX_MONTHS)]))
  const parts = Map.groupBy(rows, ([, , time]) => sliceOfMonth.get(monthOf(time)) ?? 0)
  return [...parts.entries()].sort(([a], [b]) => a - b).flatMap(([, part]) => piecesOf(part))
}

const piecesOf = (rows: MeasurementRow[]): MeasurementRow[][] =>
  Array.from({ length: Math.ceil(rows.length / MAX_ALONE) }, (_, index) =>
    rows.slice(index * MAX_ALONE, (index + 1) * MAX_ALONE),
  )
