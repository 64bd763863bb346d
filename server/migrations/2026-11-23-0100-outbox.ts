import { sql } from 'kysely'
import { createTableWithId, isPostgres, type MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Ids between the newest letter and the first message of the outbox: those that an older process still writes keep theirs. */
const GAP = 1_000_000

/**
 * Outbox for all that goes out. What waits in the tables of before is taken over by the clock's work, not here: a process of the
 * release before may write there for a while yet.
 */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await createTableWithId(db, 'outbox')
    .addColumn('channel', 'text', c => c.notNull())
    .addColumn('topic', 'text')
    .addColumn('user_id', 'integer', c => c.references('users.id').onDelete('cascade'))
    .addColumn('recipient', 'text', c => c.notNull())
    .addColumn('lane', 'text', c => c.notNull())
    .addColumn('turn', 'integer', c => c.notNull())
    .addColumn('priority', 'integer', c => c.notNull())
    .addColumn('subject', 'text', c => c.notNull())
    .addColumn('text', 'text', c => c.notNull())
    .addColumn('html', 'text', c => c.notNull())
    .addColumn('attachments', 'text')
    .addColumn('payload', 'text')
    .addColumn('secret', 'integer', c => c.notNull())
    .addColumn('state', 'text', c => c.notNull())
    .addColumn('created_at', 'text', c => c.notNull())
    .addColumn('expires_at', 'text', c => c.notNull())
    .addColumn('sent_at', 'text')
    .addColumn('attempts', 'integer', c => c.notNull())
    .addColumn('next_attempt_at', 'text', c => c.notNull())
    .addColumn('leased_until', 'text')
    .addColumn('last_error', 'text')
    .execute()
  // Indexes of those that wait alone: nearly all have ended.
  const waiting = (name: string, columns: string[]) =>
    db.schema.createIndex(name).on('outbox').columns(columns).where('state', '=', 'waiting').execute()
  await waiting('outbox_turn', ['channel', 'priority', 'attempts', 'turn', 'id'])
  await waiting('outbox_lane', ['channel', 'lane', 'id'])
  await db.schema.createIndex('outbox_created').on('outbox').column('created_at').execute()
  await db.schema.createIndex('outbox_user').on('outbox').column('user_id').execute()
  for (const table of ['alert_deliveries', 'alarm_ways']) {
    // No foreign key: these logs outlive the messages.
    await db.schema.alterTable(table).addColumn('message_id', 'integer').execute()
    await db.schema.createIndex(`${table}_message`).on(table).column('message_id').execute()
  }
  await leaveGap(db)
}

const leaveGap = async (db: MigrationDatabase): Promise<void> => {
  const anybody = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  // A new installation has no process of before.
  if (!anybody) return
  const last = await db
    .selectFrom('mails')
    .select(eb => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  const first = sql.lit(Number(last?.id ?? 0) + GAP)
  await (isPostgres(db)
    ? sql`ALTER TABLE outbox ALTER COLUMN id RESTART WITH ${first}`
    : sql`INSERT INTO sqlite_sequence (name, seq) VALUES ('outbox', ${first})`
  ).execute(db)
}
