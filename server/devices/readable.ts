import { consentedOf } from '#shared/rules/research/consent.ts'
import { type Interval, mergeIntervals, partsWithin, toInterval } from '#shared/rules/time/interval.ts'
import { intersection, type Span } from '#shared/rules/time/rental.ts'
import { ledgerOf, statementsAbout } from '../consents/ledger.ts'
import type { Database } from '../kit/database/database.ts'
import type { Words } from '../kit/language.ts'
import type { Caller } from '../locations/access.ts'
import { MEASUREMENT_TYPES } from '../taxonomy/types.ts'
import { visiblePeriods } from './access.ts'
import { placementPeriodsAt, projectsReadBy, readProjectsOf } from './placement/placement-store.ts'
import { isPlaceActive } from './placement/placements.ts'

/** Consent by which a part of a device's time is read. */
export interface ReadBy {
  researchId: number
  locationId: number
  areaId: number
  placementId: number
  measurements: readonly string[]
}

/** Interval (epoch ms) of a device that is shared with a project. */
export interface ConsentedPeriod extends Interval {
  device_id: number
  consent: ReadBy
}

/** Interval (epoch ms) of a device that somebody may read: all of it, or by consent some measurements. */
export interface ReadablePeriod extends Interval {
  /** Consent that limits what is read; null where every measurement is seen. */
  consent: ReadBy | null
}

const KEYS = MEASUREMENT_TYPES.map(({ abbreviation }) => abbreviation)

/** Interval without the parts that lie in others, which are in order and apart from each other. */
const outside = (whole: Interval, taken: readonly Interval[]): Interval[] => {
  const left: Interval[] = []
  let { from } = whole
  for (const one of partsWithin(taken, whole)) {
    if (one.from > from) left.push({ from, until: one.from })
    from = one.until
  }
  if (from < whole.until) left.push({ from, until: whole.until })
  return left
}

/**
 * The periods of each device and measurement that a person may read, in order and without overlaps: what they see of a device,
 * and beside it what owners of locations have consented to in the research projects the person leads or was added to. Every reader
 * of values asks this or `visiblePeriods`, which knows no consent, and makes its query of the answer.
 */
export const readablePeriods = async (
  db: Database,
  user: Caller,
  deviceId?: number,
): Promise<Map<number, ReadablePeriod[]>> => {
  const visible = await visiblePeriods(db, user, deviceId)
  const readable = new Map<number, ReadablePeriod[]>()
  for (const [id, spans] of visible)
    readable.set(
      id,
      mergeIntervals(spans.map(toInterval)).map(one => ({ ...one, consent: null })),
    )
  const { only } = user
  if (user.admin && !(only && 'project' in only)) return readable
  for (const { device_id, ...period } of await consentedPeriods(db, user, deviceId)) {
    if (only && 'devices' in only && !only.devices.includes(device_id)) continue
    const seen = mergeIntervals((visible.get(device_id) ?? []).map(toInterval))
    const added = outside(period, seen).map(one => ({ ...one, consent: period.consent }))
    if (added.length > 0) readable.set(device_id, [...(readable.get(device_id) ?? []), ...added])
  }
  for (const periods of readable.values()) periods.sort((one, other) => one.from - other.from)
  return readable
}

/** Periods that owners of locations have consented to, of the projects of a person. */
const consentedPeriods = async (db: Database, user: Caller, deviceId?: number) => {
  const { only } = user
  const isOfOne = only && 'project' in only
  const projects = isOfOne ? await readProjectsOf(db, user, [only.project]) : await projectsReadBy(db, user)
  return consentedPeriodsOf(db, projects, deviceId)
}

/**
 * Periods of devices that owners of locations have consented to share with these projects, whoever reads: also those of places
 * that the reader sees anyway. What leaves the product for good is made of them alone. Deleted places are left out: their owners
 * could no longer say no.
 */
export const consentedPeriodsOf = async (
  db: Database,
  of: readonly (Span & { id: number })[],
  deviceId?: number,
): Promise<ConsentedPeriod[]> => {
  const projects = new Map(of.map(project => [project.id, project]))
  if (projects.size === 0) return []
  const ids = [...projects.keys()]
  const placements = (await placementPeriodsAt(db, { locations: [], projects: ids }, deviceId)).filter(isPlaceActive)
  if (placements.length === 0) return []
  const ledger = Map.groupBy(await ledgerOf(db, ids), row => row.research_id)
  return placements.flatMap(placement => {
    const project = projects.get(placement.research_id ?? 0)
    return project ? consentedOfPlacement(placement, project, ledger.get(project.id) ?? []) : []
  })
}

type Placed = Awaited<ReturnType<typeof placementPeriodsAt>>[number]

/** Shared periods of a placement: those in its own time, in that of the project, and in that of the consents. */
const consentedOfPlacement = (
  placement: Placed,
  project: Span & { id: number },
  ledger: Parameters<typeof statementsAbout>[0],
) => {
  const span = intersection(placement, project)
  if (!span) return []
  const within = toInterval(span)
  const { location_id: locationId, area_id: areaId, id: placementId, device_id } = placement
  return consentedOf(statementsAbout(ledger, locationId), device_id, KEYS).flatMap(({ measurements, ...one }) =>
    partsWithin([one], within).map(part => ({
      ...part,
      device_id,
      consent: { researchId: project.id, locationId, areaId, placementId, measurements },
    })),
  )
}

/** The periods of a device in which a measurement may be read. */
export const readableOf = (periods: readonly ReadablePeriod[], key: string): ReadablePeriod[] =>
  periods.filter(({ consent }) => consent === null || consent.measurements.includes(key))

/** Readable parts of a period. */
export const readableWithin = (periods: readonly ReadablePeriod[], within: Interval): ReadablePeriod[] =>
  periods.flatMap(one => partsWithin([one], within).map(part => ({ ...part, consent: one.consent })))

interface Named {
  device_id: number
  device_name: string
  area_id: number
  area_name: string
  location_id: number
  location_name: string
}

/** A placement as a researcher knows it: each thing by a number, none by its name. */
export const underPseudonym = <Placement extends Named>(placement: Placement, t: Words): Placement => ({
  ...placement,
  device_name: t('research.device_pseudonym', { number: placement.device_id }),
  area_name: t('research.area_pseudonym', { number: placement.area_id }),
  location_name: t('research.location_pseudonym', { number: placement.location_id }),
})
