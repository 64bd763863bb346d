import { type ExposureQuery, flockEndpoints, MAX_EXPOSURE_DAYS } from '#shared/contract/places/flocks.ts'
import { daysBetween } from '#shared/rules/locations/rounds.ts'
import { dayAfter } from '#shared/rules/time/calendar-periods.ts'
import { Failure } from '../kit/failure.ts'
import { serve } from '../kit/http/serve.ts'
import type { Services } from '../kit/services.ts'
import { type Caller, requireArea, requireLocation } from '../locations/access.ts'
import { type EmissionPlace, emissionPlaces } from '../locations/places.ts'
import { emptiedRound, roundAxis } from './axis.ts'
import { exposureOfPlace } from './exposure.ts'

type Asking = Services & { user: Caller }

export const flockRoutes = serve(flockEndpoints, {
  getExposure: async ({ query }, context) => {
    const place = await placeAsked(context, query)
    const within = { from: query.date_start, until: dayAfter(query.date_end) }
    if (daysBetween(within.from, within.until) > MAX_EXPOSURE_DAYS) throw new Failure('too_much_data')
    return { ...within, areas: await exposureOfPlace(context, place, within, query.by) }
  },

  getRoundAxis: async ({ params, query }, context) => {
    const { place, area } = await areaAsked(context, params.id)
    return roundAxis(context, place, area, query.measure)
  },

  getEmptied: async ({ params }, context) => {
    const { place, area } = await areaAsked(context, params.id)
    return { round: await emptiedRound(context, place, area) }
  },
})

/** An area the caller sees with its location, which holds that area alone. Throws not_found. */
const areaAsked = async (context: Asking, area_id: number) => {
  const place = await placeAsked(context, { area_id })
  const [area] = place.areas
  if (!area) throw new Failure('not_found')
  return { place, area }
}

/** The location with the areas that were asked for. Throws not_found where the caller sees none. */
const placeAsked = async (
  { db, user }: Asking,
  { area_id, location_id = 0 }: Pick<ExposureQuery, 'area_id' | 'location_id'>,
): Promise<EmissionPlace> => {
  const area = area_id === undefined ? null : await requireArea(db, user, area_id, 'read')
  const { id } = area ? { id: area.location_id } : await requireLocation(db, user, location_id, 'read')
  const [place] = await emissionPlaces(db, [id])
  if (!place) throw new Failure('not_found')
  return area ? { ...place, areas: place.areas.filter(one => one.id === area.id) } : place
}
