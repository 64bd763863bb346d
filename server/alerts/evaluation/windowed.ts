import {
  type Condition,
  isExcluded,
  type LocalMoment,
  localMomentOf,
  numberOf,
  type Window,
} from '#shared/rules/alerts/alert-rule.ts'
import type { Correction } from '#shared/rules/data-quality/calibration.ts'
import type { Interval } from '#shared/rules/time/interval.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { isOwnThroughout } from '../../devices/watching/watched.ts'
import type { Services } from '../../kit/services.ts'
import { windowsOf } from '../../series/windows.ts'
import { measurementsOf } from '../rules/quantity.ts'
import type { ActiveRule } from '../rules/rule-store.ts'
import type { Observation } from './evaluate.ts'
import { watchOf } from './state-store.ts'
import { edgeAt, hungSince, type Placed, restsAt, type Watched, type WatchedRule } from './targets.ts'

/** A change from one reading to the next is no matter of the window: its readings are asked for one by one. */
const MAX_FOR_CHANGES = 180

const minutesOf = ({ rule }: WatchedRule): ActiveRule['calculation_minutes'] =>
  rule.comparison === 'absolute_change' && rule.calculation_minutes > MAX_FOR_CHANGES
    ? MAX_FOR_CHANGES
    : rule.calculation_minutes

/** Local times of one moment, worked out once for each zone. */
export const momentsAt = (at: number): ((zone: string) => LocalMoment) => {
  const moments = new Map<string, LocalMoment>()
  return zone => {
    const moment = moments.get(zone) ?? localMomentOf(at, zone)
    moments.set(zone, moment)
    return moment
  }
}

/**
 * Observations of the rules that look back, at `until` (epoch ms): one query for each length of time, however many
 * rules there are.
 */
export const windowedObservations = async (
  { series }: { series: Pick<Services['series'], 'query'> },
  watched: Pick<Watched, 'rules' | 'devices'>,
  corrections: readonly Correction[],
  until: number,
): Promise<Observation[]> => {
  const rules = watched.rules.filter(one => one.rule.calculation_minutes > 0)
  const placeTimeOf = momentsAt(until)
  const observations: Observation[] = []
  for (const [minutes, alike] of Map.groupBy(rules, minutesOf)) {
    const from = until - minutes * MINUTE_MS
    const windows = await windowsOf(series as Services['series'], {
      deviceIds: [...new Set(alike.flatMap(one => [...one.devices.keys()]))],
      keys: keysOf(alike),
      corrections,
      from,
      until,
      intervalOf: id => 1000 * (watched.devices.get(id)?.upload_interval ?? 0),
    })
    const period = { from: new Date(from).toISOString(), until: new Date(until).toISOString() }
    for (const { rule, devices } of alike) {
      const condition = { ...rule, calculation_minutes: minutes }
      for (const [id, spans] of devices) {
        const device = watched.devices.get(id)
        if (!device || isExcluded(rule, placeTimeOf(device.zone)) || restsAt(rule, device)) continue
        if (!hungSince(device, period.from)) continue
        if (!isOwnThroughout(spans, period.from, period.until)) continue
        observations.push(observationOf(rule, condition, device, windows.get(id), { from, until }))
      }
    }
  }
  return observations
}

const keysOf = (rules: readonly WatchedRule[]): string[] => [
  ...new Set(rules.flatMap(({ rule }) => measurementsOf(rule.physical_quantity_id))),
]

const observationOf = (
  rule: ActiveRule,
  condition: Condition,
  device: Placed,
  windows: Map<string, Window> | undefined,
  { from, until }: Interval,
): Observation => ({
  watch: watchOf(rule),
  kind: 'rule',
  rule,
  urgency: rule.urgency,
  edge: edgeAt(rule, device, until),
  device,
  at: until,
  from,
  numbers: measurementsOf(rule.physical_quantity_id).flatMap(measurement => {
    const window = windows?.get(measurement)
    return window ? [{ measurement, number: numberOf(condition, window) }] : []
  }),
})
