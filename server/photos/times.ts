import type { Interval } from '#shared/rules/time/interval.ts'
import type { DeviceInterval } from './photo-store.ts'

/** Part of one of the equal steps of a period: times (ISO 8601) from ≤ t < until of a device. */
export interface StepPart {
  step: number
  device_id: number
  from: string
  until: string
}

/** Intervals of a device, cut where the equal steps of a period begin. */
export const stepParts = (
  intervals: readonly DeviceInterval[],
  { from, until }: Interval,
  steps: number,
): StepPart[] => {
  const length = (until - from) / steps
  const startOf = (step: number): number => Math.ceil(from + step * length)
  return intervals.flatMap(one => {
    const first = Math.max(0, Math.floor((one.from - from) / length) - 1)
    const parts: StepPart[] = []
    for (let step = first; step < steps && startOf(step) < one.until; step++) {
      const [begin, end] = [Math.max(one.from, startOf(step)), Math.min(one.until, startOf(step + 1))]
      if (begin < end)
        parts.push({
          step,
          device_id: one.deviceId,
          from: new Date(begin).toISOString(),
          until: new Date(end).toISOString(),
        })
    }
    return parts
  })
}
