import type { Kysely } from 'kysely'

/** An account has a time zone of its own, and each browser its colours. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await (db as unknown as Kysely<{ settings: { name: string } }>)
    .deleteFrom('settings')
    .where('name', 'in', ['time_zone', 'colour_scheme'])
    .execute()
}
