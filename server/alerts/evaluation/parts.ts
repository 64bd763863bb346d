import { MINUTE_MS } from '#shared/rules/time/units.ts'
import type { Database } from '../../kit/database/database.ts'
import { type IdsInRange, LAST_ID } from '../../kit/database/some-ids.ts'
import { holdOnBy, LeaseLost } from '../../kit/leases/leases.ts'
import { PROCESS_NAME } from '../../kit/process-name.ts'
import type { Services } from '../../kit/services.ts'
import {
  devicesIn,
  keepParts,
  leftParts,
  noteProcess,
  PARTS,
  partOf,
  removeProcess,
  stillHeld,
  type TakenParts,
  takeOverParts,
  takeParts,
} from './part-store.ts'

export { forgetProcesses, isAnyHeld, partsByProcess, type TakenParts } from './part-store.ts'

const ALL = Array.from({ length: PARTS }, (_, part) => part)
/** Parts that so many processes began in a minute and did not finish would end the next one, too. */
const MAX_TRIES = 3
/** Time (ms) into a minute at which it should be evaluated, but for what takes all the time there is. */
export const ALL_DONE_MS = 45_000
/** Time (ms) that a process has at the beginning of a minute to take its own parts. */
const TAKES_OWN_MS = 8000
/** Time (ms) after which an evaluation hangs: it leaves out what it cannot do within a minute. */
const HANGS_MS = 2 * MINUTE_MS

/** Name under which a process takes parts; null in a set-up of one, where all are its own. */
export const processOf = ({ environment }: Pick<Services, 'environment'>): string | null =>
  environment.DATABASE_URL === undefined ? null : PROCESS_NAME

const iso = (time: number): string => new Date(time).toISOString()
const minuteAt = (time: number): number => Math.floor(time / MINUTE_MS) * MINUTE_MS

/** Takes this process's own parts for the minute that has begun; nothing when another has them. */
export const takeOwnParts = async ({ db, now }: Pick<Services, 'db' | 'now'>, process: string | null) => {
  const minute = minuteAt(now())
  const parts = process === null ? ALL : await ownParts(db, process)
  return takeParts(db, { process, parts, minute: iso(minute), since: iso(minute - MINUTE_MS) })
}

/** Says that a process evaluates parts: also while it is at its own, which may take more than their minute. */
export const sayThere = async ({ db }: Pick<Services, 'db'>, process: string): Promise<void> => {
  await noteProcess(db, process)
}

/** Processes that are there count off. */
const ownParts = async (db: Database, process: string): Promise<number[]> => {
  const there = await noteProcess(db, process)
  const place = there.indexOf(process)
  return ALL.filter(part => part % there.length === place)
}

/**
 * Takes the parts whose process is gone with the minute it had begun, those that a process gave back unfinished (it may be the only
 * one that cannot reach a store), and those that their process should have taken some seconds ago. Each group is taken at its turn,
 * when those before it are done: what waits here another process may evaluate. Parts that no process finished are left alone until
 * the next minute. `isAble` tells whether this process can evaluate anything: one that cannot would use up the tries.
 */
export async function* takeLeftParts(
  { db, now, log }: Pick<Services, 'db' | 'now' | 'log'>,
  process: string,
  isAble: () => Promise<boolean>,
): AsyncGenerator<TakenParts> {
  const minute = minuteAt(now())
  const since = iso(minute - MINUTE_MS)
  const mostTries = now() - minute < ALL_DONE_MS ? MAX_TRIES : 0
  const left = { process, since, until: iso(minute), mostTries }
  const groups = await leftParts(db, left)
  if (groups.length > 0 && !(await isAble())) return
  for (const group of groups) {
    const taken = await takeOverParts(db, left, group)
    if (taken && !isWorthATry(taken))
      log.error({ parts: taken.ids }, 'parts of the alert minute that no process finished wait for the next one')
    if (taken) yield taken
  }
  if (now() - minute >= TAKES_OWN_MS) yield* await takeParts(db, { process, parts: ALL, minute: iso(minute), since })
}

/** Devices that are looked at together: all that is read of them is in memory. */
export const MOST_DEVICES = 10_000

/** Devices of the whole installation among which some `most` are of these parts. */
export const groupSizeOf = ({ ids }: Pick<HeldParts, 'ids'>, most = MOST_DEVICES): number =>
  Math.round((most * PARTS) / Math.max(1, ids.length))

/**
 * Groups of the devices of held parts that are evaluated one after the other, since an installation has so many; another one first each
 * minute, as the last may find no time left. `starts` are ids in their order, of which a group begins with each: readings lie in the
 * order of the ids, so a group is read from one place, and not a little of it from each.
 */
export const inGroups = (held: HeldParts, starts: readonly number[], minute: number): HeldParts[] => {
  const groups = (starts.length > 0 ? starts : [0]).map((start, index): HeldParts => {
    // Devices that came meanwhile are of one as well.
    const range = { first: index === 0 ? 0 : start, last: (starts[index + 1] ?? LAST_ID + 1) - 1 }
    const isIn = (deviceId: number) => deviceId >= range.first && deviceId <= range.last
    return { ...held, devices: devicesIn(held.ids, range), has: deviceId => isIn(deviceId) && held.has(deviceId) }
  })
  const first = groups.length === 0 ? 0 : minute % groups.length
  return [...groups.slice(first), ...groups.slice(0, first)]
}

export const isWorthATry = ({ tries }: TakenParts): boolean => tries <= MAX_TRIES

export const leaveEvaluation = async (services: Pick<Services, 'db' | 'environment'>): Promise<void> => {
  const process = processOf(services)
  if (process !== null) await removeProcess(services.db, process)
}

/** Parts that this process evaluates now. */
export interface HeldParts {
  ids: readonly number[]
  /** Devices of them that are evaluated together. */
  devices: IdsInRange
  /** Tells whether a device is among these. */
  has(deviceId: number): boolean
  /** Aborts once another process has taken one over. */
  signal: AbortSignal
  /**
   * Throws LeaseLost where another process has the part of one of these devices, or any of the parts; until the transaction ends
   * none takes it.
   */
  guard(trx: Database, deviceIds?: readonly number[]): Promise<void>
  end(): void
}

export const holdParts = (services: Pick<Services, 'db' | 'log'>, taken: TakenParts): HeldParts => {
  const mine = new Set(taken.ids)
  const parts = { ids: taken.ids, devices: devicesIn(taken.ids), has: (deviceId: number) => mine.has(partOf(deviceId)) }
  // No other process is there that could take them.
  if (taken.process === null)
    return { ...parts, signal: new AbortController().signal, guard: async () => {}, end: () => {} }
  const { signal, end } = holdOnBy(services, 'alert parts', () => keepParts(services.db, taken), HANGS_MS)
  return {
    ...parts,
    signal,
    end,
    guard: async (trx, deviceIds) => {
      const asked = deviceIds ? new Set(deviceIds.map(partOf)) : mine
      const held = await stillHeld(trx, taken, [...asked])
      if (held.length < asked.size) throw new LeaseLost('another process evaluates these parts')
    },
  }
}
