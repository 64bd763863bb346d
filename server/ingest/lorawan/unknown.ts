import type { Kysely } from 'kysely'
import type { Database } from '../../kit/database/database.ts'
import type { Tables } from '../../tables.ts'
import type { Heard } from './heard.ts'

const DAYS_KEPT = 30
const MAX_DEVICES = 1000
const MAX_MESSAGES = 100

export const unknownSince = (now: number): string => new Date(now - DAYS_KEPT * 86_400_000).toISOString()

interface HeardUnknown {
  eui: string
  network: Tables['unknown_devices']['network']
  heard: Heard
  /** ISO 8601. */
  at: string
}

/** Keeps what a device said that nobody has added, for whoever adds it: the newest hundred messages of the newest thousand. */
export const keepUnknown = async (db: Kysely<Tables>, { eui, network, heard, at }: HeardUnknown): Promise<void> => {
  await db.transaction().execute(async transaction => {
    const about = { network, name: heard.name, last_heard_at: at }
    await transaction
      .insertInto('unknown_devices')
      .values({ eui, ...about, profile: heard.profile, messages: 1, first_heard_at: at })
      .onConflict(conflict =>
        conflict.column('eui').doUpdateSet(eb => ({
          ...about,
          // A join says no model.
          ...(heard.profile === null ? {} : { profile: heard.profile }),
          messages: eb('unknown_devices.messages', '+', 1),
        })),
      )
      .execute()
    if (heard.kind === 'up' || heard.kind === 'status') await keepMessage(transaction, eui, heard)
  })
  // Apart: whoever deletes what others write must not hold a row they wait for.
  await dropBeyond(db)
}

const keepMessage = async (db: Database, eui: string, heard: Heard): Promise<void> => {
  await db
    .insertInto('unknown_messages')
    .values({ eui, heard: JSON.stringify(heard) })
    .execute()
  const oldest = await db
    .selectFrom('unknown_messages')
    .select('id')
    .where('eui', '=', eui)
    .orderBy('id', 'desc')
    .offset(MAX_MESSAGES)
    .limit(1)
    .executeTakeFirst()
  if (oldest) await db.deleteFrom('unknown_messages').where('eui', '=', eui).where('id', '<=', oldest.id).execute()
}

const dropBeyond = async (db: Database): Promise<void> => {
  const beyond = await db
    .selectFrom('unknown_devices')
    .select('eui')
    .orderBy('last_heard_at', 'desc')
    .orderBy('eui')
    .offset(MAX_DEVICES)
    .limit(MAX_DEVICES)
    .execute()
  if (beyond.length === 0) return
  const euis = beyond.map(row => row.eui)
  await db.deleteFrom('unknown_devices').where('eui', 'in', euis).execute()
}

/**
 * Devices heard since `since` whose messages are given to no device, the newest first, each with the device that claims
 * it, if one does.
 */
export const unknownDevices = (db: Database, since: string) =>
  db
    .selectFrom('unknown_devices')
    .leftJoin('devices', 'devices.eui', 'unknown_devices.eui')
    .leftJoin('rentals', join =>
      join.onRef('rentals.device_id', '=', 'devices.id').on('rentals.owner', '=', 1).on('rentals.end', 'is', null),
    )
    .selectAll('unknown_devices')
    .select(['devices.id as claimed_id', 'devices.name as claimed_name', 'rentals.email as claimed_email'])
    .where('last_heard_at', '>=', since)
    .where('devices.eui_confirmed_at', 'is', null)
    .orderBy('last_heard_at', 'desc')
    .orderBy('unknown_devices.eui')
    .limit(MAX_DEVICES)
    .execute()

export const unknownDevice = (db: Database, eui: string) =>
  db.selectFrom('unknown_devices').selectAll().where('eui', '=', eui).executeTakeFirst()

/** Messages kept of an unknown device, oldest first. */
export const keptMessages = async (db: Database, eui: string): Promise<Heard[]> => {
  const rows = await db.selectFrom('unknown_messages').select('heard').where('eui', '=', eui).orderBy('id').execute()
  return rows.map(row => JSON.parse(row.heard))
}

export const forgetUnknown = async (db: Database, eui: string): Promise<void> => {
  await db.deleteFrom('unknown_devices').where('eui', '=', eui).execute()
}

export const forgetOldUnknown = async (db: Database, before: string): Promise<void> => {
  await db.deleteFrom('unknown_devices').where('last_heard_at', '<', before).execute()
}
