import type { LocationResearch } from '#shared/contract/places/research.ts'
import { elementAt } from '#shared/rules/collections/elements.ts'
import { availabilityOf } from '#shared/rules/time/availability.ts'
import { contains, type Span } from '#shared/rules/time/rental.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { type Custody, covering, custodiesOf, custodiesOfUser, custodiesOfUsers } from '../custody/timeline.ts'
import {
  isSeen,
  type PlacesSeen,
  placesSeenBy,
  rentalsSeenBy,
  requireDevices,
  visiblePeriods,
  withoutUnseenProject,
} from '../devices/access.ts'
import { deviceNames } from '../devices/devices.ts'
import {
  endPlacementsOfIds,
  insertPlacements,
  isPlaceActive,
  lockDevices,
  type PlacementRow,
  placementOfId,
  placementsOfDevices,
  placementsOfIds,
  purposesAt,
} from '../devices/placement/placements.ts'
import type { Database } from '../kit/database/database.ts'
import { Failure } from '../kit/failure.ts'
import type { Words } from '../kit/language.ts'
import { type Caller, holdsRight, locationRights, requireAreas, requireLocation } from '../locations/access.ts'
import { lockLocation } from '../locations/places.ts'
import { researchSubjectExists } from '../taxonomy/types.ts'
import { requireResearchOwner } from './access.ts'

export const refusedField = (field: string, sentence: string): Failure =>
  new Failure('no_valid_input', { fields: { [field]: [sentence] } })

export interface Planner {
  db: Database
  user: Caller
  t: Words
  /** ISO 8601. */
  now: string
}

export const requireSubject = (id: number, t: Words): void => {
  if (!researchSubjectExists(id)) throw refusedField('research_subject_id', t('fields.unknown_reference'))
}

/** The planner edits the location, and the areas lie in it: who may is whoever has the devices to place there. */
export const requirePlaces = async (
  { db, user, t }: Planner,
  locationId: number,
  areaIds: Iterable<number>,
): Promise<void> => {
  await requireLocation(db, user, locationId, 'edit')
  const areas = await requireAreas(db, user, new Set(areaIds), 'edit')
  if (areas.some(area => area.location_id !== locationId)) throw refusedField('area_id', t('fields.area_elsewhere'))
}

/**
 * Areas of a location that the planner still edits, held for the rest of a transaction: planning asks much before it begins, and the
 * place may have been sold, or its share may have ended, meanwhile.
 */
export const holdPlaces = async (planner: Planner, locationId: number, areaIds: Iterable<number>): Promise<void> => {
  await lockLocation(planner.db, locationId)
  await requirePlaces(planner, locationId, areaIds)
}

/** A project placements are put into is one the planner manages; none is fine too. */
export const requireProject = async ({ db, user }: Planner, id: number | null): Promise<void> => {
  if (id !== null) await requireResearchOwner(db, user, id)
}

export interface Placing extends Span {
  device_id: number
  location_id: number
  area_id: number
  research_subject_id: number
  research_id: number | null
}

/**
 * Places devices, inside a transaction: all or none. `fieldOf` names the field that is at fault for the n-th; `move` ends what
 * the caller manages of them elsewhere where the new placement starts.
 */
export const placeDevices = async (
  planner: Planner,
  wanted: readonly Placing[],
  fieldOf: (index: number) => string,
  { move = false }: { move?: boolean } = {},
): Promise<number[]> => {
  const { db, now } = planner
  const deviceIds = wanted.map(({ device_id }) => device_id)
  await requirePlanners(planner, deviceIds)
  await lockDevices(db, deviceIds)
  const placings = await begunByNow(planner, wanted)
  if (move) await endElsewhere(planner, placings)
  const ids: number[] = []
  let known = await readKnown(planner, deviceIds)
  let begun = new Map<number, { index: number; custody_id: number | null }>()
  const insertBegun = async (): Promise<void> => {
    const rows = [...begun.values()].map(({ index, custody_id }) => ({
      ...elementAt(placings, index),
      custody_id,
      created_at: now,
    }))
    const made = await insertPlacements(db, rows)
    for (const [deviceId, id] of made) {
      const placed = begun.get(deviceId)
      if (placed) ids[placed.index] = id
    }
    begun = new Map()
  }
  await forEachDevice(planner, deviceIds, async (deviceId, index) => {
    // A device that is named twice is in its own way.
    if (begun.has(deviceId)) {
      await insertBegun()
      known = await readKnown(planner, deviceIds)
    }
    const placing = elementAt(placings, index)
    const there = move ? alreadyThere(known, placing) : undefined
    if (there !== undefined) ids[index] = there
    else begun.set(deviceId, { index, custody_id: await freeCustody(planner, known, placing, fieldOf(index)) })
  })
  await insertBegun()
  return ids
}

/**
 * The same placings. One that is to begin in the minute that runs, as screens say "now", begins now where the device changed hands or
 * was placed within that minute: who has just been given it places it at once.
 */
const begunByNow = async ({ db, now }: Planner, placings: readonly Placing[]): Promise<readonly Placing[]> => {
  const earliest = new Date(Date.parse(now) - MINUTE_MS).toISOString()
  const isRunning = ({ start, end }: Span) => start > earliest && start <= now && (end === null || end > now)
  const ids = placings.filter(isRunning).map(({ device_id }) => device_id)
  if (ids.length === 0) return placings
  const begun = [...(await custodiesOf(db, ids)), ...(await placementsOfDevices(db, ids))].filter(isRunning)
  return placings.map(placing =>
    isRunning(placing) && begun.some(one => one.device_id === placing.device_id && one.start > placing.start)
      ? { ...placing, start: now }
      : placing,
  )
}

/** Refused devices that an answer names: whoever has more of them mends these first. */
const MAX_NAMED = 5

/**
 * Works on one device after the other and throws what refuses some of them together: each under its field, with the name of the
 * device where there are several.
 */
export const forEachDevice = async (
  { db, t }: Pick<Planner, 'db' | 't'>,
  deviceIds: readonly number[],
  work: (deviceId: number, index: number) => Promise<void>,
): Promise<void> => {
  const refused: { id: number; field: string; reason: string }[] = []
  for (const [index, id] of deviceIds.entries()) {
    try {
      await work(id, index)
    } catch (failure) {
      if (!(failure instanceof Failure) || failure.code !== 'no_valid_input' || !failure.fields) throw failure
      for (const [field, [reason = '']] of Object.entries(failure.fields)) refused.push({ id, field, reason })
    }
    if (refused.length >= MAX_NAMED) break
  }
  if (refused.length === 0) return
  const named = await deviceNames(
    db,
    refused.map(({ id }) => id),
  )
  const sentence = ({ id, reason }: { id: number; reason: string }) => {
    const device = named.find(one => one.id === id)?.name
    return deviceIds.length > 1 && device !== undefined ? t('fields.of_device', { device, reason }) : reason
  }
  throw new Failure('no_valid_input', {
    fields: Object.fromEntries(refused.map(one => [one.field, [sentence(one)]])),
  })
}

/**
 * Id of a placement that is wanted and holds already: the same area, subject, project and end, begun by the start that is wanted. A
 * move that is sent again, as its answer was lost, leaves it as it is.
 */
const alreadyThere = ({ uses }: Known, wanted: Placing): number | undefined =>
  uses.get(wanted.device_id)?.find(one => isPlaceActive(one) && contains(one, wanted.start) && isAlike(one, wanted))?.id

const isAlike = (one: PlacementRow, other: Placing): boolean =>
  one.area_id === other.area_id &&
  one.research_subject_id === other.research_subject_id &&
  one.research_id === other.research_id &&
  one.end === other.end

/**
 * Ends what devices do elsewhere now where their new placements start. What others placed, what is over, and what is planned for
 * later is not ended: it stays in the way, and is named.
 */
const endElsewhere = async (planner: Planner, placings: readonly Placing[]): Promise<void> => {
  const wantedOf = new Map(placings.map(placing => [placing.device_id, placing]))
  const { ofPlacement } = await placementRights(planner)
  const ended = (await placementsOfDevices(planner.db, [...wantedOf.keys()])).flatMap(placement => {
    const wanted = wantedOf.get(placement.device_id)
    if (!wanted || placement.start === wanted.start || !contains(placement, wanted.start)) return []
    if (!contains(placement, planner.now) || isAlike(placement, wanted)) return []
    const isManaged = isPlaceActive(placement) && ofPlacement(placement) === 'manage'
    return isManaged ? [{ id: placement.id, at: wanted.start }] : []
  })
  // Most begin at the same time, and the others now.
  for (const [at, of] of Map.groupBy(ended, one => one.at))
    await endPlacementsOfIds(
      planner.db,
      of.map(({ id }) => id),
      at,
    )
}

/**
 * Requires somebody who has each device at some time, to place it in that time. Whoever merely sees one is told so;
 * anybody else learns nothing.
 */
const requirePlanners = async ({ db, user }: Planner, deviceIds: readonly number[]): Promise<void> => {
  await requireDevices(db, user, deviceIds)
  if (user.admin) return
  const had = new Set((await custodiesOfUsers(db, [user.id], deviceIds)).map(({ device_id }) => device_id))
  if (!deviceIds.every(id => had.has(id))) throw new Failure('not_allowed')
}

/** Custodies and placements of devices that are to be placed, by device. */
interface Known {
  /** Custodies of the planner. */
  own: ReadonlyMap<number, readonly Custody[]>
  /** Custodies of everybody; read for an administrator alone, who places for others. */
  every: ReadonlyMap<number, readonly Custody[]>
  uses: ReadonlyMap<number, readonly PlacementRow[]>
  placesSeen: () => Promise<PlacesSeen>
}

const readKnown = async ({ db, user }: Planner, deviceIds: readonly number[]): Promise<Known> => {
  const ids = [...new Set(deviceIds)]
  const byDevice = <Row extends { device_id: number }>(rows: readonly Row[]) =>
    Map.groupBy(rows, ({ device_id }) => device_id)
  let seen: Promise<PlacesSeen> | undefined
  return {
    own: byDevice(await custodiesOfUsers(db, [user.id], ids)),
    every: byDevice(user.admin ? await custodiesOf(db, ids) : []),
    uses: byDevice(await placementsOfDevices(db, ids)),
    placesSeen: () => {
      seen ??= placesSeenBy(db, user)
      return seen
    },
  }
}

/** The custody that a placement is moved under, as `freeCustody` says it; the placement itself (`except`) is not in the way. */
export const requireFree = async (
  planner: Planner,
  wanted: Span & { device_id: number },
  field: string,
  except: number,
): Promise<number | null> => freeCustody(planner, await readKnown(planner, [wanted.device_id]), wanted, field, except)

/** The custody a placement is made under. Otherwise says which of the two is in the way: the rental, or another placement. */
const freeCustody = async (
  { user, t }: Pick<Planner, 'user' | 't'>,
  known: Known,
  wanted: Span & { device_id: number },
  field: string,
  except?: number,
): Promise<number | null> => {
  const rentals = user.admin ? null : (known.own.get(wanted.device_id) ?? [])
  const uses = (known.uses.get(wanted.device_id) ?? []).filter(placement => placement.id !== except)
  const { obstacles } = availabilityOf(wanted, rentals, uses)
  if (obstacles.length === 0) return custodyFor(known, wanted)
  const outside = obstacles.some(({ code }) => code === 'outside_rental')
  if (outside) throw refusedField(field, t('fields.outside_rental'))
  const busy = obstacles.flatMap(one => (one.code === 'busy' ? [one.use] : []))
  const places = await known.placesSeen()
  const names = busy.filter(use => isSeen(places, use)).map(use => nameOf(withoutUnseenProject(places, use)))
  throw refusedField(field, names[0] ? t('fields.busy', { place: names[0] }) : t('fields.busy_elsewhere'))
}

/** The planner's own; an administrator without one places for whoever has the device then. */
const custodyFor = ({ own, every }: Known, wanted: Span & { device_id: number }): number | null => {
  const covered = covering(own.get(wanted.device_id) ?? [], wanted)
  if (covered) return covered.id
  const owners = (every.get(wanted.device_id) ?? []).filter(one => one.owner === 1)
  return (owners.find(one => contains(one, wanted.start)) ?? owners[0])?.id ?? null
}

const nameOf = ({ location_name, area_name, research_name }: PlacementRow): string =>
  [research_name, location_name, area_name].filter(Boolean).join(', ')

/**
 * A placement at a place of the caller, or at one they edit that they made themselves: nobody plans a device of others at a
 * place that is merely shared. Who does not see the place learns nothing of it.
 */
export const requirePlacement = async ({ db, user }: Planner, id: number): Promise<PlacementRow> => {
  const placement = await placementOfId(db, id)
  if (!placement || !isPlaceActive(placement)) throw new Failure('not_found')
  await requireLocation(db, user, placement.location_id, placement.custodian_id === user.id ? 'edit' : 'own')
  return placement
}

/** Right of a caller to a placement: change and delete it, or only end it. */
export type PlacementRight = 'manage' | 'end' | null

interface Rights {
  ofPlacement: (placement: PlacementRow) => PlacementRight
  seesPlace: (placement: PlacementRow) => boolean
}

/**
 * Rights to placements. Whoever placed a device at a place they edit manages that, whoever has the device now; whoever has
 * it now, or lends it, ends what keeps it elsewhere.
 */
export const placementRights = async ({ db, user, now }: Pick<Planner, 'db' | 'user' | 'now'>): Promise<Rights> => {
  const rights = await locationRights(db, user)
  const running = (await custodiesOfUser(db, user.id)).filter(one => contains(one, now)).map(one => one.id)
  const own = new Set(running)
  const rightTo = ({ location_id }: PlacementRow) => (rights === null ? 'own' : rights.get(location_id))
  return {
    seesPlace: placement => holdsRight(rightTo(placement), 'read'),
    ofPlacement: placement => {
      if (user.admin || (holdsRight(rightTo(placement), 'edit') && placement.custodian_id === user.id)) return 'manage'
      return own.has(placement.custody_id ?? 0) || own.has(placement.ownership_id) ? 'end' : null
    },
  }
}

/** A placement with what the caller may do with it. Throws not_found where there is nothing for them to know of, not_allowed where they only see it. */
export const requirePlacementRight = async (
  planner: Planner,
  id: number,
): Promise<{ placement: PlacementRow; right: 'manage' | 'end' }> => {
  const placement = await placementOfId(planner.db, id)
  if (!placement || !isPlaceActive(placement)) throw new Failure('not_found')
  const rights = await placementRights(planner)
  const right = rights.ofPlacement(placement)
  if (right === null) throw new Failure(rights.seesPlace(placement) ? 'not_allowed' : 'not_found')
  return { placement, right }
}

/**
 * The same of several placements, and which of them the caller manages. Throws not_found where one is nothing they know of,
 * not_allowed where they only see it or may only end it and it is the only one.
 */
export const requireManaged = async (
  planner: Planner,
  ids: readonly number[],
): Promise<{ placements: PlacementRow[]; isManaged: (placement: PlacementRow) => boolean }> => {
  const { seesPlace, ofPlacement } = await placementRights(planner)
  const placements = (await placementsOfIds(planner.db, ids)).filter(isPlaceActive)
  const isKnown = (row: PlacementRow) => ofPlacement(row) !== null || seesPlace(row)
  if (placements.length < ids.length || !placements.every(isKnown)) throw new Failure('not_found')
  const isManaged = (row: PlacementRow) => ofPlacement(row) === 'manage'
  if (placements.length === 1 && !placements.every(isManaged)) throw new Failure('not_allowed')
  return { placements, isManaged }
}

/** Placements of these that are at locations the caller sees, or in projects added to. A renter elsewhere sees the device, not whose barn it hangs in. */
const seenOf = async ({ db, user }: Pick<Planner, 'db' | 'user'>, rows: readonly PlacementRow[]) => {
  const places = await placesSeenBy(db, user)
  return rows.filter(row => isPlaceActive(row) && isSeen(places, row)).map(row => withoutUnseenProject(places, row))
}

/** Research subjects and projects of the placements a caller sees, each once at a location; none of an administrator, who sees all. */
export const researchOfPlacements = async ({ db, user }: Pick<Planner, 'db' | 'user'>) => {
  const places = await placesSeenBy(db, user)
  const at = { locations: places.locations ?? [], projects: [...places.projects.keys()] }
  return (await purposesAt(db, at))
    .filter(one => isSeen(places, one))
    .map(one => withoutUnseenProject(places, { ...one, research_name: null }))
}

/** Placements a caller sees with their rentals, and what the caller may do with each. */
export const visiblePlacements = async ({
  db,
  user,
  now,
}: Pick<Planner, 'db' | 'user' | 'now'>): Promise<LocationResearch[]> => {
  const deviceIds = [...(await visiblePeriods(db, user)).keys()]
  return withRentals({ db, user, now }, await seenOf({ db, user }, await placementsOfDevices(db, deviceIds)))
}

const withRentals = async (
  { db, user, now }: Pick<Planner, 'db' | 'user' | 'now'>,
  rows: readonly PlacementRow[],
): Promise<LocationResearch[]> => {
  const deviceIds = [...new Set(rows.map(row => row.device_id))]
  const rentals = Map.groupBy(await rentalsSeenBy(db, user, deviceIds), rental => rental.device_id)
  const { ofPlacement } = await placementRights({ db, user, now })
  return rows.map(row => ({ ...row, rentals: rentals.get(row.device_id) ?? [], may: mayOf(ofPlacement(row)) }))
}

export const mayOf = (right: PlacementRight): LocationResearch['may'] =>
  right === 'manage' ? ['edit', 'delete'] : right === 'end' ? ['delete'] : []

/** Placements of these ids, as the caller sees them. */
export const presentPlacements = async (
  planner: Pick<Planner, 'db' | 'user' | 'now'>,
  ids: number[],
): Promise<LocationResearch[]> => withRentals(planner, await seenOf(planner, await placementsOfIds(planner.db, ids)))
