import type { Selectable } from 'kysely'
import { contains } from '#shared/rules/time/rental.ts'
import { ownerOf, visiblePeriods } from '../../devices/access.ts'
import { isDemoDevice } from '../../devices/devices.ts'
import type { Database } from '../../kit/database/database.ts'
import { fromJson } from '../../kit/database/json.ts'
import { ownersOf } from '../../locations/access.ts'
import type { Tables } from '../../tables.ts'
import { activePeople, callerOf, confirmedPeople, type Person } from '../../users/accounts.ts'
import type { StoredRule } from './rule-rows.ts'
import { ruleOfId } from './rule-store.ts'

export type { Person }
export type StoredAlert = Selectable<Tables['alerts']>

/** Ways to tell that a rule chose; for what is built in all of them. */
export interface Ways {
  email: boolean
  push: boolean
  webhook: boolean
  contact_point: boolean
}

export const ALL_WAYS: Ways = { email: true, push: true, webhook: true, contact_point: true }

/** People who are to be told that this alert fired, and how: anybody who may not see its device at `at` is left out. */
export const alertRecipientsOf = async (
  db: Database,
  alert: StoredAlert,
  at: string,
  sees: Sees,
): Promise<{ people: Person[]; ways: Ways }> => {
  const { people, ways } = alert.kind === 'rule' ? await namedByRule(db, alert) : await aroundDevice(db, alert, at)
  const told: Person[] = []
  for (const person of people) if (await sees(person, alert.device_id, at)) told.push(person)
  return { people: told, ways }
}

const namedByRule = async (db: Database, { alert_rule_id }: StoredAlert) => {
  const rule = alert_rule_id === null ? undefined : await ruleOfId(db, alert_rule_id)
  if (!rule) return { people: [], ways: ALL_WAYS }
  const people = await activePeople(db, { ids: [rule.user_id], emails: fromJson(rule.recipients) })
  return { people, ways: waysOf(rule) }
}

const waysOf = (rule: StoredRule): Ways => ({
  email: rule.alert_via_email === 1,
  push: rule.alert_via_push === 1,
  webhook: rule.alert_via_webhook === 1,
  contact_point: rule.alert_via_contact_point === 1,
})

/** Ways in which an alert is told: those its rule chose; all for what is built in, and once the rule is deleted. */
export const waysOfAlert = async (
  db: Database,
  { kind, alert_rule_id }: Pick<StoredAlert, 'kind' | 'alert_rule_id'>,
): Promise<Ways> => {
  const rule = kind === 'rule' && alert_rule_id !== null ? await ruleOfId(db, alert_rule_id) : undefined
  return rule ? waysOf(rule) : ALL_WAYS
}

const aroundDevice = async (db: Database, { device_id, location_id }: StoredAlert, at: string) => {
  // A device of the demo farm is not there: nobody need come.
  if (await isDemoDevice(db, device_id)) return { people: [], ways: ALL_WAYS }
  const owner = await ownerOf(db, device_id, at)
  const locals = location_id === null ? [] : await ownersOf(db, [location_id])
  const emails = locals.map(({ email }) => email)
  return { people: await activePeople(db, { ids: owner?.user_id ? [owner.user_id] : [], emails }), ways: ALL_WAYS }
}

/**
 * Accounts with these addresses, confirmed ones only. A plan is its location's list of who comes in the night, with an account or
 * without: one that is suspended stays on it until the owner takes it out.
 */
export const peopleOfEmails = (db: Database, emails: readonly string[]): Promise<Person[]> =>
  confirmedPeople(db, { emails })

export const personOfEmail = async (db: Database, email: string): Promise<Person | undefined> =>
  (await confirmedPeople(db, { emails: [email] }))[0]

export type Sees = (person: Person, deviceId: number, at: string) => Promise<boolean>

/** Answers whether a person sees a device; what one person sees is read once for as long as this is kept. */
export const createSees = (db: Database): Sees => {
  const periods = new Map<number, ReturnType<typeof visiblePeriods>>()
  return async (person, deviceId, at) => {
    const seen = periods.get(person.id) ?? visiblePeriods(db, callerOf(person))
    periods.set(person.id, seen)
    return ((await seen).get(deviceId) ?? []).some(span => contains(span, at))
  }
}
