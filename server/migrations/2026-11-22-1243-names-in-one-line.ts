import { sql } from 'kysely'
import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Columns with names of things and people that stand in letters. */
const NAMES: readonly (readonly [table: string, column: string])[] = [
  ['users', 'name'],
  ['locations', 'name'],
  ['locations', 'city'],
  ['locations', 'street'],
  ['areas', 'name'],
  ['devices', 'name'],
  ['devices', 'device_name'],
  ['research', 'name'],
  ['alert_rules', 'name'],
  ['mappings', 'name'],
  ['checklists', 'name'],
  ['alarm_tellings', 'name'],
]

const codes = (from: number, until: number): number[] => Array.from({ length: until - from + 1 }, (_, at) => from + at)
/** Control characters (NUL is in no text), ends of lines and paragraphs, and marks that turn text round. */
const UNSEEN = [...codes(1, 31), ...codes(127, 159), ...codes(0x2028, 0x202e), ...codes(0x2066, 0x2069)]

export const up = async (db: MigrationDatabase): Promise<void> => {
  const tables = await db.introspection.getTables()
  const has = (table: string, column: string) =>
    tables.some(one => one.name === table && one.columns.some(({ name }) => name === column))
  for (const [table, column] of NAMES.filter(([table, column]) => has(table, column))) {
    const name = sql.ref(column)
    for (const code of UNSEEN) {
      const sign = String.fromCharCode(code)
      await sql`UPDATE ${sql.table(table)} SET ${name} = trim(replace(${name}, ${sign}, ' '))
        WHERE ${name} LIKE ${`%${sign}%`}`.execute(db)
    }
    await sql`UPDATE ${sql.table(table)} SET ${name} = '–' WHERE ${name} = '' AND ${name} IS NOT NULL`.execute(db)
  }
  const plans = await sql<{ location_id: number; people: string }>`SELECT location_id, people FROM alarm_plans`.execute(
    db,
  )
  for (const { location_id, people } of plans.rows) {
    const clean = (JSON.parse(people) as { name: string }[]).map(person => ({
      ...person,
      name: inOneLine(person.name),
    }))
    const text = JSON.stringify(clean)
    if (text !== people)
      await sql`UPDATE alarm_plans SET people = ${text} WHERE location_id = ${location_id}`.execute(db)
  }
}

const inOneLine = (name: string): string =>
  [...name]
    .map(sign => (UNSEEN.includes(sign.charCodeAt(0)) ? ' ' : sign))
    .join('')
    .trim() || '–'
