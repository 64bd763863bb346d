import { validityOf } from '#shared/rules/alerts/alert-rule.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { correctionsOf } from '../../devices/calibrations.ts'
import type { Series } from '../../kit/database/series.ts'
import type { Turn } from '../../kit/jobs.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { newestReadings } from '../../series/windows.ts'
import { eachApart, TooSlow, within } from './apart.ts'
import { builtInObservations } from './built-in.ts'
import { clockOf, finishMinute, lockMinute } from './clock-store.ts'
import { type DirectRules, directObservations, directRulesOf } from './direct.ts'
import { endAlerts } from './ending.ts'
import { evaluate, type Observation } from './evaluate.ts'
import { forgetFailures, keepFailures } from './failure-store.ts'
import { hearingOf } from './hearing.ts'
import { type Changed, publishAlertsChanged } from './news.ts'
import { markCannotTell, type OpenAlert, openAlerts } from './open-alert-store.ts'
import { noteOutage } from './outages.ts'
import { createRound, detailOf, type Round, requireStores } from './round.ts'
import { inRoundOrder, type Share, sharesOf } from './shares.ts'
import { loadStates, type StoredState, watchOf } from './state-store.ts'
import { restsAt, type Watched, type WatchedRule, watchedAt } from './targets.ts'
import { windowedObservations } from './windowed.ts'

/** Time looked back (ms) for messages stored by a process that ended before it looked at them. */
const CATCH_UP = 15 * MINUTE_MS
const ENDED_AT_ONCE = 200

/**
 * Evaluates everything once for the minute that has begun. Of several processes one does it. The clock goes on only when all
 * accounts were looked at: it is what says that the watch lives.
 */
export const evaluateMinute = async (services: Services, turn?: Turn): Promise<void> => {
  const until = Math.floor(services.now() / MINUTE_MS) * MINUTE_MS
  if (!(await lockMinute(services.db, until, turn?.isTakenOver))) return
  const before = await clockOf(services.db)
  try {
    await requireStores(services)
    if (await evaluateAll(services, until)) await finishMinute(services.db, until)
  } finally {
    await noteOutage(services, before?.minute ?? null).catch(error =>
      services.log.error({ err: error }, 'an outage was not noted'),
    )
  }
}

/** Returns whether all was evaluated but what failed by itself. */
const evaluateAll = async (services: Services, until: number): Promise<boolean> => {
  const at = new Date(until).toISOString()
  const round = createRound(services)
  const watched = await watchedAt(services.db, isoNow(services))
  for (const { id, user_id, error } of watched.unreadable)
    round.failures.push({
      watch: watchOf({ id }),
      alert_rule_id: id,
      user_id,
      reason: 'error',
      detail: detailOf(error),
    })
  await endLost(services, watched, round)
  const states = await loadStates(services.db, isoNow(services))
  await lookAtDevices(services, watched, round, { states, until })
  const { shares, over } = sharesOf(watched, services.environment.ALERT_CHECKS_PER_ACCOUNT)
  for (const { rule } of over)
    round.failures.push({
      watch: watchOf(rule),
      alert_rule_id: rule.id,
      user_id: rule.user_id,
      reason: 'too_many',
      detail: `more than ${services.environment.ALERT_CHECKS_PER_ACCOUNT} rules × devices`,
    })
  for (const turn of inRoundOrder(shares, until / MINUTE_MS))
    await lookAtShares(services, turn, round, { watched, states, until })
  await keepFailures(services.db, round.failures, at)
  const looked = shares.reduce((sum, share) => sum + share.rules.length, 0)
  const failed = new Set(round.failures.flatMap(one => (one.reason === 'too_many' ? [] : (one.alert_rule_id ?? []))))
  const isWhole = !round.isCut && (looked === 0 || failed.size < looked)
  if (isWhole) await forgetFailures(services.db, at)
  return isWhole
}

interface Given {
  states: Map<string, StoredState>
  until: number
}

/** Looks at devices for what is watched without a rule. */
const lookAtDevices = async (services: Services, { devices }: Watched, round: Round, { states, until }: Given) => {
  const hearing = await hearingOf(services, until)
  await eachApart(
    [...devices.values()],
    async some => {
      const observations = some.flatMap(device => builtInObservations(device, until, hearing))
      await evaluate(services, observations, { states, failed: round.observationFailed })
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
  given: Given & { watched: Watched },
): Promise<void> => {
  const look = (rules: readonly WatchedRule[], ms: number) =>
    within(ms, signal => lookAtRules(services, rules, round, { ...given, signal }))
  await eachApart(
    shares,
    async some => {
      if (round.left() === 0) {
        round.isCut = true
        throw new TooSlow('the minute was over before its turn')
      }
      await look(
        some.flatMap(share => share.rules),
        round.left(),
      )
    },
    async ({ rules }, error) => {
      const ends = performance.now() + round.left()
      const left = () => (error instanceof TooSlow ? 0 : Math.max(0, ends - performance.now()))
      await eachApart(
        rules,
        async some => {
          const ms = left()
          if (ms === 0) throw error instanceof TooSlow ? error : new TooSlow('no time was left for it')
          await look(some, ms)
        },
        round.ruleFailed,
      )
    },
  )
}

const lookAtRules = async (
  services: Services,
  rules: readonly WatchedRule[],
  round: Round,
  { watched, states, until, signal }: Given & { watched: Watched; signal: AbortSignal },
): Promise<void> => {
  const series = endedBy(services.series, signal)
  const part = { ...watched, rules: [...rules] }
  const devices = [...new Set(rules.flatMap(one => [...one.devices.keys()]))]
  const corrections = await correctionsOf(services.db, devices)
  const direct = await directRulesOf(services.db, part)
  const observations = [
    ...(await windowedObservations({ series }, part, corrections, until)),
    ...(await missedObservations({ series, now: services.now }, direct)),
  ]
  await evaluate(services, observations, { states, failed: round.observationFailed, signal })
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

/** Ends what is open though its device hangs elsewhere by now, is somebody else's, or is nobody's to watch any more. */
const endLost = async (services: Services, watched: Watched, round: Round): Promise<void> => {
  const open = await openAlerts(services.db)
  const byRule = new Map(watched.rules.map(one => [one.rule.id, one]))
  const unreadable = new Set(watched.unreadable.map(({ id }) => id))
  const isLost = ({ kind, alert_rule_id, device_id, area_id, fired_at }: OpenAlert): boolean => {
    const device = watched.devices.get(device_id)
    if (!device || (device.place?.area_id ?? null) !== area_id) return true
    if (device.owned_since !== null && device.owned_since > fired_at) return true
    if (alert_rule_id !== null && unreadable.has(alert_rule_id)) return false
    return kind === 'rule' && byRule.get(alert_rule_id ?? 0)?.devices.has(device_id) !== true
  }
  const at = new Date(services.now()).toISOString()
  const rests = ({ alert_rule_id, device_id }: OpenAlert): boolean => {
    const [rule, device] = [byRule.get(alert_rule_id ?? 0)?.rule, watched.devices.get(device_id)]
    return rule !== undefined && device !== undefined && restsAt(rule, device)
  }
  const end = async (ending: readonly OpenAlert[], by: 'device' | 'empty') => {
    for (let first = 0; first < ending.length; first += ENDED_AT_ONCE)
      await eachApart(
        ending.slice(first, first + ENDED_AT_ONCE),
        async some => {
          const ids = some.map(({ id }) => id)
          const ended = await services.db.transaction().execute(trx => endAlerts(trx, ids, by, at))
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
  await end(lost, 'device')
  await end(kept.filter(rests), 'empty')
  const changed = await doubtSilent(
    services,
    watched,
    kept.filter(one => !rests(one)),
  )
  publishAlertsChanged(services.bus, changed)
}

/** A direct rule hears nothing of a device that sends nothing: what it fired for may be over or not. */
const doubtSilent = async (services: Services, watched: Watched, open: OpenAlert[]): Promise<Changed[]> => {
  const ids = open
    .filter(
      ({ kind, calculation_minutes, cannot_tell }) => kind === 'rule' && calculation_minutes === 0 && !cannot_tell,
    )
    .filter(({ device_id, last_at }) => {
      const interval = 1000 * (watched.devices.get(device_id)?.upload_interval ?? 0)
      return last_at !== null && services.now() - Date.parse(last_at) > validityOf(interval)
    })
    .map(({ id }) => id)
  return ids.length === 0 ? [] : markCannotTell(services.db, ids)
}
