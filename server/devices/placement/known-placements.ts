import { toInterval } from '#shared/rules/time/interval.ts'
import type { Database } from '../../kit/database/database.ts'
import type { Words } from '../../kit/language.ts'
import type { Caller } from '../../locations/access.ts'
import { isSeen, placesSeenBy } from '../access.ts'
import { type ReadablePeriod, readablePeriods, readableWithin, underPseudonym } from '../readable.ts'
import { isPlaceActive, type PlacementRow, placementsOfDevices, placementsOfProjects } from './placements.ts'

/** A placement with the times of it that somebody may read. */
export interface KnownPlacement {
  placement: PlacementRow
  /** True where the caller sees the place; otherwise it is read by consent, under pseudonyms. */
  isNamed: boolean
  /** Readable periods within the placement. */
  periods: ReadablePeriod[]
  /** All readable periods of its device. */
  ofDevice: readonly ReadablePeriod[]
}

/** Placements that a person sees, or reads something of by consent: those of a project, or of all devices they read. */
export const knownPlacements = async (
  { db, user }: { db: Database; user: Caller },
  project: { id: number } | null = null,
): Promise<KnownPlacement[]> => {
  const readable = await readablePeriods(db, user)
  const places = await placesSeenBy(db, user)
  const placements = project
    ? await placementsOfProjects(db, [project.id])
    : await placementsOfDevices(db, [...readable.keys()])
  return placements.filter(isPlaceActive).flatMap(placement => {
    const isNamed = isSeen(places, placement)
    const ofDevice = readable.get(placement.device_id) ?? []
    const periods = readableWithin(ofDevice, toInterval(placement)).filter(({ consent }) =>
      consent === null ? isNamed : consent.placementId === placement.id,
    )
    return isNamed || periods.length > 0 ? [{ placement, isNamed, periods, ofDevice }] : []
  })
}

/** Placement under the names that the person may know: those read by consent alone by numbers. */
export const placementAsKnown = (
  { placement, isNamed }: Pick<KnownPlacement, 'placement' | 'isNamed'>,
  t: Words,
): PlacementRow => (isNamed ? placement : underPseudonym(placement, t))

/** Names of the areas of which a person may read something, by id, as they may know them. */
export const areaNamesFor = async (asking: { db: Database; user: Caller; t: Words }): Promise<Map<number, string>> => {
  const known = (await knownPlacements(asking)).filter(({ periods }) => periods.length > 0)
  return new Map(
    known.map(one => {
      const { area_id, area_name } = placementAsKnown(one, asking.t)
      return [area_id, area_name]
    }),
  )
}
