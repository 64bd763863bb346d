import type { FrozenCoverage } from '#shared/contract/measurements/snapshots.ts'
import { elementAt } from '#shared/rules/collections/elements.ts'
import { number, readRows, textColumn } from '../kit/database/read-rows.ts'
import type { Services } from '../kit/services.ts'
import { heardHoursByKey } from '../series/coverage.ts'
import type { SeriesSource } from '../series/readings.ts'
import { onlyHoursAlone } from '../series/summaries/horizon.ts'
import { hoursIn } from '../series/summaries/hours.ts'
import { type FrozenInterval, frozenPlacements, type SnapshotPlan } from './plan.ts'

const sourcesOf = (intervals: readonly FrozenInterval[]): SeriesSource[] =>
  [...Map.groupBy(intervals, ({ deviceId }) => deviceId)].map(([deviceId, ranges]) => ({ deviceId, ranges }))

/** Readings, by `placement measurement`. */
export type ValuesByPlacement = Map<string, number>

/** Readings that means are made of: the file does not say how many these are. */
const countReadings = async (series: Services['series'], plan: SnapshotPlan): Promise<ValuesByPlacement> => {
  const placed = frozenPlacements(plan)
  const values: ValuesByPlacement = new Map()
  const alike = Map.groupBy(plan.intervals, ({ consent }) => consent.measurements.join())
  for (const of of alike.values()) {
    const { consent } = elementAt(of, 0)
    const parts = placed.map(({ placement }) => sourcesOf(of.filter(one => one.consent.placementId === placement.id)))
    const hours = hoursIn({
      parts,
      keys: consent.measurements,
      without: plan.without,
      summed: onlyHoursAlone(plan.aloneUntil),
      columns: ['count'],
    })
    if (!hours) continue
    const rows = await readRows(
      series,
      { part: number, key: textColumn, count: number },
      `SELECT part, key, sum(hours.count) AS count FROM (${hours.query}) AS hours GROUP BY part, key`,
      hours.params,
    )
    for (const { part, key, count } of rows) {
      const name = `${placed[part]?.placement.id} ${key}`
      values.set(name, (values.get(name) ?? 0) + count)
    }
  }
  return values
}

/**
 * Readings of each measurement of each placement that are frozen, and the share of hours with readings, counted as on the page of
 * the project: doubtful ones were heard, too. `written` are the values of the file, which are readings unless they are means.
 */
export const countFrozen = async (
  { db, series }: Pick<Services, 'db' | 'series'>,
  plan: SnapshotPlan,
  written: ValuesByPlacement,
): Promise<FrozenCoverage[]> => {
  const placed = frozenPlacements(plan)
  const values = plan.step === null ? written : await countReadings(series, plan)
  const coverage = new Map<string, FrozenCoverage>()
  // Measurements that are shared in the same intervals are counted at once.
  const sameIntervals = Map.groupBy(plan.keys, key =>
    plan.intervals.map(({ consent }) => (consent.measurements.includes(key) ? 1 : 0)).join(''),
  )
  for (const keys of sameIntervals.values()) {
    const first = elementAt(keys, 0)
    const parts = placed.map(({ intervals }) =>
      sourcesOf(intervals.filter(({ consent }) => consent.measurements.includes(first))),
    )
    for (const [key, hours] of await heardHoursByKey({ db, series }, parts, keys))
      placed.forEach(({ placement, names }, index) => {
        const { heard, expected } = elementAt(hours, index)
        if (elementAt(parts, index).length === 0) return
        coverage.set(`${index} ${key}`, {
          placement: placement.id,
          ...{ device: names.device, area: names.area, location: names.location, measurement: key },
          values: values.get(`${placement.id} ${key}`) ?? 0,
          coverage: expected < 1 ? null : Math.min(1, heard / Math.floor(expected)),
        })
      })
  }
  return placed.flatMap((_, index) => plan.keys.flatMap(key => coverage.get(`${index} ${key}`) ?? []))
}
