import type { Absence } from '#shared/contract/alerts/absences.ts'
import { localDateAt } from '#shared/rules/time/local-time.ts'
import type { Database } from '../../kit/database/database.ts'
import type { WayName } from '../../notifications/tables.ts'
import { activeAccount } from '../../users/accounts.ts'
import { channelsOf } from '../evaluation/channels.ts'
import { ALL_WAYS, type Person, type Sees, type StoredAlert } from '../rules/people.ts'
import { absenceOf, type StoredAbsence } from './absence-store.ts'
import { candidatesOf } from './candidates.ts'
import type { AbsenceReason } from './tables.ts'

/** Tells whether a person is away at a time (ISO 8601), by the days of the person's own calendar. */
export const isAway = (
  absence: Pick<StoredAbsence, 'from' | 'until'> | undefined,
  { time_zone }: Pick<Person, 'time_zone'>,
  at: string,
): boolean => {
  const day = localDateAt(at, time_zone)
  return absence !== undefined && absence.from <= day && day <= absence.until
}

/** Answer to who is told of an alert that is for a person, and why: the person, who stands in, or both, never nobody. */
export interface Decision {
  isTold: boolean
  standIn: Person | null
  /** Reason the person is told although away; null where not away, or not told. */
  reason: AbsenceReason | null
  standInId: number | null
}
export type Decide = (person: Person, alert: StoredAlert, at: string) => Promise<Decision>

const AT_HOME: Decision = { isTold: true, standIn: null, reason: null, standInId: null }

/** Ways in which somebody who stands in is told: a webhook is a machine, which stands in for nobody. */
export const waysToPerson = async (db: Database, person: Person, isActNow: boolean): Promise<WayName[]> =>
  (await channelsOf(db, person, ALL_WAYS, { isActNow })).filter(channel => channel !== 'webhook')

type Problem = NonNullable<Absence['problem']>

/** Reason nobody stands in whatever the alert is; null where somebody does. */
export const problemOf = async (
  db: Database,
  { stand_in_id, answer }: StoredAbsence,
  at: string,
): Promise<{ problem: Problem | null; standIn: Person | null }> => {
  const without = (problem: Problem) => ({ problem, standIn: null })
  if (stand_in_id === null) return without('nobody')
  if (answer !== 'yes') return without(answer === 'no' ? 'declined' : 'unanswered')
  const standIn = await activeAccount(db, stand_in_id)
  if (!standIn) return without('no_access')
  if (isAway(await absenceOf(db, standIn.id), standIn, at)) return without('stand_in_away')
  if ((await waysToPerson(db, standIn, true)).length === 0) return without('unreachable')
  return { problem: null, standIn }
}

/**
 * Answers who is told of an alert, as it is at the time `at` (ISO 8601). What one person's absence is is read once for as long as
 * this is kept.
 */
export const createDecide = (db: Database, sees: Sees): Decide => {
  const absences = new Map<number, Promise<StoredAbsence | undefined>>()
  const absenceFor = (userId: number) => {
    const read = absences.get(userId) ?? absenceOf(db, userId)
    absences.set(userId, read)
    return read
  }
  const candidates = new Map<number, Promise<Set<number>>>()
  const candidatesFor = (person: Person) => {
    const read =
      candidates.get(person.id) ??
      candidatesOf(db, person).then(people => new Set(people.map(({ person: { id } }) => id)))
    candidates.set(person.id, read)
    return read
  }
  return async (person, alert, at) => {
    const absence = await absenceFor(person.id)
    if (!(absence && isAway(absence, person, at))) return AT_HOME
    const told = (reason: AbsenceReason): Decision => ({ ...AT_HOME, reason, standInId: absence.stand_in_id })
    const { problem, standIn } = await problemOf(db, absence, at)
    if (!standIn) return told(problem ?? 'nobody')
    // A person with whom nothing is shared any more stands in for nothing, whatever else shows it to them.
    if (!(await candidatesFor(person)).has(standIn.id)) return told('no_access')
    if (!(await sees(standIn, alert.device_id, at))) return told('no_access')
    const isActNow = alert.urgency === 'act_now'
    if ((await waysToPerson(db, standIn, isActNow)).length === 0) return told('unreachable')
    const both = absence.both === 1 && isActNow
    return { isTold: both, standIn, reason: both ? 'both' : null, standInId: standIn.id }
  }
}
