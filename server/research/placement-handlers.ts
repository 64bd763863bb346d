import { Temporal } from 'temporal-polyfill'
import { elementAt } from '#shared/rules/collections/elements.ts'
import { contains } from '#shared/rules/time/rental.ts'
import { publishCustodyChanged } from '../custody/news.ts'
import { placesSeenBy, withoutUnseenProject } from '../devices/access.ts'
import {
  changePlacement,
  deletePlacement,
  endPlacement,
  endPlacementsOfIds,
  lockDevices,
  type PlacementRow,
} from '../devices/placement/placements.ts'
import { Failure } from '../kit/failure.ts'
import { isoNow } from '../kit/services.ts'
import { lockLocation } from '../locations/places.ts'
import type { ResearchHandlers } from './handlers.ts'
import {
  forEachDevice,
  holdPlaces,
  type Planner,
  placeDevices,
  presentPlacements,
  refusedField,
  requireFree,
  requireManaged,
  requirePlacement,
  requirePlacementRight,
  requirePlaces,
  requireProject,
  requireSubject,
  visiblePlacements,
} from './placing.ts'

/** Handlers of location research: where devices hang, and when. */
export const placementHandlers: Pick<
  ResearchHandlers,
  | 'listLocationResearch'
  | 'createLocationResearch'
  | 'updateLocationResearch'
  | 'deleteLocationResearch'
  | 'endLocationResearch'
  | 'continueLocationResearch'
> = {
  listLocationResearch: async ({ query }, context) => {
    const now = isoNow(context)
    const rows = await visiblePlacements({ ...context, now })
    const wanted = rows.filter(row => {
      if (row.start > now) return query.show_future ?? query.active === undefined
      return query.active === undefined || contains(row, now) === query.active
    })
    const zone = query.timezone
    if (zone === undefined) return wanted
    return wanted.map(row => ({
      ...row,
      start: withOffset(row.start, zone),
      end: row.end && withOffset(row.end, zone),
    }))
  },

  createLocationResearch: async ({ body }, context) => {
    const { db } = context
    const planner = { ...context, now: isoNow(context) }
    await requirePlaces(planner, body.location_id, [body.area_id])
    requireSubject(body.research_subject_id, context.t)
    await requireProject(planner, body.research_id ?? null)
    const { device_ids, move, ...rest } = body
    const placing = { ...rest, research_id: body.research_id ?? null, end: body.end ?? null }
    const placings = [...new Set(device_ids)].map(device_id => ({ ...placing, device_id }))
    const fieldOf = (index: number) => (placings.length > 1 ? `device_ids.${index}` : 'device_ids')
    const ids = await db.transaction().execute(async inside => {
      await holdPlaces({ ...planner, db: inside }, body.location_id, [body.area_id])
      return placeDevices({ ...planner, db: inside }, placings, fieldOf, { move: move ?? false })
    })
    for (const id of new Set(device_ids)) publishCustodyChanged(context, id)
    return presentPlacements(planner, ids)
  },

  updateLocationResearch: async ({ params, body }, context) => {
    const { db } = context
    const planner = { ...context, now: isoNow(context) }
    const { placement: found, right } = await requirePlacementRight(planner, params.id)
    // The answer names the place: who only ends it takes DELETE.
    if (right !== 'manage') throw new Failure('not_allowed')
    if (body.research_subject_id !== undefined) requireSubject(body.research_subject_id, context.t)
    const places = await placesSeenBy(db, context.user)
    await db.transaction().execute(async inside => {
      const { placement, right: rightNow } = await heldPlacement({ ...planner, db: inside }, found)
      if (rightNow !== 'manage') throw new Failure('not_allowed')
      const wanted = { start: body.start, end: body.end === undefined ? placement.end : body.end }
      if (wanted.end !== null && wanted.end <= wanted.start)
        throw refusedField('end', context.t('fields.end_before_start'))
      const research_subject_id = body.research_subject_id ?? placement.research_subject_id
      const isUnseen = withoutUnseenProject(places, placement).research_id !== placement.research_id
      // A project is left as it is by people who do not see it: an owner has answered to it.
      const research_id =
        body.research_id === undefined || (isUnseen && body.research_id === null)
          ? placement.research_id
          : body.research_id
      if (research_id !== placement.research_id) {
        if (isUnseen) throw new Failure('not_allowed')
        await requireProject({ ...planner, db: inside }, research_id)
      }
      const placing = { ...wanted, device_id: placement.device_id }
      const custody_id = await requireFree({ ...planner, db: inside }, placing, 'start', placement.id)
      await changePlacement(inside, placement.id, { ...wanted, research_subject_id, research_id, custody_id })
    })
    publishCustodyChanged(context, found.device_id)
    return first(await presentPlacements(planner, [found.id]))
  },

  deleteLocationResearch: async ({ params }, context) => {
    const { db } = context
    const planner = { ...context, now: isoNow(context) }
    const { placement: found } = await requirePlacementRight(planner, params.id)
    await db.transaction().execute(async inside => {
      const { placement, right } = await heldPlacement({ ...planner, db: inside }, found)
      const { id, start, end } = placement
      if (right !== 'manage' && end !== null && end <= planner.now) throw new Failure('not_allowed')
      // Measurements up to now stay with their place.
      const isGone = right === 'manage' || start >= planner.now
      await (isGone ? deletePlacement(inside, id) : endPlacement(inside, id, planner.now))
    })
    publishCustodyChanged(context, found.device_id)
    return undefined
  },

  endLocationResearch: async ({ body }, context) => {
    const { db, t } = context
    const planner = { ...context, now: isoNow(context) }
    const ids = [...new Set(body.location_research_ids)]
    const { placements: found } = await requireManaged(planner, ids)
    const deviceIds = found.map(({ device_id }) => device_id)
    await db.transaction().execute(async inside => {
      await lockDevices(inside, deviceIds)
      const { placements, isManaged } = await requireManaged({ ...planner, db: inside }, ids)
      const held = new Map(placements.map(placement => [placement.id, placement]))
      const ended: number[] = []
      await forEachDevice({ db: inside, t }, deviceIds, async (_, index) => {
        const placement = held.get(elementAt(found, index).id)
        if (!placement) throw new Failure('not_found')
        const field = `location_research_ids.${ids.indexOf(placement.id)}`
        if (!isManaged(placement)) throw refusedField(field, t('fields.not_managed'))
        // Sent again, as its answer was lost, it is done.
        if (placement.end === body.end) return
        if (!contains(placement, body.end) || body.end === placement.start)
          throw refusedField(field, t('fields.not_in_period'))
        ended.push(placement.id)
      })
      await endPlacementsOfIds(inside, ended, body.end)
    })
    for (const id of new Set(deviceIds)) publishCustodyChanged(context, id)
    return undefined
  },

  continueLocationResearch: async ({ params, body }, context) => {
    const { db, t } = context
    const planner = { ...context, now: isoNow(context) }
    const found = await requirePlacement(planner, params.id)
    const [device_id, area_id] = [body.device_id ?? found.device_id, body.area_id ?? found.area_id]
    await requirePlaces(planner, found.location_id, [area_id])
    const ids = await db.transaction().execute(async inside => {
      await holdPlaces({ ...planner, db: inside }, found.location_id, [area_id])
      // The broken device may be anybody's by now: ending its placement needs the place, not the device.
      await lockDevices(inside, [found.device_id, device_id])
      const placement = await requirePlacement({ ...planner, db: inside }, found.id)
      if (!contains(placement, body.at) || body.at === placement.start)
        throw refusedField('at', t('fields.not_in_period'))
      const { location_id, research_subject_id, research_id, end } = placement
      const placing = { location_id, research_subject_id, research_id, end, device_id, area_id, start: body.at }
      await endPlacement(inside, placement.id, body.at)
      return placeDevices({ ...planner, db: inside }, [placing], () => 'device_id')
    })
    for (const id of [found.device_id, device_id]) publishCustodyChanged(context, id)
    return first(await presentPlacements(planner, ids))
  },
}

/**
 * A placement as it is from now on, with what the caller may do with it by now: others who change it, answer to its project, or take
 * its place from the caller, wait.
 */
const heldPlacement = async (planner: Planner, { id, device_id, location_id }: PlacementRow) => {
  await lockLocation(planner.db, location_id)
  await lockDevices(planner.db, [device_id])
  return requirePlacementRight(planner, id)
}

/** Instant as clocks of a zone show it. */
const withOffset = (time: string, timeZone: string): string =>
  Temporal.Instant.from(time).toString({ timeZone, fractionalSecondDigits: 3 })

const first = <Item>(items: Item[]): Item => {
  const [item] = items
  if (item === undefined) throw new Failure('not_found')
  return item
}
