import type { Selectable } from 'kysely'
import type { Database } from '../kit/database/database.ts'
import { inIds, inTexts } from '../kit/database/in-ids.ts'
import type { Tables } from '../tables.ts'

/** An account as far as it is written to, and asked for its rights. */
export type Person = Pick<
  Selectable<Tables['users']>,
  'id' | 'email' | 'name' | 'admin' | 'locale' | 'time_zone' | 'formats'
>

const selectPeople = (db: Database) =>
  db.selectFrom('users').select(['id', 'email', 'name', 'admin', 'locale', 'time_zone', 'formats'])

/** An account, confirmed or not. */
export const accountOfId = (db: Database, id: number): Promise<Person | undefined> =>
  selectPeople(db).where('id', '=', id).executeTakeFirst()

/** An account that can sign in, with the time it was made. */
export const activeAccount = (db: Database, id: number): Promise<(Person & { created_at: string }) | undefined> =>
  selectPeople(db)
    .select('created_at')
    .where('id', '=', id)
    .where('suspended_at', 'is', null)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()

interface Wanted {
  ids?: readonly number[]
  emails?: readonly string[]
}

const selectConfirmed = (db: Database, { ids = [], emails = [] }: Wanted) => {
  const addresses = emails.map(email => email.toLowerCase())
  return selectPeople(db)
    .where('email_verified_at', 'is not', null)
    .where(eb => eb.or([eb('id', 'in', inIds(db, ids)), eb('email', 'in', inTexts(db, addresses))]))
    .orderBy('id')
}

/** Confirmed accounts with one of these ids or addresses: an address without one is nobody's yet. */
export const confirmedPeople = (db: Database, wanted: Wanted): Promise<Person[]> =>
  selectConfirmed(db, wanted).execute()

/** The same without those who are suspended: they are not told of what they may not see. */
export const activePeople = (db: Database, wanted: Wanted): Promise<Person[]> =>
  selectConfirmed(db, wanted).where('suspended_at', 'is', null).execute()

export const activeAdministrators = (db: Database): Promise<Person[]> =>
  selectPeople(db)
    .where('email_verified_at', 'is not', null)
    .where('suspended_at', 'is', null)
    .where('admin', '=', 1)
    .orderBy('id')
    .execute()

/** Language of the account with this address, once it is confirmed. */
export const confirmedLocaleOf = async (db: Database, email: string): Promise<Person['locale'] | undefined> => {
  const row = await selectPeople(db)
    .where('email', '=', email)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()
  return row?.locale
}
