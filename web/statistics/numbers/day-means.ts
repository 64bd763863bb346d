import type { StatisticsAnswer } from '#shared/contract/measurements/statistics.ts'
import type { DayMeans } from '#shared/rules/science/group-difference.ts'
import { dateTimeIn } from '../../kit/language/format.ts'

/** Means of the valid days of each of these areas or placements, by date; none for one that the answer does not know. */
export const dayMeansOf = (
  answer: StatisticsAnswer | undefined,
  ids: readonly number[],
  measurement: string,
): DayMeans[] =>
  ids.map(id => {
    const area = answer?.areas.find(one => (one.location_research_id ?? one.area_id) === id)
    const steps = area?.measurements[measurement]?.steps
    if (!area || !steps) return new Map()
    const days = steps.time.flatMap((time, index) => {
      const mean = steps.mean[index] ?? null
      return mean === null || !steps.valid[index]
        ? []
        : [[dateTimeIn(time, area.time_zone).slice(0, 10), mean] as const]
    })
    return new Map(days)
  })
