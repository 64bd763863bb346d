import { directNumberOf, isExcluded, localMomentOf, type Reading } from '#shared/rules/alerts/alert-rule.ts'
import { type Correction, calibrationOffsetAt } from '#shared/rules/data-quality/calibration.ts'
import { correctionsOf } from '../../devices/calibrations.ts'
import { isOwnThroughout } from '../../devices/watching/watched.ts'
import type { Database } from '../../kit/database/database.ts'
import { measurementsOf } from '../rules/quantity.ts'
import type { ActiveRule } from '../rules/rule-store.ts'
import type { Observation } from './evaluate.ts'
import { watchOf } from './state-store.ts'
import { edgeAt, hungSince, type Placed, restsAt, type Watched, type WatchedRule } from './targets.ts'

/** The rules that look at each message, at hand by device. */
export interface DirectRules {
  byDevice: Map<number, { device: Placed; rules: { rule: ActiveRule; spans: WatchedRule['devices'] }[] }>
  /** The measurements any of them looks at. */
  keys: Set<string>
  corrections: Map<number, Correction[]>
}

export const directRulesOf = async (
  db: Database,
  watched: Pick<Watched, 'rules' | 'devices'>,
): Promise<DirectRules> => {
  const direct = watched.rules.filter(one => one.rule.calculation_minutes === 0)
  const byDevice: DirectRules['byDevice'] = new Map()
  for (const { rule, devices } of direct)
    for (const id of devices.keys()) {
      const device = watched.devices.get(id)
      if (!device) continue
      const known = byDevice.get(id) ?? { device, rules: [] }
      known.rules.push({ rule, spans: devices })
      byDevice.set(id, known)
    }
  const corrections = await correctionsOf(db, [...byDevice.keys()])
  return {
    byDevice,
    keys: new Set(direct.flatMap(({ rule }) => measurementsOf(rule.physical_quantity_id))),
    corrections: Map.groupBy(corrections, one => one.device_id),
  }
}

/** Readings that came at one time from one device, raw, each with the reading before it. */
export interface Arrival {
  deviceId: number
  time: number
  readings: Map<string, { value: number; previous: Reading | null }>
}

/**
 * Observations of the direct rules in one arrival. A rule that cannot be looked at throws, or where `failed` is given
 * is told there.
 */
export const directObservations = (
  direct: DirectRules,
  { deviceId, time, readings }: Arrival,
  failed?: (rule: { watch: string; alert_rule_id: number; user_id: number }, error: unknown) => void,
): Observation[] => {
  const known = direct.byDevice.get(deviceId)
  if (!known) return []
  const { device, rules } = known
  const corrections = direct.corrections.get(deviceId) ?? []
  const calibrated = (key: string, reading: Reading): Reading => ({
    ...reading,
    value: reading.value + calibrationOffsetAt(corrections, deviceId, key, reading.time),
  })
  const at = new Date(time).toISOString()
  const moment = localMomentOf(time, device.zone)
  const look = ({ rule, spans }: (typeof rules)[number]): Observation[] => {
    const isWatched = (from: string): boolean =>
      hungSince(device, from) && isOwnThroughout(spans.get(deviceId), from, at)
    if (isExcluded(rule, moment) || restsAt(rule, device) || !isWatched(at)) return []
    const numbers = measurementsOf(rule.physical_quantity_id).flatMap(measurement => {
      const one = readings.get(measurement)
      if (!one) return []
      // Readings from elsewhere, or for somebody else, are nothing to compare with.
      const isKnown = one.previous !== null && isWatched(new Date(one.previous.time).toISOString())
      const previous = isKnown && one.previous ? calibrated(measurement, one.previous) : null
      const reading = calibrated(measurement, { time, value: one.value })
      return [{ measurement, number: directNumberOf(rule, reading, previous, 1000 * device.upload_interval) }]
    })
    if (numbers.length === 0) return []
    return [
      {
        watch: watchOf(rule),
        kind: 'rule',
        rule,
        urgency: rule.urgency,
        edge: edgeAt(rule, device, time),
        device,
        at: time,
        from: time,
        numbers,
        direct: true,
      },
    ]
  }
  return rules.flatMap(one => {
    try {
      return look(one)
    } catch (error) {
      if (!failed) throw error
      failed({ watch: watchOf(one.rule), alert_rule_id: one.rule.id, user_id: one.rule.user_id }, error)
      return []
    }
  })
}
