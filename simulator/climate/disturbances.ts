import { DAY_MS } from '#shared/rules/time/units.ts'
import { ramp } from './noise.ts'
import { into, type Recurrence } from './recurrence.ts'

/**
 * Trouble of the barn itself, not of the sensor. `short_circuit`: used air comes back in, only this share of what the
 * fans move is fresh. `pit_air`: air from the slurry pit, ppm NH3 by day and at its worst before dawn, building up over
 * days.
 */
export type Disturbance = Recurrence &
  ({ kind: 'short_circuit'; fresh_share: number } | { kind: 'pit_air'; day_ppm: number; dawn_ppm: number })

export const disturbancesAt = (
  disturbances: readonly Disturbance[],
  since: number,
  hour: number,
): { fresh_share: number; nh3: number } => {
  const effect = { fresh_share: 1, nh3: 0 }
  for (const disturbance of disturbances) {
    const passed = into(disturbance, since)
    if (passed === null) continue
    const build = ramp(passed, 0, 4 * DAY_MS) * (1 - ramp(passed, disturbance.length - DAY_MS, disturbance.length))
    if (disturbance.kind === 'short_circuit') effect.fresh_share *= 1 - (1 - disturbance.fresh_share) * build
    else effect.nh3 += build * (disturbance.day_ppm + (disturbance.dawn_ppm - disturbance.day_ppm) * beforeDawn(hour))
  }
  return effect
}

/** Rises from two o'clock, worst between half past four and half past six, gone at nine. */
const beforeDawn = (hour: number): number => ramp(hour, 2, 4.7) * (1 - ramp(hour, 6.3, 9))
