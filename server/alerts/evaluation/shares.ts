import type { Watched, WatchedRule } from './targets.ts'

/** Share of one account in the work: its rules, and how many checks they are. */
export interface Share {
  userId: number
  rules: WatchedRule[]
  /** Rules × devices. */
  checks: number
}

/**
 * Checks that are looked at with one query. Each reads whole blocks of readings, in which devices of the next one lie, too: a few large
 * queries take half the time of many.
 */
const BATCH_SIZE = 15_000
/** Checks from which on an account stands alone: what takes long must not be among those of others. */
const LARGE = 5000
/** Tells whether an account stands alone for its size. */
export const isLarge = ({ checks }: Share): boolean => checks > LARGE
/** Least time (ms) in which several accounts are looked at once those together with them took too long. */
const LEAST_MS = 2000

/**
 * The rules of each account up to `most` checks, the oldest rules first, and those beyond: one account must not take the time
 * of all.
 */
export const sharesOf = ({ rules }: Pick<Watched, 'rules'>, most: number): { shares: Share[]; over: WatchedRule[] } => {
  const shares = new Map<number, Share>()
  const over: WatchedRule[] = []
  for (const one of rules) {
    const userId = one.rule.user_id
    const share = shares.get(userId) ?? { userId, rules: [], checks: 0 }
    shares.set(userId, share)
    if (share.checks + one.devices.size > most) over.push(one)
    else {
      share.rules.push(one)
      share.checks += one.devices.size
    }
  }
  return { shares: [...shares.values()], over }
}

/** Shares as they are left in the devices that one process looks at; an account that has none of them has no share. */
export const sharesAmong = (shares: readonly Share[], isMine: (deviceId: number) => boolean): Share[] =>
  shares.flatMap(({ userId, rules }) => {
    const mine = rules
      .map(one => ({ ...one, devices: new Map([...one.devices].filter(([id]) => isMine(id))) }))
      .filter(({ devices }) => devices.size > 0)
    const checks = mine.reduce((sum, { devices }) => sum + devices.size, 0)
    return checks === 0 ? [] : [{ userId, rules: mine, checks }]
  })

const checksOf = (shares: readonly Share[]): number => shares.reduce((sum, { checks }) => sum + checks, 0)

/**
 * Time (ms) that some accounts of a batch may take of `most`: once the batch took too long, half of them have little more than half of
 * the time, so that those beside one that is slow do not wait for it again and again. One alone has all of it.
 */
export const timeFor = (some: readonly Share[], batch: readonly Share[], most: number): number =>
  some.length === 1 ? most : Math.min(most, Math.max(LEAST_MS, (1.5 * most * checksOf(some)) / checksOf(batch)))

/** The same, begun with another one each turn. */
const rotated = <One>(all: readonly One[], turn: number): One[] => {
  const first = all.length === 0 ? 0 : turn % all.length
  return [...all.slice(first), ...all.slice(0, first)]
}

/** Rules of one account in as many pieces as one query can hold. */
const piecesOf = ({ userId, rules }: Share): Share[] => {
  const pieces: Share[] = []
  for (const one of rules) {
    const [last, { size }] = [pieces.at(-1), one.devices]
    if (last && last.checks + size <= BATCH_SIZE) {
      last.rules.push(one)
      last.checks += size
    } else pieces.push({ userId, rules: [one], checks: size })
  }
  return pieces
}

/**
 * The accounts in the order in which they are looked at: small ones together and first, each large one alone after them, as those that
 * took too long in the minute before (`slow`), and of these another one first each time, since the last may find no time left.
 */
export const inRoundOrder = (
  shares: readonly Share[],
  turn: number,
  slow: ReadonlySet<number> = new Set(),
): Share[][] => {
  const sorted = shares.toSorted((a, b) => a.checks - b.checks || a.userId - b.userId)
  const isAlone = (share: Share) => isLarge(share) || slow.has(share.userId)
  const turns: Share[][] = []
  let checks = 0
  for (const share of sorted.filter(one => !isAlone(one))) {
    const last = turns.at(-1)
    if (last && checks + share.checks <= BATCH_SIZE) {
      last.push(share)
      checks += share.checks
    } else {
      turns.push([share])
      checks = share.checks
    }
  }
  const alone = sorted.filter(isAlone)
  const inTurn = rotated(alone, turn)
  // An account may have more pieces than time: others of them come first each time.
  const pieces = inTurn.flatMap(share => rotated(piecesOf(share), turn))
  return [...turns, ...pieces.map(piece => [piece])]
}
