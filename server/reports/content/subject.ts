import { MAX_REPORT_AREAS } from '#shared/rules/reports/report-states.ts'
import { type Interval, partsWithin } from '#shared/rules/time/interval.ts'
import type { ConsentedRead } from '../../consents/ledger.ts'
import { type KnownPlacement, knownPlacements, placementAsKnown } from '../../devices/placement/known-placements.ts'
import { areasInUse, devicesInUse, projectsOfIds, readProjectsOf } from '../../devices/placement/placements.ts'
import { emissionAreaNames } from '../../emissions/reports/queued.ts'
import type { Database } from '../../kit/database/database.ts'
import { fromJson, type Json } from '../../kit/database/json.ts'
import { Failure } from '../../kit/failure.ts'
import type { Words } from '../../kit/language.ts'
import type { Caller } from '../../locations/access.ts'
import { chosenAreas } from '../../statistics/areas.ts'
import type { StoredContent } from './stored-content.ts'

type About = Pick<StoredContent, 'area_ids' | 'device_ids' | 'research_id' | 'gas'>

interface Asking<User extends Caller> {
  db: Database
  user: User
  t: Words
}

/** Things that a report is about, as far as its owner reads them. */
export interface ReportSubject {
  areaIds: number[]
  /** Areas, devices or the project that they read. */
  ids: number[]
  /** Names of these. */
  names: string[]
  /** Areas, devices or projects that are no longer theirs to read, or no longer there. */
  gone: number
}

/** Person as they read for a report: of devices these alone, of a project what was consented to, under numbers. */
export const readerOf = <User extends Caller>(user: User, { device_ids, research_id }: About): User => {
  if (research_id !== undefined) return { ...user, only: { project: research_id } }
  return device_ids ? { ...user, only: { devices: device_ids } } : user
}

const isIn = ({ periods }: KnownPlacement, period: Interval): boolean => partsWithin(periods, period).length > 0

/** Things that a report is about; of devices and projects the areas where they hung in a period, or ever where it is null. */
export const findSubject = async <User extends Caller>(
  { db, user, t }: Asking<User>,
  about: About,
  period: Interval | null,
): Promise<ReportSubject> => {
  const { area_ids, device_ids, research_id, gas } = about
  if (gas) return subjectOf(area_ids, await emissionAreaNames({ db, user }, area_ids))
  const known = (await knownPlacements({ db, user: readerOf(user, about) })).filter(({ periods }) => periods.length > 0)
  const placements = known.map(one => placementAsKnown(one, t))
  if (research_id === undefined && !device_ids)
    return subjectOf(area_ids, new Map(placements.map(({ area_id, area_name }) => [area_id, area_name])))
  const there = known.filter(one => period === null || isIn(one, period))
  const areaIds = [...new Set(there.map(({ placement }) => placement.area_id))]
  if (device_ids) {
    const names = new Map(placements.map(({ device_id, device_name }) => [device_id, device_name]))
    return { ...subjectOf(device_ids, names), areaIds }
  }
  const [project] = await readProjectsOf(db, user, research_id === undefined ? [] : [research_id])
  return project
    ? { areaIds, ids: [project.id], names: [project.name], gone: 0 }
    : { areaIds: [], ids: [], names: [], gone: 1 }
}

const subjectOf = (ids: readonly number[], names: ReadonlyMap<number, string>): ReportSubject => {
  const read = ids.filter(id => names.has(id))
  return { areaIds: read, ids: read, names: read.flatMap(id => names.get(id) ?? []), gone: ids.length - read.length }
}

/** Number of areas that have no room in one report. */
export const leftOutOf = (areaIds: readonly number[]): number => Math.max(0, areaIds.length - MAX_REPORT_AREAS)

/** Requires that there is room for so many areas. Throws too_much_data. */
const requireFewAreas = (areaIds: readonly number[], t: Words): void => {
  if (leftOutOf(areaIds) === 0) return
  const sentence = t('reports.too_many_areas', { areas: areaIds.length, limit: MAX_REPORT_AREAS })
  throw new Failure('too_much_data', { fields: { area_ids: [sentence] } })
}

/**
 * Requires that a person reads all that a report is about. Throws not_found for what is not theirs to read, and for a period
 * (null: any time) outside_subscription where they see nothing in it, too_much_data where that is too much, unless it is a run.
 */
export const requireSubject = async <User extends Caller>(
  asking: Asking<User> & { now: number },
  about: About & Pick<StoredContent, 'is_run'>,
  period: Interval | null,
): Promise<ReportSubject> => {
  const subject = await findSubject(asking, about, period)
  if (subject.gone > 0) throw new Failure('not_found')
  if (period === null || about.gas) return subject
  if (subject.areaIds.length === 0) throw new Failure('outside_subscription')
  if (!about.is_run) requireFewAreas(subject.areaIds, asking.t)
  const area_ids = subject.areaIds.slice(0, MAX_REPORT_AREAS)
  await chosenAreas({ ...asking, user: readerOf(asking.user, about), query: { area_ids }, period })
  return subject
}

/** Requires that a report about a period has room for all areas of its devices or project. Throws too_much_data. */
export const requireRoom = async <User extends Caller>(
  asking: Asking<User>,
  about: About,
  period: Interval,
): Promise<void> => requireFewAreas((await findSubject(asking, about, period)).areaIds, asking.t)

/** Parts that are read by consent of the areas in a period. */
export const consentedReadsOf = async <User extends Caller>(
  { db, user }: Pick<Asking<User>, 'db' | 'user'>,
  areaIds: readonly number[],
  { period, measurements }: { period: Interval; measurements: readonly string[] | null },
): Promise<ConsentedRead[]> =>
  (await knownPlacements({ db, user })).flatMap(({ placement, periods }) =>
    periods.flatMap(({ consent, ...one }) => {
      if (!consent || !areaIds.includes(placement.area_id)) return []
      const { researchId, locationId } = consent
      const keys = consent.measurements.filter(key => measurements?.includes(key) ?? true)
      const whose = { researchId, locationId, deviceId: placement.device_id, measurements: keys }
      return partsWithin([one], period).map(part => ({ ...whose, ...part }))
    }),
  )

interface Kept {
  id: number
  content: Json<StoredContent>
}

/**
 * Ids of those schedules that have expired: nothing hangs any more in their areas, or none of their devices does anywhere, and
 * nothing is planned; or their research project has concluded.
 */
export const expiredOf = async (db: Database, schedules: readonly Kept[], now: string): Promise<Set<number>> => {
  const all = schedules.map(({ id, content }) => ({ id, about: fromJson(content) }))
  const areas = await areasInUse(db, [...new Set(all.flatMap(({ about }) => about.area_ids))], now)
  const devices = await devicesInUse(db, [...new Set(all.flatMap(({ about }) => about.device_ids ?? []))], now)
  const ofProjects = await projectsOfIds(db, [...new Set(all.flatMap(({ about }) => about.research_id ?? []))])
  const projects = new Set(ofProjects.filter(({ end }) => end === null || end > now).map(({ id }) => id))
  const isInUse = ({ area_ids, device_ids, research_id }: StoredContent): boolean =>
    research_id !== undefined
      ? projects.has(research_id)
      : device_ids
        ? device_ids.some(id => devices.has(id))
        : area_ids.some(id => areas.has(id))
  return new Set(all.filter(({ about }) => !isInUse(about)).map(({ id }) => id))
}
