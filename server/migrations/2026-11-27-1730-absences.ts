import { createTableWithId, type MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Adds who is away until when and who stands in, and why a delivery went to whom. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await createTableWithId(db, 'absences')
    .addColumn('user_id', 'integer', c => c.notNull().unique().references('users.id').onDelete('cascade'))
    .addColumn('from', 'text', c => c.notNull())
    .addColumn('until', 'text', c => c.notNull())
    .addColumn('stand_in_id', 'integer', c => c.references('users.id').onDelete('set null'))
    .addColumn('both', 'integer', c => c.notNull())
    .addColumn('asked_at', 'text', c => c.notNull())
    .addColumn('answer', 'text')
    .addColumn('answered_at', 'text')
    .execute()
  await db.schema.createIndex('absences_stand_in').on('absences').column('stand_in_id').execute()
  await db.schema
    .createTable('delivery_absences')
    .addColumn('delivery_id', 'integer', c => c.notNull().references('alert_deliveries.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('stand_in_id', 'integer', c => c.references('users.id').onDelete('set null'))
    .addColumn('reason', 'text', c => c.notNull())
    .addPrimaryKeyConstraint('delivery_absences_once', ['delivery_id', 'user_id'])
    .execute()
  await db.schema.createIndex('delivery_absences_user').on('delivery_absences').column('user_id').execute()
  await db.schema.createIndex('delivery_absences_stand_in').on('delivery_absences').column('stand_in_id').execute()
  await db.schema
    .alterTable('alert_deliveries')
    .addColumn('own', 'integer', c => c.notNull().defaultTo(1))
    .execute()
}
