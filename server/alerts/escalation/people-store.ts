import type { Database } from '../../kit/database/database.ts'
import { peopleOfEmails } from '../rules/people.ts'

/** Consent of a person in a plan to be told: an account with the address gives it, or a yes to the mail that asks. */
export type Consent = 'confirmed' | 'asked' | 'declined' | 'unasked'

/** Consents of these people, by address. */
export const consentsOf = async (
  db: Database,
  locationId: number,
  people: readonly { email: string }[],
): Promise<Map<string, Consent>> => {
  const emails = people.map(({ email }) => email)
  const accounts = new Set((await peopleOfEmails(db, emails)).map(({ email }) => email))
  const rows = await db
    .selectFrom('alarm_people')
    .select(['email', 'answer'])
    .where('location_id', '=', locationId)
    .execute()
  const answers = new Map(rows.map(({ email, answer }) => [email, answer]))
  const consentOf = (email: string): Consent => {
    if (accounts.has(email) || answers.get(email) === 'yes') return 'confirmed'
    if (!answers.has(email)) return 'unasked'
    return answers.get(email) === 'no' ? 'declined' : 'asked'
  }
  return new Map(emails.map(email => [email, consentOf(email)]))
}

/** The id under which a person is asked, again when that was before `again`; undefined for who was asked lately or has answered. */
export const noteAsked = async (
  db: Database,
  request: { location_id: number; email: string; asked_at: string; asked_by: number | null },
  again: string,
): Promise<number | undefined> => {
  const row = await db
    .insertInto('alarm_people')
    .values({ ...request, answer: null, answered_at: null })
    .onConflict(conflict =>
      conflict
        .columns(['location_id', 'email'])
        .doUpdateSet({ asked_at: request.asked_at, asked_by: request.asked_by })
        .where('alarm_people.asked_at', '<', again)
        .where('alarm_people.answer', 'is', null),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export const askedPerson = (db: Database, id: number) =>
  db
    .selectFrom('alarm_people')
    .innerJoin('locations', 'locations.id', 'alarm_people.location_id')
    .leftJoin('users', 'users.id', 'alarm_people.asked_by')
    .select([
      'alarm_people.id',
      'alarm_people.location_id',
      'alarm_people.email',
      'answer',
      'answered_at',
      'locations.name as location_name',
      'locations.time_zone',
      'users.name as asked_by',
    ])
    .where('alarm_people.id', '=', id)
    .where('locations.deleted_at', 'is', null)
    .executeTakeFirst()

export const setAnswer = (db: Database, id: number, answer: 'yes' | 'no', answered_at: string) =>
  db.updateTable('alarm_people').set({ answer, answered_at }).where('id', '=', id).execute()
