import type { TakenPeriod } from '../tables.ts'
import { readKeysOf } from './placed-intervals.ts'
import type { ExportPlan } from './plan.ts'

/** Periods that are read of each device, up to now. */
export const takenOf = ({ intervals, keys }: Pick<ExportPlan, 'intervals' | 'keys'>, now: number): TakenPeriod[] =>
  intervals
    .filter(({ from }) => from < now)
    .map(interval => {
      const { deviceId, from, until, consent } = interval
      const taken = {
        device_id: deviceId,
        from: new Date(from).toISOString(),
        until: new Date(Math.min(until, now)).toISOString(),
      }
      if (!consent) return taken
      const by = { research_id: consent.researchId, location_id: consent.locationId }
      return { ...taken, consent: { ...by, measurements: readKeysOf(interval, keys) } }
    })
