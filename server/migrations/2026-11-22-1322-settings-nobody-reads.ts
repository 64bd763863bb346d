import type { Kysely } from 'kysely'
import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** An account has a time zone of its own, and each browser its colours. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await (db as unknown as Kysely<{ settings: { name: string } }>)
    .deleteFrom('settings')
    .where('name', 'in', ['time_zone', 'colour_scheme'])
    .execute()
}
