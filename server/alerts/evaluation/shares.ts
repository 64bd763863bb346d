import type { Watched, WatchedRule } from './targets.ts'

/** Share of one account in the work: its rules, and how many checks they are. */
export interface Share {
  userId: number
  rules: WatchedRule[]
  /** Rules × devices. */
  checks: number
}

/**
 * Checks that are looked at with one query; an account with more stands alone. Each query reads whole blocks of readings, in which
 * devices of the next one lie, too: a few large ones take half the time of many.
 */
const BATCH_SIZE = 15_000

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

/**
 * The accounts in the order in which they are looked at: small ones together and first, each large one alone after them, and
 * of these another one first each time, since the last may find no time left.
 */
export const inRoundOrder = (shares: readonly Share[], turn: number): Share[][] => {
  const sorted = shares.toSorted((a, b) => a.checks - b.checks || a.userId - b.userId)
  const turns: Share[][] = []
  let checks = 0
  for (const share of sorted.filter(one => one.checks <= BATCH_SIZE)) {
    const last = turns.at(-1)
    if (last && checks + share.checks <= BATCH_SIZE) {
      last.push(share)
      checks += share.checks
    } else {
      turns.push([share])
      checks = share.checks
    }
  }
  const large = sorted.filter(one => one.checks > BATCH_SIZE)
  const first = large.length === 0 ? 0 : turn % large.length
  return [...turns, ...[...large.slice(first), ...large.slice(0, first)].map(share => [share])]
}
