import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../../kit/database/database.ts'
import type { Tables } from '../../tables.ts'

export type PasskeyRow = Selectable<Tables['passkeys']>

export const insertChallenge = (db: Database, row: Tables['passkey_challenges']) =>
  db.insertInto('passkey_challenges').values(row).execute()

/** Takes a challenge out, so that it is signed once; undefined when there is none, or no more. */
export const takeChallenge = (db: Database, challenge_hash: string, now: string) =>
  db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', challenge_hash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

export const deleteChallengesBefore = (db: Database, now: string) =>
  db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute()

export const passkeysOf = (db: Database, userId: number): Promise<PasskeyRow[]> =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute()

export const passkeyOfCredential = (db: Database, credentialId: string): Promise<PasskeyRow | undefined> =>
  db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()

/** The new row; undefined when the key is somebody's already. */
export const insertPasskey = (db: Database, row: Insertable<Tables['passkeys']>): Promise<PasskeyRow | undefined> =>
  db
    .insertInto('passkeys')
    .values(row)
    .onConflict(conflict => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst()

/** Notes a use; false when the passkey is gone, or was used with this counter meanwhile. */
export const noteUse = async (
  db: Database,
  { id, counter }: PasskeyRow,
  use: { counter: number; last_used_at: string },
): Promise<boolean> => {
  const noted = await db
    .updateTable('passkeys')
    .set(use)
    .where('id', '=', id)
    .where('counter', '=', counter)
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

export const deletePasskey = (db: Database, userId: number, id: number): Promise<PasskeyRow | undefined> =>
  db.deleteFrom('passkeys').where('user_id', '=', userId).where('id', '=', id).returningAll().executeTakeFirst()

export const deletePasskeysOf = (db: Database, userId: number) =>
  db.deleteFrom('passkeys').where('user_id', '=', userId).execute()
