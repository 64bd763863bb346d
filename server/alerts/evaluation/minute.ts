import { validityOf } from '#shared/rules/alerts/alert-rule.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { correctionsOf } from '../../devices/calibrations.ts'
import { everyNthDevice } from '../../devices/watching/watched.ts'
import { shardNumberOf, shardsOf } from '../../kit/database/cluster.ts'
import type { Database } from '../../kit/database/database.ts'
import type { Series } from '../../kit/database/series.ts'
import { againAfterCollision } from '../../kit/database/store-error.ts'
import { LeaseLost } from '../../kit/leases/leases.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { newestReadings } from '../../series/windows.ts'
import { type ActiveRule, type Rules, readRules } from '../rules/rule-store.ts'
import { eachApart, NoTurn, TooSlow, within } from './apart.ts'
import { builtInObservations, isWellByNewLimit } from './built-in.ts'
import { clockOf, finishMinute } from './clock-store.ts'
import { type DirectRules, directObservations, directRulesOf } from './direct.ts'
import { endAlerts } from './ending.ts'
import { evaluate, type Observation } from './evaluate.ts'
import { countFailedRules, forgetFailures, keepFailures } from './failure-store.ts'
import { hearingOf } from './hearing.ts'
import { type Changed, publishAlertsChanged } from './news.ts'
import { markCannotTell, type OpenAlert, openAlerts } from './open-alert-store.ts'
import { noteOutage } from './outages.ts'
import { endParts, wholeMinute } from './part-store.ts'
import {
  ALL_DONE_MS,
  groupSizeOf,
  type HeldParts,
  holdParts,
  inGroups,
  isAnyHeld,
  isWorthATry,
  MOST_DEVICES,
  processOf,
  sayThere,
  type TakenParts,
  takeLeftParts,
  takeOwnParts,
} from './parts.ts'
import { createRound, detailOf, type Round, requireStores } from './round.ts'
import { inRoundOrder, isLarge, type Share, sharesAmong, sharesOf, timeFor } from './shares.ts'
import { slowAccountsOf } from './slow-accounts.ts'
import { deletePendingStates, loadStates, type StoredState, stateKey, watchOf } from './state-store.ts'
import { placesOfOwners, restsAt, rulesOver, type Watched, type WatchedRule, watchedAt } from './targets.ts'
import { windowedObservations } from './windowed.ts'

/** Time looked back (ms) for messages stored by a process that ended before it looked at them. */
const CATCH_UP = 15 * MINUTE_MS
const ENDED_AT_ONCE = 200
/** Time (ms) that one account may take of a shard in a group, in as many pieces as it has, where others wait. */
const ACCOUNT_MS = 20_000
/** Time (ms) between two looks at what was left. */
const LOOKS_EACH_MS = 5000

/**
 * Evaluates this process's part of everything for the minute that has begun, each part once. The clock goes on only when all parts
 * were looked at: it is what says that the watch lives.
 */
export const evaluateMinute = async (
  services: Services,
  process = processOf(services),
  most = MOST_DEVICES,
): Promise<void> => {
  for (const taken of await takeOwnParts(services, process)) await evaluateParts(services, taken, most)
}

/**
 * Goes on with what a process left that was killed or could not finish it, and evaluates what nobody has taken. In a set-up of one
 * process there is no such thing.
 */
export const evaluateLeftParts = async (services: Services, process = processOf(services)): Promise<void> => {
  if (process === null) return
  await sayThere(services, process)
  for await (const taken of takeLeftParts(services, process, () => areStoresThere(services))) {
    if (isWorthATry(taken)) await evaluateParts(services, taken)
    else await endParts(services.db, taken, { isWhole: false, tookMs: 0 })
  }
  const [now, into] = [services.now(), services.now() % MINUTE_MS]
  if (into < ALL_DONE_MS || into >= ALL_DONE_MS + LOOKS_EACH_MS) return
  if (await isAnyHeld(services.db, new Date(now - into - MINUTE_MS).toISOString())) return
  // Parts that nobody could evaluate end no process's turn: somebody has to say so.
  await noteOutage(services, null)
}

const areStoresThere = (services: Services): Promise<boolean> =>
  requireStores(services).then(
    () => true,
    () => false,
  )

/** `most` devices are read at a time. */
const evaluateParts = async (services: Services, taken: TakenParts, most = MOST_DEVICES): Promise<void> => {
  const held = holdParts(services, taken)
  const began = performance.now()
  let looked: number | null = null
  let isLost = false
  try {
    await requireStores(services)
    looked = await orLost(held.signal, evaluateAll(services, held, taken.minute, most))
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error
    isLost = true
    services.log.warn({ err: error, parts: taken.ids }, 'another process went on with these parts')
  } finally {
    held.end()
    if (!isLost)
      await endEvaluation(services, taken, { looked, tookMs: performance.now() - began }).catch(error =>
        services.log.error({ err: error }, 'the end of an evaluation was not noted'),
      )
  }
}

/** Result of some work, or the reason of a signal: a statement that never ends keeps nobody from evaluating the next minute. */
const orLost = <Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    const lose = () => reject(signal.reason)
    signal.addEventListener('abort', lose, { once: true })
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', lose))
  })

/** Gives parts back, moves the clock on if they were the last ones, and keeps whether people are warned. */
const endEvaluation = async (
  services: Services,
  taken: TakenParts,
  { looked, tookMs }: { looked: number | null; tookMs: number },
): Promise<void> => {
  await endParts(services.db, taken, { isWhole: looked !== null, tookMs })
  const { isWhole, before } = looked === null ? NOT_WHOLE : await moveClock(services.db, looked)
  // The look at second 45 leaves it to who works then to say that others hang.
  const isLate = services.now() >= Date.parse(taken.minute) + ALL_DONE_MS
  if (looked === null || isWhole || isLate) await noteOutage(services, before)
}

interface ClockMove {
  /** Tells whether every part was evaluated for a minute that the clock did not show. */
  isWhole: boolean
  /** Minute (ISO 8601) at which it stood before; null where this process has not moved it. */
  before: string | null
}
const NOT_WHOLE: ClockMove = { isWhole: false, before: null }

/** Moves the clock on to the newest minute that is whole. */
const moveClock = async (db: Database, looked: number): Promise<ClockMove> => {
  for (;;) {
    const before = (await clockOf(db))?.minute ?? null
    const whole = await wholeMinute(db)
    if (whole === null || (before !== null && whole <= before)) return NOT_WHOLE
    // A minute in which every rule failed is none that was evaluated.
    if (looked > 0 && (await countFailedRules(db, whole)) >= looked) return { isWhole: true, before: null }
    if (!(await finishMinute(db, whole, before))) continue
    await forgetFailures(db, whole)
    return { isWhole: true, before }
  }
}

/** Returns the number of rules that all processes together look at; null where not all of these parts was evaluated. */
const evaluateAll = async (services: Services, parts: HeldParts, at: string, most: number): Promise<number | null> => {
  const until = Date.parse(at)
  const round = createRound(services)
  const readAt = isoNow(services)
  const rules = await readRules(services.db)
  const { ALERT_CHECKS_PER_ACCOUNT } = services.environment
  const over = await rulesOver(services.db, rules.rules, isoNow(services), ALERT_CHECKS_PER_ACCOUNT)
  // The process with the first part says what is of no device.
  if (parts.ids.includes(0)) noteWithoutDevice(services, round, { ...rules, over })
  const seen = await placesOfOwners(services.db, rules.rules)
  const slow = slowAccountsOf(services.db).at(services.now())
  const starts = await everyNthDevice(services.db, groupSizeOf(parts, most))
  const groups = inGroups(parts, starts, until / MINUTE_MS)
  for (const group of groups)
    await evaluateGroup(services, { rules, over, readAt, seen, slow }, round, { until, parts: group })
  // Devices that another process goes on with did not fail.
  parts.signal.throwIfAborted()
  if (round.failures.length > 0)
    await againAfterCollision(() =>
      services.db.transaction().execute(async trx => {
        await parts.guard(trx)
        await keepFailures(trx, round.failures, at)
      }),
    )
  if (round.isCut) return null
  const readable = rules.rules.length - over.size
  return readable === 0 ? 0 : readable + rules.unreadable.length
}

const evaluateGroup = async (
  services: Services,
  {
    rules,
    over,
    readAt,
    seen,
    slow,
  }: {
    rules: Rules
    over: ReadonlySet<ActiveRule>
    readAt: string
    seen: Awaited<ReturnType<typeof placesOfOwners>>
    slow: ReadonlySet<number>
  },
  round: Round,
  { until, parts }: Omit<Given, 'states'>,
): Promise<void> => {
  parts.signal.throwIfAborted()
  if (round.left() === 0) {
    // The clock stands still, and the next minute begins with other devices.
    round.isCut = true
    return
  }
  const watched = await watchedAt(services.db, isoNow(services), rules, parts.devices, seen)
  const looked = watched.rules.filter(({ rule }) => !over.has(rule))
  await endLost(services, { ...watched, readAt }, round, parts)
  const states = await loadStates(services.db, isoNow(services), { devices: parts.devices })
  await forgetHeld(services, watched, states, parts)
  await lookAtDevices(services, watched, round, { states, until, parts })
  // Shards are asked apart, and at the same time: one that is slow or away takes no time of the others.
  const shards = shardsOf(services.series).map(async (_, shard) => {
    const isHere = (id: number) => shardNumberOf(services.series, id) === shard
    const { shares } = sharesOf(
      { rules: looked.filter(({ rule }) => !round.isSlow(rule, shard)) },
      Number.POSITIVE_INFINITY,
    )
    const used = new Map<number, number>()
    const most = new Set(looked.map(({ rule }) => rule.user_id)).size > 1 ? ACCOUNT_MS : Number.POSITIVE_INFINITY
    for (const some of inRoundOrder(sharesAmong(shares, isHere), until / MINUTE_MS, slow))
      await lookAtShares(services, some, round, { watched, states, until, parts, shard, used, most })
  })
  const ended = await Promise.allSettled(shards)
  for (const one of ended) if (one.status === 'rejected') throw one.reason
}

const noteWithoutDevice = (
  { environment }: Services,
  round: Round,
  { unreadable, over }: Pick<Watched, 'unreadable'> & { over: ReadonlySet<ActiveRule> },
): void => {
  for (const { id, user_id, error } of unreadable)
    round.failures.push({
      watch: watchOf({ id }),
      alert_rule_id: id,
      user_id,
      reason: 'error',
      detail: detailOf(error),
    })
  for (const rule of over)
    round.failures.push({
      watch: watchOf(rule),
      alert_rule_id: rule.id,
      user_id: rule.user_id,
      reason: 'too_many',
      detail: `more than ${environment.ALERT_CHECKS_PER_ACCOUNT} rules × devices`,
    })
}

interface Given {
  states: Map<string, StoredState>
  until: number
  parts: HeldParts
}

/** Looks at devices for what is watched without a rule. */
const lookAtDevices = async (
  services: Services,
  { devices }: Watched,
  round: Round,
  { states, until, parts }: Given,
) => {
  const hearing = await hearingOf(services, until)
  await eachApart(
    [...devices.values()].filter(({ id }) => parts.has(id)),
    async some => {
      const observations = some.flatMap(device => builtInObservations(device, until, hearing))
      const { signal, guard } = parts
      await evaluate(services, observations, { states, failed: round.observationFailed, signal, guard })
    },
    (device, error) => {
      const failure = { watch: `device ${device.id}`, alert_rule_id: null, user_id: null }
      round.failures.push({ ...failure, reason: 'error', detail: detailOf(error) })
    },
  )
}

/** Looks at several accounts together; where that fails at each alone, and there at each rule alone. */
const lookAtShares = async (
  services: Services,
  shares: readonly Share[],
  round: Round,
  { used, most, ...given }: Given & { watched: Watched; shard: number; used: Map<number, number>; most: number },
): Promise<void> => {
  /** Looks at one account alone, as far as it has time left, and keeps how long it took. */
  const alone = async (share: Share): Promise<void> => {
    const { userId, rules } = share
    const [before, began] = [used.get(userId) ?? 0, performance.now()]
    if (before >= most) throw new NoTurn(`other rules of the account took longer than ${most} ms`)
    try {
      await look(rules, round.left())
    } finally {
      const took = performance.now() - began
      used.set(userId, before + took)
      // Large ones stand alone anyway.
      if (!isLarge(share)) slowAccountsOf(services.db).note(userId, took, services.now())
    }
  }
  const look = (rules: readonly WatchedRule[], ms: number) =>
    within(ms, signal =>
      lookAtRules(services, rules, round, { ...given, signal: AbortSignal.any([signal, given.parts.signal]) }),
    )
  await eachApart(
    shares,
    async some => {
      given.parts.signal.throwIfAborted()
      if (round.left() === 0) {
        round.isCut = true
        throw new NoTurn('the minute was over before its turn')
      }
      const [first] = some
      if (some.length === 1 && first) return alone(first)
      await look(
        some.flatMap(share => share.rules),
        timeFor(some, shares, round.left()),
      )
    },
    async ({ rules }, error) => {
      const ends = performance.now() + round.left()
      const left = () => (error instanceof TooSlow ? 0 : Math.max(0, ends - performance.now()))
      await eachApart(
        rules,
        async some => {
          given.parts.signal.throwIfAborted()
          const ms = left()
          if (ms === 0) throw error instanceof TooSlow ? error : new TooSlow('no time was left for it')
          await look(some, ms)
        },
        (one, failure) => {
          given.parts.signal.throwIfAborted()
          return round.ruleFailed(one, given.shard, failure)
        },
      )
    },
  )
}

const lookAtRules = async (
  services: Services,
  rules: readonly WatchedRule[],
  round: Round,
  { watched, states, until, parts, signal }: Given & { watched: Watched; signal: AbortSignal },
): Promise<void> => {
  const series = endedBy(services.series, signal)
  const looked = { ...watched, rules: [...rules] }
  const devices = [...new Set(rules.flatMap(one => [...one.devices.keys()]))]
  const corrections = await correctionsOf(services.db, devices)
  const direct = await directRulesOf(services.db, looked)
  const observations = [
    ...(await windowedObservations({ series }, looked, corrections, until)),
    ...(await missedObservations({ series, now: services.now }, direct)),
  ]
  await evaluate(services, observations, { states, failed: round.observationFailed, signal, guard: parts.guard })
}

/** The same store, whose queries end when the signal does. */
const endedBy = (series: Series, signal: AbortSignal): Pick<Series, 'query'> => ({
  query: (params => series.query({ ...params, abort_signal: signal })) as Series['query'],
})

/** The newest message of each device with direct rules, in case nobody has looked at it. */
const missedObservations = async (
  { series, now }: { series: Pick<Series, 'query'>; now: () => number },
  direct: DirectRules,
): Promise<Observation[]> => {
  const newest = await newestReadings(series as Series, {
    deviceIds: [...direct.byDevice.keys()],
    keys: [...direct.keys],
    corrections: [],
    from: now() - CATCH_UP,
    until: now() + CATCH_UP,
    most: 2,
  })
  return [...newest].flatMap(([deviceId, byKey]) => {
    const time = Math.max(...[...byKey.values()].map(([last]) => last?.time ?? 0))
    const readings = [...byKey].flatMap(([key, [last, previous = null]]) =>
      last?.time === time ? [[key, { value: last.value, previous }] as const] : [],
    )
    return directObservations(direct, { deviceId, time, readings: new Map(readings) })
  })
}

/** Ends what is open though its device hangs elsewhere by now, is somebody else's or nobody's to watch any more, or has a nearer rule. */
const endLost = async (
  services: Services,
  watched: Watched & { readAt: string },
  round: Round,
  parts: HeldParts,
): Promise<void> => {
  const open = await openAlerts(services.db, parts.devices)
  const byRule = new Map(watched.rules.map(one => [one.rule.id, one]))
  const unreadable = new Set(watched.unreadable.map(({ id }) => id))
  const isLost = ({ kind, alert_rule_id, device_id, area_id, fired_at }: OpenAlert): boolean => {
    const device = watched.devices.get(device_id)
    if (!device || (device.place?.area_id ?? null) !== area_id) return true
    if (device.owned_since !== null && device.owned_since > fired_at) return true
    if (alert_rule_id !== null && unreadable.has(alert_rule_id)) return false
    // Its rule may be newer than what was read of the rules: the next minute tells.
    if (kind === 'rule' && fired_at > watched.readAt) return false
    return kind === 'rule' && byRule.get(alert_rule_id ?? 0)?.devices.has(device_id) !== true
  }
  const at = new Date(services.now()).toISOString()
  const rests = ({ alert_rule_id, device_id }: OpenAlert): boolean => {
    const [rule, device] = [byRule.get(alert_rule_id ?? 0)?.rule, watched.devices.get(device_id)]
    return rule !== undefined && device !== undefined && restsAt(rule, device)
  }
  const isWell = (alert: OpenAlert): boolean => {
    const device = watched.devices.get(alert.device_id)
    return device !== undefined && isWellByNewLimit(alert, device, services.now())
  }
  // A device that moved left its alerts behind, whichever rule holds where it hangs now.
  const isHeld = ({ alert_rule_id, device_id, area_id }: OpenAlert): boolean =>
    byRule.get(alert_rule_id ?? 0)?.nearer.has(device_id) === true &&
    (watched.devices.get(device_id)?.place?.area_id ?? null) === area_id
  const end = async (ending: readonly OpenAlert[], by: 'device' | 'empty' | 'rule') => {
    for (let first = 0; first < ending.length; first += ENDED_AT_ONCE)
      await eachApart(
        ending.slice(first, first + ENDED_AT_ONCE),
        async some => {
          const ids = some.map(({ id }) => id)
          const ended = await services.db.transaction().execute(async trx => {
            await parts.guard(
              trx,
              some.map(({ device_id }) => device_id),
            )
            return endAlerts(trx, ids, by, at)
          })
          publishAlertsChanged(services.bus, ended)
        },
        async ({ id, alert_rule_id }, error) => {
          await requireStores(services)
          services.log.error({ err: error, alert: id }, 'not ended')
          const failure = { watch: `alert ${id}`, alert_rule_id, user_id: null }
          round.failures.push({ ...failure, reason: 'error', detail: detailOf(error) })
        },
      )
  }
  const [lost, kept] = [open.filter(isLost), open.filter(one => !isLost(one))]
  await end(
    lost.filter(one => !isHeld(one)),
    'device',
  )
  await end(lost.filter(isHeld), 'rule')
  await end(kept.filter(rests), 'empty')
  await end(kept.filter(isWell), 'rule')
  const changed = await doubtSilent(
    services,
    watched,
    kept.filter(one => !rests(one)),
    parts,
  )
  publishAlertsChanged(services.bus, changed)
}

/**
 * Forgets how far rules had counted on devices that a nearer one holds on by now: held minutes from before it must not count once it is
 * gone. Open alerts have ended already.
 */
const forgetHeld = async (
  { db }: Services,
  { rules }: Watched,
  states: Map<string, StoredState>,
  parts: HeldParts,
): Promise<void> => {
  const held = rules.flatMap(({ rule, nearer }) =>
    [...nearer.keys()]
      .map(device_id => ({ watch: watchOf(rule), device_id }))
      .filter(({ watch, device_id }) => states.has(stateKey(watch, device_id))),
  )
  if (held.length === 0) return
  await db.transaction().execute(async trx => {
    await parts.guard(
      trx,
      held.map(({ device_id }) => device_id),
    )
    await deletePendingStates(trx, held)
  })
  for (const { watch, device_id } of held) states.delete(stateKey(watch, device_id))
}

/** A direct rule hears nothing of a device that sends nothing: what it fired for may be over or not. */
const doubtSilent = async (
  services: Services,
  watched: Watched,
  open: OpenAlert[],
  parts: HeldParts,
): Promise<Changed[]> => {
  const silent = open
    .filter(
      ({ kind, calculation_minutes, cannot_tell }) => kind === 'rule' && calculation_minutes === 0 && !cannot_tell,
    )
    .filter(({ device_id, last_at }) => {
      const interval = 1000 * (watched.devices.get(device_id)?.upload_interval ?? 0)
      return last_at !== null && services.now() - Date.parse(last_at) > validityOf(interval)
    })
  if (silent.length === 0) return []
  return services.db.transaction().execute(async trx => {
    await parts.guard(
      trx,
      silent.map(({ device_id }) => device_id),
    )
    return markCannotTell(
      trx,
      silent.map(({ id }) => id),
    )
  })
}
