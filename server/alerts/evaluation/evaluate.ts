import type { AlertRule } from '#shared/contract/alerts/alert-rules.ts'
import { type Judged, judge } from '#shared/rules/alerts/alert-rule.ts'
import { type AlertEvent, IDLE, nextState, type WatchState } from '#shared/rules/alerts/alert-state.ts'
import { isOwnThroughout, watchedDevices } from '../../devices/watching/watched.ts'
import type { Database } from '../../kit/database/database.ts'
import { isConflict } from '../../kit/database/store-error.ts'
import type { Services } from '../../kit/services.ts'
import { announce, type News } from './announce.ts'
import { eachApart } from './apart.ts'
import { type Changed, publishAlertsChanged } from './news.ts'
import { type AlertSubject, changedOf, continueAlert, openAlert, resolveAlert } from './opened.ts'
import { linkAlert, loadStates, type StoredState, saveState, stateKey } from './state-store.ts'
import { type Placed, stillWatched } from './targets.ts'

/** Finding about one device by one rule, or by what is built in. */
export interface Observation extends AlertSubject {
  watch: string
  edge: Pick<AlertRule, 'comparator' | 'threshold_value' | 'clear_value' | 'times'>
  device: Placed
  /** Time of the reading or the minute that is looked at, epoch ms. */
  at: number
  /** Time from which the rule's owner must have the right to see what was looked at, epoch ms. */
  from: number
  numbers: { measurement: string; number: number | null }[]
  /** A message that says nothing of what fired says nothing at all. */
  direct?: boolean
  /** Beginning of a silence, epoch ms; absent for anything else. A length of silence is no value that gets worse. */
  silentSince?: number
}

interface Step {
  seen: Observation
  before: StoredState | undefined
  next: WatchState
  event: AlertEvent | null
  measurement: string | null
}

const BATCH_SIZE = 200
const iso = (time: number): string => new Date(time).toISOString()

interface Given {
  /** States stored for each watch and device; read when left out. */
  states?: Map<string, StoredState>
  /** Called with each observation that could not be written down; the others are. */
  failed: (seen: Observation, error: unknown) => Promise<void>
  /** Ends the work between two writes. */
  signal?: AbortSignal
  /** Called first in each transaction, with its devices; what it throws keeps them from being written. */
  guard?: (trx: Database, deviceIds: readonly number[]) => Promise<void>
}
type Parts = Pick<Services, 'db' | 'bus' | 'log' | 'now'>

/**
 * Takes observations, one of each watch and device, to their next states and writes what is different. Whoever looked at
 * the same meanwhile wins, and seeing the same twice changes nothing.
 */
export const evaluate = async (services: Parts, observations: readonly Observation[], given: Given): Promise<void> => {
  if (observations.length === 0) return
  const now = iso(services.now())
  const states =
    given.states ??
    (await loadStates(services.db, now, { deviceIds: [...new Set(observations.map(one => one.device.id))] }))
  const steps = observations.flatMap(seen => stepOf(seen, states.get(stateKey(seen.watch, seen.device.id))) ?? [])
  for (let at = 0; at < steps.length; at += BATCH_SIZE) {
    given.signal?.throwIfAborted()
    await eachApart(
      steps.slice(at, at + BATCH_SIZE),
      async some => {
        publishAlertsChanged(
          services.bus,
          await services.db.transaction().execute(async trx => {
            await given.guard?.(
              trx,
              some.map(({ seen }) => seen.device.id),
            )
            return writeAll(trx, [...some], now)
          }),
        )
      },
      async ({ seen }, error) => {
        // A device or a rule may have been deleted meanwhile; the others must not wait for it.
        if (isConflict(error)) services.log.warn({ err: error, watch: seen.watch }, 'nothing is left to watch')
        else await given.failed(seen, error)
      },
    )
  }
}

const stepOf = (seen: Observation, before: StoredState | undefined): Step | null => {
  const state = before?.state ?? IDLE
  const judged = judge(seen.edge, seen.numbers, before?.measurement ?? null)
  if (seen.direct && judged.verdict === 'unknown') return null
  const value = seen.silentSince === undefined ? judged.number : null
  const { state: next, event } = nextState(
    seen.edge,
    state,
    { at: seen.at, verdict: judged.verdict, value },
    before?.quiet,
  )
  if (next === state) return null
  const since = seen.silentSince !== undefined && event === 'fired' ? seen.silentSince : next.since
  return { seen, before, next: { ...next, since }, event, measurement: worstMeasurement(judged, next) }
}

/** The measurement of the worst value, when it is this one. */
const worstMeasurement = (judged: Judged, next: WatchState): string | null =>
  next.worst?.at === next.evaluated ? judged.measurement : null

const writeAll = async (trx: Database, steps: Step[], now: string): Promise<Changed[]> => {
  const allowed = await allowedToFire(trx, steps, now)
  const [news, changed]: [News[], Changed[]] = [[], []]
  for (const step of steps) {
    if (step.event === 'fired' && !allowed(step)) continue
    const alertId = await writeStep(trx, step)
    if (alertId === null) continue
    if (step.event) news.push({ alert_id: alertId, event: step.event, at: iso(step.next.evaluated) })
    changed.push(changedOf(step.seen, step.seen.device))
  }
  await announce(trx, news)
  return changed
}

/**
 * Finds the steps that may fire: nobody gets an alert of what is not theirs to see by now. Asked within the
 * transaction, since rules are kept at hand.
 */
const allowedToFire = async (trx: Database, steps: Step[], now: string): Promise<(step: Step) => boolean> => {
  const firing = steps.filter(step => step.event === 'fired')
  if (firing.length === 0) return () => true
  const devices = [...new Set(firing.map(step => step.seen.device.id))]
  const rules = await stillWatched(
    trx,
    firing.flatMap(({ seen }) => seen.rule ?? []),
    devices,
    now,
  )
  const there = new Set((await watchedDevices(trx, devices)).map(one => one.id))
  return ({ seen: { rule, device, from, at } }) =>
    there.has(device.id) &&
    (rule === null || isOwnThroughout(rules.get(rule.id)?.devices.get(device.id), iso(from), iso(at)))
}

/** Returns the alert that is another now, null when none is. */
const writeStep = async (trx: Database, { seen, before, next, event, measurement }: Step): Promise<number | null> => {
  const pair = { watch: seen.watch, device_id: seen.device.id, alert_rule_id: seen.rule?.id ?? null }
  if (!(await saveState(trx, pair, before, next))) return null
  if (event === 'fired') {
    const id = await openAlert(trx, seen, seen.device, measurement ?? seen.numbers[0]?.measurement ?? null, next)
    await linkAlert(trx, pair, id)
    return id
  }
  const id = before?.alert_id ?? null
  if (id === null) return null
  if (event === 'resolved') await resolveAlert(trx, id, next)
  else await continueAlert(trx, id, next, seen.rule ? measurement : null)
  return id
}
