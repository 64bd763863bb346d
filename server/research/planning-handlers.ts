import type { DeviceAvailability } from '#shared/contract/places/research.ts'
import { availabilityOf } from '#shared/rules/time/availability.ts'
import { overlaps } from '#shared/rules/time/rental.ts'
import { writeAudit } from '../audit/audit.ts'
import { publishCustodyChanged } from '../custody/news.ts'
import { isSeen, managedDevices, placesSeenBy, rentalsSeenBy, withoutUnseenProject } from '../devices/access.ts'
import { deviceNames } from '../devices/devices.ts'
import { type PlacementRow, placementsOfDevices } from '../devices/placement/placements.ts'
import { isoNow } from '../kit/services.ts'
import { sendSoon } from '../notifications/outbox/outbox.ts'
import { presentedResearch } from './access.ts'
import type { ResearchHandlers } from './handlers.ts'
import { setPeople } from './people.ts'
import {
  holdPlaces,
  mayOf,
  type PlacementRight,
  placeDevices,
  placementRights,
  presentPlacements,
  requirePlaces,
  requireProject,
  requireSubject,
} from './placing.ts'
import { insertResearch } from './store.ts'

/** Planning several devices at once, and what there is to plan with. */
export const planningHandlers: Pick<ResearchHandlers, 'quickStart' | 'listAvailability'> = {
  quickStart: async ({ body }, context) => {
    const { db, t } = context
    const planner = { ...context, now: isoNow(context) }
    const areaIds = new Set(body.devices.map(one => one.area_id))
    await requirePlaces(planner, body.location_id, areaIds)
    requireSubject(body.research_subject_id, t)
    await requireProject(planner, body.research_id ?? null)
    const { location_id, research_subject_id, start } = body
    const place = { location_id, research_subject_id, start, end: body.end ?? null }
    const made = await db.transaction().execute(async inside => {
      await holdPlaces({ ...planner, db: inside }, location_id, areaIds)
      const project = body.research
        ? await insertResearch(inside, projectOf(body.research.name, place, planner))
        : (body.research_id ?? null)
      if (body.research && project !== null) {
        const { name, people } = body.research
        await writeAudit(context, inside, { action: 'project_created', name })
        await setPeople(context, inside, { id: project, name }, people)
      }
      const placings = body.devices.map(one => ({ ...place, ...one, research_id: project }))
      const ids = await placeDevices({ ...planner, db: inside }, placings, index => `devices.${index}.device_id`)
      return { project, ids }
    })
    for (const { device_id } of body.devices) publishCustodyChanged(context, device_id)
    sendSoon(context)
    return {
      research: made.project === null ? null : await presentedResearch(context, made.project),
      location_research: await presentPlacements(planner, made.ids),
    }
  },

  listAvailability: async ({ query }, context) => {
    const { db, user } = context
    const now = isoNow(context)
    const ids = await managedDevices(db, user, now)
    const { ofPlacement } = await placementRights({ db, user, now })
    const [names, places] = [await deviceNames(db, ids), await placesSeenBy(db, user)]
    const rentals = Map.groupBy(await rentalsSeenBy(db, user, ids), one => one.device_id)
    const uses = Map.groupBy(
      (await placementsOfDevices(db, ids)).filter(one => one.id !== query.location_research_id),
      one => one.device_id,
    )
    const wanted = { start: query.start, end: query.end ?? null }
    return names.map(({ id, name }): DeviceAvailability => {
      const own = user.admin ? null : (rentals.get(id) ?? [])
      // Placements of somebody else in another time are no matter of this plan.
      const busy = (uses.get(id) ?? []).filter(use => own === null || own.some(span => overlaps(span, use)))
      const { obstacles, suggestion } = availabilityOf(wanted, own, busy)
      return {
        device_id: id,
        device_name: name,
        rentals: own,
        uses: busy.map(use => presentUse(withoutUnseenProject(places, use), isSeen(places, use), ofPlacement(use))),
        obstacles: [...new Set(obstacles.map(({ code }) => code))],
        suggestion,
      }
    })
  },
}

const presentUse = (use: PlacementRow, seen: boolean, right: PlacementRight): DeviceAvailability['uses'][number] => ({
  start: use.start,
  end: use.end,
  location_research_id: seen || right !== null ? use.id : null,
  may: mayOf(right),
  location_name: seen ? use.location_name : null,
  area_name: seen ? use.area_name : null,
  research_name: seen ? use.research_name : null,
})

const projectOf = (
  name: string,
  period: { start: string; end: string | null; research_subject_id: number },
  { user, now }: { user: { id: number }; now: string },
) => ({
  name,
  research_subject_id: period.research_subject_id,
  start: period.start,
  end: period.end,
  aim: null,
  purpose: null,
  conclusion: null,
  institution: null,
  target_measurements: null,
  owner_id: user.id,
  created_at: now,
})
