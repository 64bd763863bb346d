import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Summary of a frozen version for lists: its content grows with its devices and may be large. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema.alterTable('research_snapshots').addColumn('summary', 'text').execute()
  const ready = await db.selectFrom('research_snapshots').select('id').where('content', 'is not', null).execute()
  for (const { id } of ready) {
    const row = await db
      .selectFrom('research_snapshots')
      .select('content')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { title, authors, institution, version, created_at, url, ...counted } = JSON.parse(row.content)
    const { from, until, measurements, values, devices, places } = counted
    const cited = { title, authors, institution, version, created_at, url }
    const summary = JSON.stringify({ ...cited, from, until, measurements, values, devices, locations: places.length })
    await db.updateTable('research_snapshots').set({ summary }).where('id', '=', id).execute()
  }
}
