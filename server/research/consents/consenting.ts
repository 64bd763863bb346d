import type { z } from 'zod'
import type { ConsentInput, ConsentPreview } from '#shared/contract/places/consents.ts'
import {
  type ConsentRefusal,
  type ConsentStatement,
  consentRefusal,
  isRepeated,
  movedForFormerOwner,
  sharesMoreFrom,
} from '#shared/rules/research/consent.ts'
import { firstWholeDate } from '#shared/rules/time/calendar-periods.ts'
import { partsWithin, toInterval } from '#shared/rules/time/interval.ts'
import { dateTimeAt, localDateAt } from '#shared/rules/time/local-time.ts'
import { segmentsOf, stepsOf } from '#shared/rules/time/period.ts'
import { intersection } from '#shared/rules/time/rental.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import {
  type LedgerRow,
  lastEntryAbout,
  ledgerOf,
  ownersWithReturn,
  readBoundsOf,
  sharedOf,
  statementsAbout,
  statementsBy,
} from '../../consents/ledger.ts'
import { isPlaceActive, type PlacementRow, placementsOfLocations } from '../../devices/placement/placements.ts'
import type { Database } from '../../kit/database/database.ts'
import { fromJson } from '../../kit/database/json.ts'
import { Failure } from '../../kit/failure.ts'
import type { Words } from '../../kit/language.ts'
import type { Services } from '../../kit/services.ts'
import { type Caller, ownedSince, ownersOf, requireLocation } from '../../locations/access.ts'
import { measurementSteps } from '../../series/measurement-rows.ts'
import type { SeriesSource } from '../../series/readings.ts'
import { summedHoursOf } from '../../series/summaries/clean-hours.ts'
import { MEASUREMENT_TYPES, measurementTypeOf } from '../../taxonomy/types.ts'
import { ownerIdsOf } from '../people.ts'
import { refusedField } from '../placing.ts'
import type { ResearchRow } from '../store.ts'

type Input = z.output<typeof ConsentInput>

/** An answer that is about to be given, with all it is about. */
export interface PlannedConsent {
  input: Input
  project: ResearchRow
  location: { id: number; name: string; time_zone: string }
  /** Time (ISO 8601) before which the location was somebody else's; null where there is none. */
  since: string | null
  /** Placements it is about, in their order. */
  placements: PlacementRow[]
  measurements: string[]
}

const ALL = MEASUREMENT_TYPES.map(({ abbreviation }) => abbreviation as string)

/**
 * Requires somebody who answers for a location: one of its owners. An administrator owns no place by that, so a place without an
 * owner has nobody who could consent.
 */
const requireAnswerer = async (db: Database, user: Caller, locationId: number, t: Words) => {
  const location = await requireLocation(db, user, locationId, 'own')
  const owners = await ownersOf(db, [locationId])
  if (owners.length === 0) throw refusedField('location_id', t('fields.place_without_owner'))
  if (!owners.some(({ email }) => email === user.email)) throw new Failure('not_allowed')
  return { location, since: ownedSince(owners) }
}

/**
 * Works out what an answer is about. Throws no_valid_input for a measurement nobody knows, a device that hangs nowhere at the
 * location, and a yes that begins before anything was placed;
 * changed_meanwhile for a yes to a project that has changed since it was read.
 */
export const planConsent = async (
  { db, user, t }: { db: Database; user: Caller; t: Words },
  project: ResearchRow,
  input: Input,
): Promise<PlannedConsent> => {
  const { location, since } = await requireAnswerer(db, user, input.location_id, t)
  const unknown = input.measurements?.find(key => !measurementTypeOf(key))
  if (unknown !== undefined) throw refusedField('measurements', t('rejections.unknown_measurement', { field: unknown }))
  const wanted = input.device_ids && new Set(input.device_ids)
  const placements = (await placementsOfLocations(db, [location.id])).filter(
    row =>
      isPlaceActive(row) &&
      (row.research_id === null || row.research_id === project.id) &&
      (wanted?.has(row.device_id) ?? true) &&
      intersection(row, project) !== null,
  )
  const found = new Set(placements.map(row => row.device_id))
  if (input.device_ids?.some(id => !found.has(id))) throw refusedField('device_ids', t('fields.not_placed_there'))
  const targets = project.target_measurements ? fromJson(project.target_measurements) : []
  // A no that names none ends all that is shared, also what the project was about when somebody said yes.
  const isAboutAll = input.answer === 'no' || targets.length === 0
  const measurements = [...new Set(input.measurements ?? (isAboutAll ? ALL : targets))]
  if (input.answer === 'yes') {
    // Its end, its purpose and who reads its data are part of what somebody says yes to.
    if (input.version !== undefined && input.version !== project.version) throw new Failure('changed_meanwhile')
    const first = placements.map(({ start }) => start).sort()[0]
    if (first === undefined) throw refusedField('location_id', t('fields.nothing_placed'))
    if (input.from < first) {
      const time = firstWholeDate(Date.parse(first), location.time_zone)
      throw refusedField('from', t('fields.before_placement', { time }))
    }
  }
  return { input, project, location, since, placements, measurements }
}

/**
 * Refuses a yes from a time at which the location was somebody else's, or the project is over. One that repeats what was taken is not
 * asked for this: who owned the location then may have left.
 */
export const requireOwnTime = ({ input, project, location, since }: PlannedConsent, t: Words): void => {
  if (input.answer !== 'yes') return
  if (since !== null && input.from < since) {
    const zone = location.time_zone
    const day = localDateAt(since, zone)
    // The day tells nothing to who chose it; owners know the time as `owned_since`.
    const isThatDay = localDateAt(input.from, zone) === day
    throw refusedField(
      'from',
      isThatDay
        ? t('fields.before_present_owners_at', { time: dateTimeAt(since, zone) })
        : t('fields.before_present_owners', { time: day }),
    )
  }
  if (project.end !== null && input.from >= project.end) throw refusedField('from', t('fields.after_project'))
}

const statementOf = ({ input, measurements }: PlannedConsent): ConsentStatement => ({
  answer: input.answer,
  from: Date.parse(input.from),
  device_ids: input.device_ids ? [...new Set(input.device_ids)] : null,
  measurements,
})

/** Placements that a yes puts into its project: those of which it shares something. */
export const joiningPlacements = ({ input, placements }: PlannedConsent): PlacementRow[] =>
  input.answer === 'yes'
    ? placements.filter(({ research_id, end }) => research_id === null && (end === null || end > input.from))
    : []

/**
 * Entry of the ledger that an answer repeats: the same person said the same last, in the time that they own the location. So a call
 * whose answer was lost can be made once more. The ledger is held by the caller.
 */
export const repeatedEntry = async (
  db: Database,
  plan: PlannedConsent,
  user: Caller,
): Promise<LedgerRow | undefined> => {
  const ledger = await ledgerOf(db, [plan.project.id])
  const isSaidAlready =
    isRepeated(statementsAbout(ledger, plan.location.id), statementOf(plan)) && joiningPlacements(plan).length === 0
  const last = lastEntryAbout(ledger, plan.location.id)
  const owners = await ownersWithReturn(db, plan.location.id, [user.id])
  return isSaidAlready && isOfOwner(last, owners) ? last : undefined
}

/** Tells whether one of these owners said an entry since they own the location, last or anew. */
const isOfOwner = (entry: LedgerRow | undefined, owners: ReadonlyMap<number, number>): boolean =>
  (entry?.id ?? 0) > (owners.get(entry?.said_by ?? 0) ?? Number.POSITIVE_INFINITY)

/** Throws changed_meanwhile where there is a later entry about the location than the one that was read. The ledger is held by the caller. */
export const requireLastRead = async (db: Database, { input, project, location }: PlannedConsent): Promise<void> => {
  if (input.last_entry_id === undefined) return
  const last = lastEntryAbout(await ledgerOf(db, [project.id]), location.id)
  if ((last?.id ?? null) !== input.last_entry_id) throw new Failure('changed_meanwhile')
}

/** Refuses what the ledger does not allow. The ledger is held by the caller. */
export const requireAllowed = async (db: Database, plan: PlannedConsent, t: Words): Promise<void> => {
  const { project, location, since, placements, measurements } = plan
  const ledger = await ledgerOf(db, [project.id])
  const statements = statementsAbout(ledger, location.id)
  const shared = sharedOf(await readBoundsOf(db, project.id, location.id))
  const deviceIds = [...new Set([...placements.map(row => row.device_id), ...shared.map(one => one.deviceId)])]
  for (const row of joiningPlacements(plan)) {
    const [within] = partsWithin([toInterval(row)], toInterval(project))
    const at = within && sharesMoreFrom(statements, statementOf(plan), row.device_id, { within, keys: measurements })
    if (typeof at === 'number' && since !== null && at < Date.parse(since)) {
      const time = dateTimeAt(since, location.time_zone)
      throw refusedField('device_ids', t('fields.device_before_present_owners', { time }))
    }
    if (typeof at === 'number')
      throw refusedField('from', sentenceOf({ code: 'yes_shares_more', at }, location.time_zone, t))
  }
  const refusal = consentRefusal(statements, statementOf(plan), { deviceIds, keys: measurements, shared })
  // A device that hangs there since the yes gets into the project by another one, from the same time on.
  if (refusal?.code === 'yes_only_earlier' && joiningPlacements(plan).length > 0) return
  const owners = await ownersWithReturn(db, location.id, await ownerIdsOf(db, location.id))
  const last = lastEntryAbout(ledger, location.id)
  // A former owner said the same: this answer says it for who owns the location now, and nothing moves.
  const isOfFormer =
    refusal !== null &&
    refusal.code !== 'already_shared' &&
    !isOfOwner(last, owners) &&
    (refusal.code === 'no_only_later'
      ? refusal.at === statementOf(plan).from
      : isRepeated(statements, statementOf(plan)))
  if (refusal && !isOfFormer) throw refusedField('from', sentenceOf(refusal, location.time_zone, t))
  if (plan.input.answer === 'yes') return
  const at = movedForFormerOwner(statementsBy(ledger, location.id, owners), statementOf(plan), measurements)
  if (at !== null) throw refusedField('from', sentenceOf({ code: 'no_of_former_owner', at }, location.time_zone, t))
}

const sentenceOf = (
  { code, at }: ConsentRefusal | { code: 'yes_shares_more' | 'no_of_former_owner'; at: number },
  timeZone: string,
  t: Words,
): string => t(`fields.${code}`, { time: dateTimeAt(at, timeZone) })

/** Days of one bar of a small picture: a week of what is longer than this. */
const MAX_BARS = 100

/** Readings that a yes would show: each measurement of each device, in the time of the project, up to now. */
export const previewOf = async (
  { db, series, now }: Pick<Services, 'db' | 'series' | 'now'>,
  plan: PlannedConsent,
): Promise<ConsentPreview[]> => {
  const { input, project, location, placements, measurements } = plan
  const within = { ...toInterval(project), from: Math.max(Date.parse(input.from), Date.parse(project.start)) }
  const upToNow = { from: within.from, until: Math.min(within.until, now()) }
  const pieces = placements.flatMap(row => partsWithin([toInterval(row)], upToNow).map(part => ({ row, part })))
  if (pieces.length === 0) return []
  const [from, until] = [Math.min(...pieces.map(one => one.part.from)), Math.max(...pieces.map(one => one.part.until))]
  const segments = segmentsOf(from, until, location.time_zone)
  const sources = pieces.map(({ row, part }): SeriesSource[] => [{ deviceId: row.device_id, ranges: [part] }])
  const rows = await measurementSteps(series, {
    parts: sources,
    keys: measurements,
    step: DAY_MS / 1000,
    segments,
    corrections: [],
    without: [],
    summed: await summedHoursOf(db, [...new Set(placements.map(row => row.device_id))], { from, until }),
  })
  return [...Map.groupBy(rows, row => `${row.part} ${row.key}`).values()].flatMap(of => {
    const [{ part: index, key } = { part: -1, key: '' }] = of
    const piece = pieces[index]
    if (!piece) return []
    const { row, part } = piece
    const days = stepsOf(part.from, part.until, DAY_MS / 1000, segments)
    const counts = new Map(of.map(one => [one.start, one.count]))
    const byDay = days.map(day => counts.get(day) ?? 0)
    const step_days = byDay.length > MAX_BARS ? Math.ceil(byDay.length / MAX_BARS / 7) * 7 : 1
    return [
      {
        device_id: row.device_id,
        device_name: row.device_name,
        area_name: row.area_name,
        measurement: key,
        from: new Date(part.from).toISOString(),
        until: new Date(part.until).toISOString(),
        values: byDay.reduce((sum, count) => sum + count, 0),
        by_step: barsOf(byDay, step_days),
        step_days,
      },
    ]
  })
}

const barsOf = (byDay: readonly number[], days: number): number[] =>
  Array.from({ length: Math.ceil(byDay.length / days) }, (_, index) =>
    byDay.slice(index * days, (index + 1) * days).reduce((sum, count) => sum + count, 0),
  )
