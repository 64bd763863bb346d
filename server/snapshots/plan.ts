import { DEFAULT_TIME_ZONE, type Language } from '#shared/contract/fixed.ts'
import type { ExportInput } from '#shared/contract/measurements/exports.ts'
import type { SnapshotScope } from '#shared/contract/measurements/snapshots.ts'
import { elementAt } from '#shared/rules/collections/elements.ts'
import { partsWithin } from '#shared/rules/time/interval.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import type { ConsentedRead } from '../consents/ledger.ts'
import { correctionsOf } from '../devices/calibrations.ts'
import { type PlacementRow, placementsOfProjects } from '../devices/placement/placements.ts'
import { type ConsentedPeriod, consentedPeriodsOf, underPseudonym } from '../devices/readable.ts'
import { countValues, estimate } from '../exports/making/counting.ts'
import type { PlacedInterval } from '../exports/making/placed-intervals.ts'
import { type ExportPlan, stepKept } from '../exports/making/plan.ts'
import { Failure } from '../kit/failure.ts'
import type { Words } from '../kit/language.ts'
import type { Services } from '../kit/services.ts'
import type { ResearchRow } from '../research/projects.ts'
import { suspectIntervalsIn } from '../series/faults.ts'
import { hoursAloneUntil } from '../series/summaries/horizon.ts'
import { MEASUREMENT_TYPES, measurementTypeOf } from '../taxonomy/types.ts'

/** An interval that is frozen, with the consent by which it may be. */
export type FrozenInterval = PlacedInterval & { consent: ConsentedPeriod['consent'] }

/** Plan of a version: an export of what owners have agreed to share, and of nothing else. */
export interface SnapshotPlan extends ExportPlan {
  intervals: FrozenInterval[]
  /** Placements of the intervals, by their id. */
  placements: ReadonlyMap<number, PlacementRow>
}

const ORDER = new Map<string, number>(MEASUREMENT_TYPES.map(({ abbreviation }, index) => [abbreviation, index]))
const inOrder = (keys: Iterable<string>): string[] =>
  [...new Set(keys)].sort((a, b) => (ORDER.get(a) ?? 0) - (ORDER.get(b) ?? 0))

/** The same values for everybody: calibrated, without doubtful ones, with signs that every program reads. */
const INPUT: ExportInput = {
  interval: 'selection',
  index: 0,
  format: 'csv',
  separator: 'comma',
  decimal: 'point',
  calendar: false,
  raw: false,
  without_faults: true,
}

interface Asking extends Pick<Services, 'db' | 'series'> {
  language: Language
  t: Words
  /** Time (epoch ms) up to which there is anything to freeze. */
  at: number
}

/**
 * Reads what owners have agreed to share in a period, and counts it. Also of places that who freezes sees anyway: a version may be
 * published, and then everybody reads it. Throws no_valid_input for a measurement nobody knows.
 */
export const planSnapshot = async (
  { db, series, language, t, at }: Asking,
  project: ResearchRow,
  scope: SnapshotScope,
): Promise<SnapshotPlan> => {
  const unknown = scope.measurements?.find(key => !measurementTypeOf(key))
  if (unknown !== undefined)
    throw new Failure('no_valid_input', {
      fields: { measurements: [t('rejections.unknown_measurement', { field: unknown })] },
    })
  const within = { from: Date.parse(scope.from), until: Math.min(Date.parse(scope.until), at) }
  const rows = await placementsOfProjects(db, [project.id])
  const placements = new Map(rows.map(row => [row.id, row]))
  const wanted = scope.measurements && new Set(scope.measurements)
  const intervals = (await consentedPeriodsOf(db, [project]))
    .flatMap((period): FrozenInterval[] => {
      const placement = placements.get(period.consent.placementId)
      const measurements = period.consent.measurements.filter(key => wanted?.has(key) ?? true)
      if (!placement || measurements.length === 0) return []
      const { device_name: device, area_name: area, location_name: location } = underPseudonym(placement, t)
      return partsWithin([period], within).map(part => ({
        ...part,
        ...{
          deviceId: period.device_id,
          device,
          name: device,
          area,
          areaId: null,
          location,
          zone: placement.time_zone,
        },
        consent: { ...period.consent, measurements },
      }))
    })
    .sort((one, other) => one.deviceId - other.deviceId || one.from - other.from)
  const aloneUntil = await hoursAloneUntil(db)
  const counted = await countValues(series, intervals, aloneUntil)
  const keys = inOrder(counted.map(({ key }) => key))
  const deviceIds = [...new Set(intervals.map(({ deviceId }) => deviceId))]
  const step = stepKept(scope.step_seconds ?? null, intervals, aloneUntil)
  return {
    input: INPUT,
    language,
    ...within,
    zone: intervals[0]?.zone ?? DEFAULT_TIME_ZONE,
    days: Math.max(0, (within.until - within.from) / DAY_MS),
    step,
    intervals,
    placements,
    corrections: await correctionsOf(db, deviceIds),
    without: await suspectIntervalsIn(db, deviceIds, within.from, within.until),
    counted,
    aloneUntil,
    keys,
    present: keys,
    ...estimate(counted, step),
  }
}

/** Reads of a plan as the consent ledger keeps them. */
export const frozenReads = ({ intervals }: Pick<SnapshotPlan, 'intervals'>): ConsentedRead[] =>
  intervals.map(({ deviceId, from, until, consent }) => ({
    deviceId,
    from,
    until,
    researchId: consent.researchId,
    locationId: consent.locationId,
    measurements: consent.measurements,
  }))

/** Placements that are frozen, in order, each with its intervals. */
export const frozenPlacements = ({ intervals, placements }: Pick<SnapshotPlan, 'intervals' | 'placements'>) =>
  [...Map.groupBy(intervals, ({ consent }) => consent.placementId)].flatMap(([id, of]) => {
    const placement = placements.get(id)
    return placement ? [{ placement, intervals: of, names: elementAt(of, 0) }] : []
  })
