import type { Kysely } from 'kysely'

/** An account has a time zone of its own, and each browser its colours. */
export const up = async (db: Kysely<{ settings: { name: string } }>): Promise<void> => {
  await db.deleteFrom('settings').where('name', 'in', ['time_zone', 'colour_scheme']).execute()
}
