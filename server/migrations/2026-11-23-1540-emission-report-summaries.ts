import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Summary of a report of emissions for lists: all that it was made of grows with its areas and days. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema
    .alterTable('emission_reports')
    .addColumn('summary', 'text', c => c.notNull().defaultTo('{}'))
    .execute()
  for (const { id } of await db.selectFrom('emission_reports').select('id').execute()) {
    const row = await db.selectFrom('emission_reports').select('content').where('id', '=', id).executeTakeFirstOrThrow()
    const { locations, name, gas, period, from, until, made_at, answer } = JSON.parse(row.content)
    const { kg, kg_low, kg_high, index, verdict, coverage } = answer.total
    const of = { name, gas, period, from, until, made_at, kg, kg_low, kg_high, index, verdict, coverage }
    const summary = JSON.stringify({ ...of, locations: locations.map((one: { id: number }) => one.id) })
    await db.updateTable('emission_reports').set({ summary }).where('id', '=', id).execute()
  }
}
