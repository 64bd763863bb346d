import { sql } from 'kysely'
import type { Database } from '../../kit/database/database.ts'
import { moveRecipient } from '../../notifications/outbox/outbox-store.ts'
import type { Tables } from '../../tables.ts'

/**
 * Every column of the database that holds e-mail addresses, and what becomes of it when the address of an account changes: `account` is
 * the account's own, `follows` is moved here, `stays` says why not. A test holds the list against the database itself.
 */
export const ADDRESS_COLUMNS: Record<string, { is: 'account' | 'follows' } | { is: 'stays'; why: string }> = {
  'users.email': { is: 'account' },
  'users.username': { is: 'account' },
  'users.pending_email': { is: 'account' },
  'email_verifications.email': { is: 'account' },
  'email_changes.old_email': { is: 'stays', why: 'It is where a change is undone to, of this account alone.' },
  'email_changes.new_email': { is: 'stays', why: 'It is what a change is undone from, of this account alone.' },
  'location_owners.email': { is: 'follows' },
  'research_people.email': { is: 'follows' },
  'offers.email': { is: 'follows' },
  'rentals.email': { is: 'follows' },
  'alert_rules.recipients': { is: 'follows' },
  'alarm_plans.people': { is: 'follows' },
  'alarm_tellings.email': { is: 'follows' },
  'alarm_tellings.people': { is: 'stays', why: 'It holds names and telephones, as they were told.' },
  'alarm_people.email': { is: 'follows' },
  'outbox.recipient': { is: 'follows' },
  'mails.recipient': { is: 'follows' },
}

interface Move {
  user_id: number
  from: string
  to: string
}

/** Takes along whatever names an account by its address, so that nobody who registers the old one later inherits anything. */
export const moveAddress = async (db: Database, move: Move, at: string): Promise<void> => {
  await moveMembership(db, 'location_owners', 'location_id', move)
  await moveMembership(db, 'research_people', 'research_id', move)
  await moveMembership(db, 'alarm_people', 'location_id', move)
  await moveOffers(db, move)
  const { user_id, from, to } = move
  await db.updateTable('rentals').set({ email: to }).where('email', '=', from).execute()
  await moveRecipients(db, move)
  await movePeople(db, move, at)
  // An alert is told to each address once; what the new one was told stays as it is.
  await db
    .updateTable('alarm_tellings')
    .set({ email: to })
    .where('user_id', '=', user_id)
    .where('email', '=', from)
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('alarm_tellings as other')
            .select('other.id')
            .where('other.email', '=', to)
            .where(eb =>
              eb.or([
                eb('other.alert_id', '=', eb.ref('alarm_tellings.alert_id')),
                eb('other.test_id', '=', eb.ref('alarm_tellings.test_id')),
              ]),
            ),
        ),
      ),
    )
    .execute()
  await db.deleteFrom('password_codes').where('user_id', '=', user_id).execute()
  await moveRecipient(db, from, to)
}

/** Moves rows to the new address; a person who is there by both addresses is there once. */
const moveMembership = async (
  db: Database,
  table: 'location_owners' | 'research_people' | 'alarm_people' | 'offers',
  of: 'location_id' | 'research_id',
  { from, to }: Move,
): Promise<void> => {
  const [rows, column] = [sql.table(table), sql.ref(of)]
  await sql`DELETE FROM ${rows} WHERE email = ${from}
    AND ${column} IN (SELECT ${column} FROM ${rows} WHERE email = ${to})`.execute(db)
  await sql`UPDATE ${rows} SET email = ${to} WHERE email = ${from}`.execute(db)
}

/** Moves offers to the new address, each once, and none of what the account shares by that address already. */
const moveOffers = async (db: Database, move: Move): Promise<void> => {
  await moveMembership(db, 'offers', 'location_id', move)
  await moveMembership(db, 'offers', 'research_id', move)
  for (const [members, of] of [
    ['location_owners', 'location_id'],
    ['research_people', 'research_id'],
  ]) {
    const [rows, column] = [sql.table(members as string), sql.ref(of as string)]
    await sql`DELETE FROM offers WHERE email = ${move.to}
      AND ${column} IN (SELECT ${column} FROM ${rows} WHERE email = ${move.to})`.execute(db)
  }
}

/** JSON texts in which an address may stand; whether it does is read from them. */
const naming = (column: 'recipients' | 'people', address: string) =>
  sql<boolean>`lower(${sql.ref(column)}) LIKE ${`%${address}%`}`

const moveRecipients = async (db: Database, { from, to }: Move): Promise<void> => {
  const rules = await db
    .selectFrom('alert_rules')
    .select(['id', 'recipients'])
    .where(naming('recipients', from))
    .execute()
  for (const { id, recipients } of rules) {
    const before = (JSON.parse(recipients) as string[]).map(email => email.toLowerCase())
    const after = [...new Set(before.map(email => (email === from ? to : email)))]
    await db
      .updateTable('alert_rules')
      .set({ recipients: JSON.stringify(after) })
      .where('id', '=', id)
      .execute()
  }
}

const movePeople = async (db: Database, { from, to }: Move, at: string): Promise<void> => {
  const plans = await db
    .selectFrom('alarm_plans')
    .select(['location_id', 'people'])
    .where(naming('people', from))
    .execute()
  for (const { location_id, people } of plans) {
    const before = JSON.parse(people) as { email: string }[]
    if (!before.some(({ email }) => email === from)) continue
    const isThere = before.some(({ email }) => email === to)
    const after = before.flatMap(person =>
      person.email !== from ? [person] : isThere ? [] : [{ ...person, email: to }],
    )
    await db
      .updateTable('alarm_plans')
      // A form that still shows the old address must not save it again.
      .set({ people: JSON.stringify(after), updated_at: at })
      .where('location_id', '=', location_id)
      .execute()
  }
}

export const insertEmailChange = (db: Database, row: Omit<Tables['email_changes'], 'id'>) =>
  db.insertInto('email_changes').values(row).execute()

/** Takes the change of a link out; undefined when there is none, or no more. */
export const takeEmailChange = (db: Database, token_hash: string, now: string) =>
  db
    .deleteFrom('email_changes')
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

/** Forgets addresses that wait for their confirmation, and the links mailed to them. */
export const clearPending = async (db: Database, userId: number): Promise<void> => {
  await db.updateTable('users').set({ pending_email: null }).where('id', '=', userId).execute()
  await db.deleteFrom('email_verifications').where('user_id', '=', userId).execute()
}
