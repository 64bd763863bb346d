import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { type DataSubject, givenColumns, type PersonalDataPart, type Through } from './part.ts'

/** Rows that are read at once. */
const BATCH = 1000

export type PersonalRow = Record<string, unknown>

const reached = (
  { column, table, select, id, email, through, now }: Through,
  person: DataSubject,
  at: string,
): RawBuilder<boolean> => {
  const own = through
    ? reached(through, person, at)
    : id === undefined
      ? sql<boolean>`${sql.ref(email ?? 'email')} = ${person.email}`
      : sql<boolean>`${sql.ref(id)} = ${person.id}`
  const holds = sql<boolean>`AND "start" <= ${at} AND ("end" IS NULL OR "end" > ${at})`
  return sql<boolean>`${sql.ref(column)} IN (SELECT ${sql.ref(select)} FROM ${sql.table(table)} WHERE ${own} ${now ? holds : sql``})`
}

const isOf = (
  { ids, emails, since, through }: PersonalDataPart,
  person: DataSubject,
  at: string,
): RawBuilder<boolean> => {
  const held = since === undefined ? sql`` : sql`AND ${sql.ref(since)} >= ${person.created_at}`
  return sql.join(
    [
      ...ids.map(column => sql<boolean>`${sql.ref(column)} = ${person.id}`),
      ...emails.map(column => sql<boolean>`(${sql.ref(column)} = ${person.email} ${held})`),
      ...(through ? [reached(through, person, at)] : []),
    ],
    sql` OR `,
  )
}

/** Rows of a part that are the account's, with the columns it is given, some at a time. */
export async function* rowsOfPart(
  db: Database,
  part: PersonalDataPart,
  person: DataSubject,
  at: string,
): AsyncGenerator<PersonalRow[]> {
  const key = sql.join(part.key.map(name => sql.ref(name)))
  const given = givenColumns(part).map(name =>
    part.columns[name] === 'unless secret'
      ? sql`CASE WHEN "secret" = 1 THEN NULL ELSE ${sql.ref(name)} END AS ${sql.ref(name)}`
      : sql.ref(name),
  )
  const hidden = part.key.map((name, index) => sql`${sql.ref(name)} AS ${sql.ref(`key_${index}`)}`)
  for (let last: unknown[] | undefined; ; ) {
    const further = last === undefined ? sql`` : sql`AND (${key}) > (${sql.join(last)})`
    const { rows } = await sql<PersonalRow>`SELECT ${sql.join([...hidden, ...given])}
      FROM ${sql.table(part.table)} WHERE (${isOf(part, person, at)}) ${further} ORDER BY ${key} LIMIT ${BATCH}`.execute(
      db,
    )
    yield rows
    const end = rows.at(-1)
    if (rows.length < BATCH || !end) return
    last = part.key.map((_, index) => end[`key_${index}`])
  }
}
