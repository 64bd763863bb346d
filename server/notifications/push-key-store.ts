import type { Database } from '../kit/database/database.ts'
import { newPushKeys, type PushKeys } from '../kit/security/web-push.ts'

/** Made when first needed, and kept: browsers trust no other key afterwards. */
export const pushKeysOf = async (db: Database): Promise<PushKeys> => {
  const known = await db.selectFrom('push_keys').selectAll().where('id', '=', 1).executeTakeFirst()
  if (known) return known
  await db
    .insertInto('push_keys')
    .values({ id: 1, ...newPushKeys() })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return db.selectFrom('push_keys').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
}
