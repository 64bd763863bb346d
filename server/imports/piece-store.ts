import type { Database } from '../kit/database/database.ts'

/** Keeps the next piece of a file: packed, in base64. */
export const insertPiece = (db: Database, importId: number, nr: number, content: string) =>
  db.insertInto('import_pieces').values({ import_id: importId, nr, content }).execute()

/** The piece of a file with this number, from 0 on; undefined after the last. */
export const pieceOf = async (db: Database, importId: number, nr: number): Promise<string | undefined> => {
  const row = await db
    .selectFrom('import_pieces')
    .select('content')
    .where('import_id', '=', importId)
    .where('nr', '=', nr)
    .executeTakeFirst()
  return row?.content
}

/** Forgets a file. */
export const deletePieces = (db: Database, importId: number) =>
  db.deleteFrom('import_pieces').where('import_id', '=', importId).execute()
