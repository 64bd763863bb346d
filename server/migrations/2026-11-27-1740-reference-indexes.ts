import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Columns that refer to another table and had no index: each row deleted there looked through the whole table here. */
const REFERENCES: readonly (readonly [table: string, ...columns: string[]])[] = [
  ['alarm_people', 'asked_by'],
  ['alarm_tellings', 'user_id'],
  ['alarm_tests', 'started_by'],
  ['alert_deliveries', 'user_id'],
  ['alert_failures', 'user_id'],
  ['alerts', 'acknowledged_by'],
  ['alerts', 'area_id'],
  ['calibrations', 'created_by'],
  ['calibrations', 'reference_device_id'],
  ['device_setting_changes', 'user_id'],
  ['download_devices', 'download_id'],
  ['downloads', 'user_id'],
  ['emission_settings', 'changed_by'],
  ['faults', 'dismissed_by'],
  ['imports', 'created_by'],
  ['insights', 'dismissed_by'],
  ['inspection_files', 'created_by'],
  ['inspections', 'checklist_id', 'checklist_version'],
  ['inspections', 'research_id'],
  ['inspections', 'updated_by'],
  ['interrupted_placements', 'device_id'],
  ['manual_changes', 'changed_by'],
  ['manual_measurements', 'created_by'],
  ['oidc_link_requests', 'user_id'],
  ['passkey_challenges', 'user_id'],
  ['photos', 'created_by'],
  ['push_subscriptions', 'session_id'],
  ['reminder_pushes', 'inspection_id'],
  ['reminder_pushes', 'user_id'],
  ['research', 'changed_by'],
  ['research', 'owner_id'],
  ['research_deposits', 'repository_id'],
  ['research_deposits', 'user_id'],
  ['research_notes', 'written_by'],
  ['research_people', 'added_by'],
  ['research_snapshots', 'user_id'],
]

/** Gives each reference an index, and the tellings that are open: each minute looked through all that ever were. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  for (const [table, ...columns] of REFERENCES)
    await db.schema.createIndex(`${table}_of_${columns[0]}`).ifNotExists().on(table).columns(columns).execute()
  await db.schema.createIndex('alarm_tellings_over').ifNotExists().on('alarm_tellings').column('over_at').execute()
}
