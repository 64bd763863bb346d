import { DAY, type Episode, into } from './episodes.ts'
import { ramp } from './noise.ts'

/**
 * Trouble of the barn itself, not of the sensor. `short_circuit`: used air comes back in, only this share of what the
 * fans move is fresh. `pit_air`: air from the slurry pit, ppm NH3 by day and at its worst before dawn, building up over
 * days.
 */
export type Trouble = Episode &
  ({ kind: 'short_circuit'; fresh_share: number } | { kind: 'pit_air'; day_ppm: number; dawn_ppm: number })

export const troublesAt = (
  troubles: readonly Trouble[],
  since: number,
  hour: number,
): { fresh_share: number; nh3: number } => {
  const effect = { fresh_share: 1, nh3: 0 }
  for (const trouble of troubles) {
    const passed = into(trouble, since)
    if (passed === null) continue
    const build = ramp(passed, 0, 4 * DAY) * (1 - ramp(passed, trouble.length - DAY, trouble.length))
    if (trouble.kind === 'short_circuit') effect.fresh_share *= 1 - (1 - trouble.fresh_share) * build
    else effect.nh3 += build * (trouble.day_ppm + (trouble.dawn_ppm - trouble.day_ppm) * beforeDawn(hour))
  }
  return effect
}

/** Rises from two o'clock, worst between half past four and half past six, gone at nine. */
const beforeDawn = (hour: number): number => ramp(hour, 2, 4.7) * (1 - ramp(hour, 6.3, 9))
