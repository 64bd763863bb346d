import type { Database } from '../../kit/database/database.ts'

/** Keeps the hash of a device's claim code; an older code stops. */
export const keepClaimHash = (db: Database, deviceId: number, hash: string) =>
  db.updateTable('devices').set({ claim_hash: hash }).where('id', '=', deviceId).execute()

export const claimHashOf = async (db: Database, deviceId: number): Promise<string | null> => {
  const row = await db.selectFrom('devices').select('claim_hash').where('id', '=', deviceId).executeTakeFirst()
  return row?.claim_hash ?? null
}

export const deviceOfClaimHash = (db: Database, hash: string) =>
  db.selectFrom('devices').select('id').where('claim_hash', '=', hash).executeTakeFirst()
