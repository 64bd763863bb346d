import type { Selectable } from 'kysely'
import type { Database } from '../../kit/database/database.ts'
import { jsonOf } from '../../kit/database/json.ts'
import type { Tables } from '../../tables.ts'
import type { OidcClaims } from '../tables.ts'

export type LinkedSignInRow = Selectable<Tables['linked_sign_ins']>

export const insertAttempt = (db: Database, row: Tables['oidc_attempts']) =>
  db.insertInto('oidc_attempts').values(row).execute()

/** Takes out what this browser began, so that an answer works once; undefined for another browser. */
export const takeAttempt = (
  db: Database,
  { state_hash, browser_hash }: Pick<Tables['oidc_attempts'], 'state_hash' | 'browser_hash'>,
  now: string,
) =>
  db
    .deleteFrom('oidc_attempts')
    .where('state_hash', '=', state_hash)
    .where('browser_hash', '=', browser_hash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
export type AttemptRow = NonNullable<Awaited<ReturnType<typeof takeAttempt>>>

/** Keeps who somebody has shown to be until they accept the terms. */
export const keepClaims = (db: Database, attempt: AttemptRow, claims: OidcClaims, expires_at: string) =>
  insertAttempt(db, { ...attempt, claims: jsonOf(claims), expires_at })

export const linkOfSubject = (
  db: Database,
  { issuer, subject }: Pick<OidcClaims, 'issuer' | 'subject'>,
): Promise<LinkedSignInRow | undefined> =>
  db
    .selectFrom('linked_sign_ins')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()

export const linksOf = (db: Database, userId: number): Promise<LinkedSignInRow[]> =>
  db.selectFrom('linked_sign_ins').selectAll().where('user_id', '=', userId).orderBy('id').execute()

/** True when it is new; one account at a provider lets in to one account here. */
export const insertLink = async (db: Database, row: Omit<LinkedSignInRow, 'id'>): Promise<boolean> => {
  const made = await db
    .insertInto('linked_sign_ins')
    .values(row)
    .onConflict(conflict => conflict.columns(['issuer', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** False where the link has ended. */
export const noteLinkUsed = async (db: Database, id: number, last_used_at: string): Promise<boolean> => {
  const used = await db
    .updateTable('linked_sign_ins')
    .set({ last_used_at })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

export const deleteLink = (db: Database, userId: number, id: number): Promise<LinkedSignInRow | undefined> =>
  db.deleteFrom('linked_sign_ins').where('user_id', '=', userId).where('id', '=', id).returningAll().executeTakeFirst()

/** Ends all links of an account, and requests for one. */
export const deleteLinksOf = async (db: Database, userId: number): Promise<void> => {
  // Requests first: this waits for one that is becoming a link just now, which is then seen.
  await db.deleteFrom('oidc_link_requests').where('user_id', '=', userId).execute()
  await db.deleteFrom('linked_sign_ins').where('user_id', '=', userId).execute()
}

export const insertLinkRequest = (db: Database, row: Tables['oidc_link_requests']) =>
  db.insertInto('oidc_link_requests').values(row).execute()

/** Takes a request out, so that its link works once. */
export const takeLinkRequest = (db: Database, token_hash: string, now: string) =>
  db
    .deleteFrom('oidc_link_requests')
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

export const deleteAttemptsBefore = async (db: Database, now: string): Promise<void> => {
  await db.deleteFrom('oidc_attempts').where('expires_at', '<=', now).execute()
  await db.deleteFrom('oidc_link_requests').where('expires_at', '<=', now).execute()
}
