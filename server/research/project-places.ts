import type { ResearchPlace } from '#shared/contract/places/consents.ts'
import { roundedPlace } from '#shared/rules/research/consent.ts'
import { toInterval, toSpan } from '#shared/rules/time/interval.ts'
import { type KnownPlacement, knownPlacements, placementAsKnown } from '../devices/placement/known-placements.ts'
import { type ReadablePeriod, readableWithin } from '../devices/readable.ts'
import { fromJson } from '../kit/database/json.ts'
import type { Words } from '../kit/language.ts'
import type { Services } from '../kit/services.ts'
import type { Caller } from '../locations/access.ts'
import { pointsOfLocations } from '../locations/places.ts'
import { heardHours } from '../series/coverage.ts'
import type { ResearchRow } from './store.ts'

type Asking = Pick<Services, 'db' | 'series' | 'now'> & { user: Caller; t: Words }

/** Placements as the caller may know them: those read by consent by numbers. */
export const presentPlaces = async (
  { db, t }: Pick<Asking, 'db' | 't'>,
  known: readonly KnownPlacement[],
): Promise<Omit<ResearchPlace, 'coverage'>[]> => {
  const points = await pointsOfLocations(
    db,
    known.map(({ placement }) => placement.location_id),
  )
  return known.map(({ placement, isNamed, periods }) => {
    const { location_name, area_name, device_name } = placementAsKnown({ placement, isNamed }, t)
    const { lat, lon } = points.get(placement.location_id) ?? { lat: null, lon: null }
    return {
      location_research_id: placement.id,
      location_id: placement.location_id,
      location_name,
      area_id: placement.area_id,
      area_name,
      area_type_id: placement.area_type_id,
      device_id: placement.device_id,
      device_name,
      start: placement.start,
      end: placement.end,
      time_zone: placement.time_zone,
      ...(lat === null || lon === null ? { lat: null, lon: null } : roundedPlace({ lat, lon })),
      pseudonymous: !isNamed,
      readable: periods.map(period => {
        const { start, end } = toSpan(period)
        return { from: start || placement.start, until: end, measurements: measurementsOf(period) }
      }),
    }
  })
}

/** Placements of a project with how complete their data is: what the caller may read of the measurements it is about. */
export const projectPlaces = async (context: Asking, project: ResearchRow): Promise<ResearchPlace[]> => {
  const known = await knownPlacements(context, project)
  const targets = project.target_measurements ? fromJson(project.target_measurements) : []
  const upToNow = { from: Date.parse(project.start), until: Math.min(toInterval(project).until, context.now()) }
  const coverages = await coverageOf(
    context,
    known.map(({ placement, periods }) => ({
      deviceId: placement.device_id,
      periods: readableWithin(periods, upToNow),
    })),
    targets,
  )
  const places = await presentPlaces(context, known)
  return places.map((place, index) => ({ ...place, coverage: coverages[index] ?? null }))
}

const measurementsOf = ({ consent }: ReadablePeriod): string[] | null => (consent ? [...consent.measurements] : null)

/** Temperature and humidity: what nearly every device measures, where a project names nothing. */
const USUAL = ['t', 'h']

const coverageOf = async (
  context: Pick<Services, 'db' | 'series'>,
  placed: readonly { deviceId: number; periods: readonly ReadablePeriod[] }[],
  targets: readonly string[],
): Promise<(number | null)[]> => {
  const keys = targets.length > 0 ? targets : USUAL
  const readings = placed.flatMap(({ deviceId, periods }, index) =>
    periods.map(({ consent, from, until }) => ({
      index,
      source: { deviceId, ranges: [{ from, until }] },
      keys: keys.filter(key => consent?.measurements.includes(key) ?? true),
    })),
  )
  const counts = placed.map(() => ({ heard: 0, expected: 0 }))
  for (const of of Map.groupBy(readings, one => one.keys.join()).values()) {
    const wanted = of[0]?.keys ?? []
    if (wanted.length === 0) continue
    const byPlace = [...Map.groupBy(of, one => one.index)]
    const found = await heardHours(
      context,
      byPlace.map(([, parts]) => parts.map(({ source }) => source)),
      wanted,
    )
    byPlace.forEach(([index], at) => {
      const [count, more] = [counts[index], found[at]]
      if (!count || !more) return
      count.heard += more.heard
      count.expected += more.expected
    })
  }
  return counts.map(({ heard, expected }) => (expected < 1 ? null : Math.min(1, heard / Math.floor(expected))))
}
