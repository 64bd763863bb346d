import { type ResearchDataPlacement, researchDataEndpoints } from '#shared/contract/measurements/research-data.ts'
import { elementAt } from '#shared/rules/collections/elements.ts'
import { projectStateOf } from '#shared/rules/research/consent.ts'
import { toInterval } from '#shared/rules/time/interval.ts'
import { knownPlacements } from '../devices/placement/known-placements.ts'
import { readableWithin } from '../devices/readable.ts'
import { fromJson } from '../kit/database/json.ts'
import { type SignedIn, serve } from '../kit/http/serve.ts'
import type { Words } from '../kit/language.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { requireResearch } from '../research/access.ts'
import { presentPlaces } from '../research/project-places.ts'
import { heardKeys } from '../series/coverage.ts'
import { MEASUREMENT_TYPES } from '../taxonomy/types.ts'
import { readStatistics } from './read-statistics.ts'

type Asking = Services & { user: SignedIn; t: Words }
type Project = Awaited<ReturnType<typeof requireResearch>>

const KEYS = MEASUREMENT_TYPES.map(({ abbreviation }) => abbreviation)

/** Placements of which something may be read in the time of the project, with the times and measurements. */
const dataPlacements = async (context: Asking, project: Project): Promise<ResearchDataPlacement[]> => {
  const whole = toInterval(project)
  const upToNow = { from: whole.from, until: Math.min(whole.until, context.now()) }
  const known = (await knownPlacements(context, project))
    .map(one => ({ ...one, periods: readableWithin(one.periods, whole) }))
    .filter(({ periods }) => periods.length > 0)
  const pieces = known.flatMap(({ placement, periods }, index) =>
    readableWithin(periods, upToNow).map(({ consent, from, until }) => ({
      index,
      keys: consent?.measurements ?? KEYS,
      source: { deviceId: placement.device_id, ranges: [{ from, until }] },
    })),
  )
  const measured = known.map(() => new Set<string>())
  for (const of of Map.groupBy(pieces, ({ keys }) => keys.join()).values()) {
    const { keys } = elementAt(of, 0)
    const byPlacement = [...Map.groupBy(of, ({ index }) => index)]
    const parts = byPlacement.map(([, some]) => some.map(({ source }) => source))
    const heard = await heardKeys(context, parts, keys)
    byPlacement.forEach(([index], at) => {
      for (const key of heard[at] ?? []) measured[index]?.add(key)
    })
  }
  const places = await presentPlaces(context, known)
  return places.map((place, index) => ({ ...place, measured: KEYS.filter(key => measured[index]?.has(key)) }))
}

const groupedBy = <Key extends 'device_id' | 'location_id'>(places: readonly ResearchDataPlacement[], key: Key) =>
  [...Map.groupBy(places, place => place[key]).values()].map(of => ({
    ...elementAt(of, 0),
    location_research_ids: of.map(({ location_research_id }) => location_research_id),
  }))

/** The calls of the research dashboard: a project, what of it may be read, and its statistics. */
export const researchDataRoutes = serve(researchDataEndpoints, {
  getResearchData: async ({ params }, context) => {
    const project = await requireResearch(context.db, context.user, params.id)
    const places = await dataPlacements(context, project)
    const measured = new Set(places.flatMap(place => place.measured))
    const agreed = new Set(places.filter(place => place.pseudonymous).map(({ location_id }) => location_id))
    const { id, name, start, end } = project
    return {
      id,
      name,
      start,
      end,
      state: projectStateOf(project, isoNow(context)),
      target_measurements: project.target_measurements ? fromJson(project.target_measurements) : [],
      measurements: KEYS.filter(key => measured.has(key)),
      placements: places.length,
      agreed: agreed.size,
    }
  },

  listResearchDevices: async ({ params }, context) => {
    const project = await requireResearch(context.db, context.user, params.id)
    return groupedBy(await dataPlacements(context, project), 'device_id').map(
      ({ device_id, device_name, pseudonymous, location_research_ids }) => ({
        device_id,
        device_name,
        pseudonymous,
        location_research_ids,
      }),
    )
  },

  listResearchLocations: async ({ params }, context) => {
    const project = await requireResearch(context.db, context.user, params.id)
    return groupedBy(await dataPlacements(context, project), 'location_id').map(
      ({ location_id, location_name, lat, lon, time_zone, pseudonymous, location_research_ids }) => ({
        location_id,
        location_name,
        lat,
        lon,
        time_zone,
        pseudonymous,
        location_research_ids,
      }),
    )
  },

  listResearchPlacements: async ({ params }, context) =>
    dataPlacements(context, await requireResearch(context.db, context.user, params.id)),

  getResearchStatistics: async ({ params, query }, context) => {
    const project = await requireResearch(context.db, context.user, params.id)
    const { date_until, interval, ...rest } = query
    const usual = query.date_start ? 'selection' : 'lr'
    return readStatistics(
      context,
      { ...rest, interval: interval ?? usual, date_end: date_until },
      { each: 'placement', project },
    )
  },
})
