import type { LiveMeasurement } from '#shared/contract/measurements/measurements.ts'
import type { Reading } from '#shared/rules/alerts/alert-rule.ts'
import type { Correction } from '#shared/rules/data-quality/calibration.ts'
import { onCustodyChanged } from '../../custody/news.ts'
import { CALIBRATED } from '../../devices/calibrations.ts'
import { onDeviceRemoved } from '../../devices/removal.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { inSpan } from '../../kit/telemetry/tracing.ts'
import { AREA_PAUSED } from '../../locations/rounds/empty.ts'
import { ARRIVED } from '../../series/latest.ts'
import { newestReadings } from '../../series/windows.ts'
import { measurementsOf } from '../rules/quantity.ts'
import { type ActiveRule, onRulesChanged, readRules } from '../rules/rule-store.ts'
import { type Arrival, type DirectRules, directObservations, directRulesOf } from './direct.ts'
import { evaluate, type Observation } from './evaluate.ts'
import { type EvaluationFailure, keepFailures } from './failure-store.ts'
import { detailOf, failureKeyOf } from './round.ts'
import { stateKey } from './state-store.ts'
import { rulesOver, watchedAt } from './targets.ts'

/** Messages that come within this time are looked at together. */
const GATHER_MS = 100
/** Time for which rules at hand, and whom they watch, are trusted (ms): that may have changed by then, in ways nobody tells. */
const TRUSTED_MS = 2000
/** Reading the rules anew takes at most this share of the time. */
const READING_SHARE = 0.02
/** Age on arrival (ms) beyond which a message is a back-fill, and no news. */
const NEWS_MS = 3_600_000

type Stored = Reading & { key: string }

/** The rules that look at each message, and the measurements any of them looks at. */
interface KnownRules {
  direct: readonly ActiveRule[]
  keys: ReadonlySet<string>
}

/** Rules that look at a device; undefined where none does. Trusted until a time (ms) of the clock of the process. */
interface KnownDevice {
  of: ReturnType<DirectRules['byDevice']['get']>
  corrections: readonly Correction[]
  until: number
}

/**
 * Looks at each message that this process stored, by the direct rules. Only what is newer than anything looked at before
 * counts: what comes late or twice changes nothing. What is lost with the process the minute's job finds again.
 */
export const createAlertArrivals = (services: Services) => {
  let rules: KnownRules | null = null
  /** End of the trust in the rules, by the clock of the process (ms): it runs on whatever the time is. */
  let trustedUntil = 0
  /** Devices that sent of late with what looks at them; the one that was read first comes first. */
  const known = new Map<number, KnownDevice>()
  /** Changes of what is known by now. */
  let changes = 0
  let waiting: { deviceId: number; readings: Stored[] }[] = []
  let working: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  /** The newest reading of each device and key that was looked at. */
  const seen = new Map<number, Map<string, Reading>>()
  const takenHere = new Map<number, number>()

  const forget = () => {
    changes++
    trustedUntil = 0
    known.clear()
  }
  const forgetDevice = (deviceId: number) => {
    changes++
    known.delete(deviceId)
  }
  onRulesChanged(services.bus, forget)
  services.bus.subscribe<number>(CALIBRATED, forgetDevice)
  services.bus.subscribe(AREA_PAUSED, forget)
  onCustodyChanged(services, forgetDevice)
  services.bus.onGap(() => {
    forget()
    seen.clear()
  })
  /** Devices of which this process hears what others store, with the way to stop. */
  const heard = new Map<number, () => void>()
  const listenTo = (deviceId: number): void => {
    if (heard.has(deviceId)) return
    heard.set(deviceId, services.bus.subscribe<LiveMeasurement[]>(ARRIVED, noteOthers, [deviceId]))
  }
  onDeviceRemoved(services, deviceId => {
    heard.get(deviceId)?.()
    for (const kept of [heard, seen, takenHere, known]) kept.delete(deviceId)
  })
  const noteOthers = (messages: LiveMeasurement[]): void => {
    for (const { device_id, time, values } of messages)
      if (takenHere.get(device_id) !== time)
        for (const [key, value] of Object.entries(values)) noteSeen(device_id, key, { time, value })
  }

  const isStale = (): boolean => performance.now() >= trustedUntil

  const noteSeen = (deviceId: number, key: string, reading: Reading): void => {
    const ofDevice = seen.get(deviceId)
    const before = ofDevice?.get(key)
    if (before && reading.time > before.time) ofDevice?.set(key, reading)
  }

  const isUnwatched = (deviceId: number): boolean => {
    const one = known.get(deviceId)
    return one !== undefined && one.of === undefined && one.until > performance.now()
  }

  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      const taken = waiting
      waiting = []
      try {
        const attributes = { 'barnometer.messages': taken.length }
        await inSpan({ name: 'look at messages', isOwnTrace: true, attributes }, () => look(taken))
      } catch (error) {
        services.log.error({ err: error }, 'direct rules were not looked at; the minute will')
      }
    }
  }

  const begin = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    working ??= work().finally(() => {
      working = null
    })
    return working
  }

  /** The direct rules of all accounts, as far as these may have them looked at. */
  const readDirect = async (): Promise<KnownRules> => {
    const { rules: all } = await readRules(services.db)
    const most = services.environment.ALERT_CHECKS_PER_ACCOUNT
    const over = await rulesOver(services.db, all, isoNow(services), most)
    const direct = all.filter(rule => rule.calculation_minutes === 0 && !over.has(rule))
    return { direct, keys: new Set(direct.flatMap(rule => measurementsOf(rule.physical_quantity_id))) }
  }

  const rulesNow = async (): Promise<KnownRules> => {
    if (rules && !isStale()) return rules
    const began = performance.now()
    // A change that comes while they are read makes them stale at once.
    trustedUntil = Number.POSITIVE_INFINITY
    rules = await readDirect().catch(error => {
      forget()
      throw error
    })
    known.clear()
    const ended = performance.now()
    trustedUntil = Math.min(trustedUntil, ended + Math.max(TRUSTED_MS, (ended - began) / READING_SHARE))
    return rules
  }

  /** Rules of these devices, which are read for those alone that were not of late. */
  const rulesOf = async ({ direct, keys }: KnownRules, deviceIds: readonly number[]): Promise<DirectRules> => {
    const now = performance.now()
    for (const [id, { until }] of known) {
      if (until > now) break
      known.delete(id)
    }
    const found = new Map(deviceIds.flatMap(id => (known.has(id) ? [[id, known.get(id)] as const] : [])))
    const missing = deviceIds.filter(id => !found.has(id))
    if (missing.length > 0) {
      const before = changes
      const watched = await watchedAt(services.db, isoNow(services), { rules: direct, unreadable: [] }, missing)
      const read = await directRulesOf(services.db, watched)
      for (const id of missing) {
        const one = {
          of: read.byDevice.get(id),
          corrections: read.corrections.get(id) ?? [],
          until: performance.now() + TRUSTED_MS,
        }
        found.set(id, one)
        // Something changed while this was read: it may be over.
        if (before === changes) known.set(id, one)
      }
    }
    const rows = [...found]
    return {
      byDevice: new Map(rows.flatMap(([id, one]) => (one?.of ? [[id, one.of] as const] : []))),
      keys: new Set(keys),
      corrections: new Map(rows.map(([id, one]) => [id, [...(one?.corrections ?? [])]])),
    }
  }

  const look = async (taken: typeof waiting): Promise<void> => {
    const all = await rulesNow()
    const news = new Map<number, Stored[]>()
    for (const { deviceId, readings } of taken) {
      const wanted = readings.filter(({ key }) => all.keys.has(key))
      if (wanted.length > 0) news.set(deviceId, [...(news.get(deviceId) ?? []), ...wanted])
    }
    if (news.size === 0) return
    const direct = await rulesOf(all, [...news.keys()])
    for (const id of news.keys()) if (!direct.byDevice.has(id)) news.delete(id)
    if (news.size === 0) return
    await learn(news)
    const failures: EvaluationFailure[] = []
    const failed = (failure: Omit<EvaluationFailure, 'reason' | 'detail'>, error: unknown): void => {
      services.log.error({ err: error, watch: failure.watch }, 'could not be evaluated')
      failures.push({ ...failure, reason: 'error', detail: detailOf(error) })
    }
    const arrivals = [...news].flatMap(([deviceId, readings]) => arrivalsOf(deviceId, readings))
    const observations = arrivals.flatMap(arrival => directObservations(direct, arrival, failed))
    // Rounds of one observation for each watch and device, in the order of time.
    const queues = [...Map.groupBy(observations, one => stateKey(one.watch, one.device.id)).values()]
    for (let round = 0; queues.some(queue => queue.length > round); round++) {
      const now = queues.flatMap((queue): Observation[] => queue.slice(round, round + 1))
      await evaluate(services, now, { failed: async (seen, error) => failed(failureKeyOf(seen), error) })
    }
    if (failures.length > 0) await keepFailures(services.db, failures, isoNow(services))
  }

  /** Reads what was stored before, for devices this process hears for the first time. */
  const learn = async (news: Map<number, Stored[]>): Promise<void> => {
    const unknown = [...news].filter(([id, readings]) => readings.some(({ key }) => !seen.get(id)?.has(key)))
    if (unknown.length === 0) return
    for (const [id] of unknown) listenTo(id)
    const keys = [...new Set(unknown.flatMap(([, readings]) => readings.map(({ key }) => key)))]
    const now = services.now()
    const stored = await newestReadings(services.series, {
      deviceIds: unknown.map(([id]) => id),
      keys,
      corrections: [],
      from: now - NEWS_MS,
      until: now + NEWS_MS,
      most: 1 + Math.max(...unknown.map(([, readings]) => readings.length)),
    })
    for (const [id, readings] of unknown) {
      const ofDevice = seen.get(id) ?? new Map<string, Reading>()
      for (const key of new Set(readings.map(one => one.key))) {
        const times = new Set(readings.filter(one => one.key === key).map(one => one.time))
        const before = stored
          .get(id)
          ?.get(key)
          ?.find(one => !times.has(one.time))
        if (!ofDevice.has(key)) ofDevice.set(key, before ?? { time: Number.NEGATIVE_INFINITY, value: 0 })
      }
      seen.set(id, ofDevice)
    }
  }

  /** Arrivals newer than what was seen, in the order of time. */
  const arrivalsOf = (deviceId: number, readings: Stored[]): Arrival[] => {
    const times = new Map<number, Arrival>()
    for (const { key, time, value } of readings.toSorted((a, b) => a.time - b.time)) {
      const before = seen.get(deviceId)?.get(key)
      if (before && time <= before.time) continue
      const arrival = times.get(time) ?? { deviceId, time, readings: new Map() }
      arrival.readings.set(key, { value, previous: before && Number.isFinite(before.time) ? before : null })
      times.set(time, arrival)
      noteSeen(deviceId, key, { time, value })
    }
    return [...times.values()]
  }

  return {
    /** Call it with what was just stored, before it is told to others. */
    stored: (deviceId: number, readings: readonly Stored[]): void => {
      if (rules && !isStale() && (rules.direct.length === 0 || isUnwatched(deviceId))) return
      const oldest = services.now() - NEWS_MS
      const recent = readings.filter(({ time }) => time > oldest)
      if (recent.length === 0) return
      takenHere.set(
        deviceId,
        recent.reduce((newest, { time }) => Math.max(newest, time), 0),
      )
      waiting.push({ deviceId, readings: recent })
      timer ??= setTimeout(begin, GATHER_MS)
    },
    /** Resolves when all that waits has been looked at. */
    settle: (): Promise<void> => begin(),
  }
}
