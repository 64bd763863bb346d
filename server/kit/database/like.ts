import { sql } from 'kysely'

/** Pattern by which LIKE finds a text anywhere, in what was made small letters; its own signs are found as they are, with `ESCAPE '\'`. */
export const anywhere = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, sign => `\\${sign}`)}%`

/** JSON texts in which an address may stand; whether it does is read from them. */
export const mayName = (column: 'recipients' | 'people', address: string) =>
  sql<boolean>`lower(${sql.ref(column)}) LIKE ${`%${address}%`}`
