import type { Database } from '../database/database.ts'

/** The secret of a name, which is `made` where there is none yet: the first process to ask makes it. */
export const secretNamed = async (db: Database, name: string, made: string): Promise<string> => {
  await db
    .insertInto('server_secrets')
    .values({ name, value: made })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
  const { value } = await db
    .selectFrom('server_secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return value
}
