import type { Database } from '../../kit/database/database.ts'
import { inTexts } from '../../kit/database/in-ids.ts'
import type { Tables } from '../../tables.ts'
import type { Heard } from './heard.ts'

type UnknownDevice = Tables['unknown_devices']

/** Notes that a device nobody has added was heard once more. Without a profile the one known stays: a join says no model. */
export const noteUnknownDevice = (
  db: Database,
  {
    eui,
    profile,
    last_heard_at,
    ...about
  }: Pick<UnknownDevice, 'eui' | 'network' | 'name' | 'profile' | 'last_heard_at'>,
) =>
  db
    .insertInto('unknown_devices')
    .values({ eui, ...about, last_heard_at, profile, messages: 1, first_heard_at: last_heard_at })
    .onConflict(conflict =>
      conflict.column('eui').doUpdateSet(eb => ({
        ...about,
        last_heard_at,
        ...(profile === null ? {} : { profile }),
        messages: eb('unknown_devices.messages', '+', 1),
      })),
    )
    .execute()

/** Keeps a message of an unknown device, and the newest `most` of them. */
export const keepMessage = async (db: Database, eui: string, heard: Heard, most: number): Promise<void> => {
  await db
    .insertInto('unknown_messages')
    .values({ eui, heard: JSON.stringify(heard) })
    .execute()
  const oldest = await db
    .selectFrom('unknown_messages')
    .select('id')
    .where('eui', '=', eui)
    .orderBy('id', 'desc')
    .offset(most)
    .limit(1)
    .executeTakeFirst()
  if (oldest) await db.deleteFrom('unknown_messages').where('eui', '=', eui).where('id', '<=', oldest.id).execute()
}

/** Drops unknown devices beyond the newest `most`. */
export const dropUnknownBeyond = async (db: Database, most: number): Promise<void> => {
  const beyond = await db
    .selectFrom('unknown_devices')
    .select('eui')
    .orderBy('last_heard_at', 'desc')
    .orderBy('eui')
    .offset(most)
    .limit(most)
    .execute()
  if (beyond.length === 0) return
  const euis = beyond.map(row => row.eui)
  await db.deleteFrom('unknown_devices').where('eui', 'in', inTexts(db, euis)).execute()
}

/** Unknown devices heard since `since`, the newest first, up to `most`. */
export const unknownDevicesSince = (db: Database, since: string, most: number) =>
  db
    .selectFrom('unknown_devices')
    .selectAll()
    .where('last_heard_at', '>=', since)
    .orderBy('last_heard_at', 'desc')
    .orderBy('eui')
    .limit(most)
    .execute()

export const unknownDevice = (db: Database, eui: string) =>
  db.selectFrom('unknown_devices').selectAll().where('eui', '=', eui).executeTakeFirst()

/** Messages kept of an unknown device, oldest first. */
export const keptMessages = async (db: Database, eui: string): Promise<Heard[]> => {
  const rows = await db.selectFrom('unknown_messages').select('heard').where('eui', '=', eui).orderBy('id').execute()
  return rows.map((row): Heard => JSON.parse(row.heard))
}

export const forgetUnknown = async (db: Database, eui: string): Promise<void> => {
  await db.deleteFrom('unknown_devices').where('eui', '=', eui).execute()
}

export const forgetOldUnknown = async (db: Database, before: string): Promise<void> => {
  await db.deleteFrom('unknown_devices').where('last_heard_at', '<', before).execute()
}
