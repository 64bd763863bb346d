import {
  type ExposureQuery,
  flockEndpoints,
  MAX_EXPOSURE_DAYS,
  MAX_WATER_DAYS,
} from '#shared/contract/places/flocks.ts'
import { daysBetween } from '#shared/rules/locations/rounds.ts'
import { dayAfter } from '#shared/rules/time/calendar-periods.ts'
import { localDateAt } from '#shared/rules/time/local-time.ts'
import { serializable } from '../kit/database/store-error.ts'
import { Failure } from '../kit/failure.ts'
import { serve } from '../kit/http/serve.ts'
import type { Words } from '../kit/language.ts'
import type { Services } from '../kit/services.ts'
import { type Caller, holdArea, requireArea, requireLocation } from '../locations/access.ts'
import { type EmissionPlace, emissionPlaces, placeOfLocation } from '../locations/places.ts'
import { lockArea } from '../locations/rounds/diary-answers.ts'
import { emptiedRound, roundAxis } from './axis.ts'
import { answerCounts, diaryCounts } from './diary-counts.ts'
import { exposureOfPlace } from './exposure.ts'
import { waterOfArea } from './water.ts'
import { deleteWater, keepWater } from './water-store.ts'

type Asking = Services & { user: Caller; t: Words }

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

  listDiaryCounts: async ({ params }, context) => {
    const { area, time_zone } = await areaToEdit(context, params.id)
    return diaryCounts(context.db, { area, time_zone, now: context.now(), user: context.user })
  },

  answerDiaryCounts: async ({ params, body }, context) => {
    const { area, time_zone } = await areaToEdit(context, params.id)
    await serializable(context.db, async trx => {
      await holdArea(trx, context.user, area, 'edit')
      await lockArea(trx, area.id)
      await answerCounts(trx, context.t, { area, time_zone, now: context.now(), user: context.user }, body.answers)
    })
    return undefined
  },

  listWater: async ({ params, query }, { db, user }) => {
    const area = await requireArea(db, user, params.id, 'read')
    const within = { from: query.date_start, until: dayAfter(query.date_end) }
    if (daysBetween(within.from, within.until) > MAX_WATER_DAYS) throw new Failure('too_much_data')
    return waterOfArea(db, area, (await placeOfLocation(db, area.location_id))?.time_zone ?? 'UTC', within)
  },

  saveWater: async ({ params, body: { days } }, context) => {
    const { area, time_zone } = await areaToEdit(context, params.id)
    const today = localDateAt(context.now(), time_zone)
    const wrong = days.flatMap(({ date }, index): [string, string[]][] => {
      const isTwice = days.findIndex(other => other.date === date) < index
      const sentence = date > today ? 'fields.day_to_come' : isTwice ? 'fields.same_day_twice' : null
      return sentence === null ? [] : [[`days.${index}.date`, [context.t(sentence)]]]
    })
    if (wrong.length > 0) throw new Failure('no_valid_input', { fields: Object.fromEntries(wrong) })
    await context.db.transaction().execute(async trx => {
      await holdArea(trx, context.user, area, 'edit')
      const gone = days.filter(({ litres }) => litres === null)
      await deleteWater(
        trx,
        area.id,
        gone.map(({ date }) => date),
      )
      for (const { date, litres } of days) if (litres !== null) await keepWater(trx, { area_id: area.id, date, litres })
    })
    return undefined
  },
})

/** An area in which the caller may write down what animals do. */
const areaToEdit = async ({ db, user }: Asking, id: number) => {
  const area = await requireArea(db, user, id, 'edit')
  return { area, time_zone: (await placeOfLocation(db, area.location_id))?.time_zone ?? 'UTC' }
}

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
