import type { Selectable } from 'kysely'
import { contains } from '#shared/rules/time/rental.ts'
import { ownerOf, visiblePeriods } from '../../devices/access.ts'
import type { Database } from '../../kit/database/database.ts'
import type { Tables } from '../../tables.ts'

export type AlertRow = Selectable<Tables['alerts']>
export type Person = Pick<Selectable<Tables['users']>, 'id' | 'email' | 'name' | 'admin' | 'locale' | 'time_zone'>

/** Ways to tell that a rule chose; for what is built in all of them. */
export interface Ways {
  email: boolean
  push: boolean
  webhook: boolean
}

const ALL_WAYS: Ways = { email: true, push: true, webhook: true }

/** People who are to be told that this alert fired, and how: anybody who may not see its device at `at` is left out. */
export const peopleOf = async (
  db: Database,
  alert: AlertRow,
  at: string,
  sees: Sees,
): Promise<{ people: Person[]; ways: Ways }> => {
  const { people, ways } = alert.kind === 'rule' ? await namedByRule(db, alert) : await aroundDevice(db, alert, at)
  const told: Person[] = []
  for (const person of people) if (await sees(person, alert.device_id, at)) told.push(person)
  return { people: told, ways }
}

const namedByRule = async (db: Database, { alert_rule_id }: AlertRow) => {
  const rule = await db
    .selectFrom('alert_rules')
    .selectAll()
    .where('id', '=', alert_rule_id ?? 0)
    .executeTakeFirst()
  if (!rule) return { people: [], ways: ALL_WAYS }
  const people = await confirmed(db, [rule.user_id], JSON.parse(rule.recipients))
  const ways = {
    email: rule.alert_via_email === 1,
    push: rule.alert_via_push === 1,
    webhook: rule.alert_via_webhook === 1,
  }
  return { people, ways }
}

const aroundDevice = async (db: Database, alert: AlertRow, at: string) => {
  const owner = await ownerOf(db, alert.device_id, at)
  const locals = await db
    .selectFrom('location_owners')
    .select('email')
    .where('location_id', '=', alert.location_id ?? 0)
    .execute()
  const people = await confirmed(
    db,
    owner?.user_id ? [owner.user_id] : [],
    locals.map(({ email }) => email),
  )
  return { people, ways: ALL_WAYS }
}

/** An address without a confirmed account is nobody's yet. */
const confirmed = (db: Database, ids: number[], emails: string[]): Promise<Person[]> =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'admin', 'locale', 'time_zone'])
    .where('email_verified_at', 'is not', null)
    .where(eb =>
      eb.or([
        eb('id', 'in', ids.length ? ids : [0]),
        eb('email', 'in', emails.length ? emails.map(email => email.toLowerCase()) : ['']),
      ]),
    )
    .orderBy('id')
    .execute()

export const administrators = async (db: Database): Promise<Person[]> => {
  const rows = await db.selectFrom('users').select('id').where('admin', '=', 1).execute()
  return confirmed(
    db,
    rows.map(({ id }) => id),
    [],
  )
}

export const personOfId = async (db: Database, id: number): Promise<Person | undefined> =>
  (await confirmed(db, [id], []))[0]

/** Accounts with these addresses, confirmed ones only. */
export const peopleOfEmails = (db: Database, emails: string[]): Promise<Person[]> => confirmed(db, [], emails)

export const personOfEmail = async (db: Database, email: string): Promise<Person | undefined> =>
  (await confirmed(db, [], [email]))[0]

export type Sees = (person: Person, deviceId: number, at: string) => Promise<boolean>

/** Answers whether a person sees a device; what one person sees is read once for as long as this is kept. */
export const createSees = (db: Database): Sees => {
  const periods = new Map<number, ReturnType<typeof visiblePeriods>>()
  return async (person, deviceId, at) => {
    const { id, email, admin } = person
    const seen = periods.get(id) ?? visiblePeriods(db, { id, email, admin: admin === 1 })
    periods.set(id, seen)
    return ((await seen).get(deviceId) ?? []).some(span => contains(span, at))
  }
}
