import type { Database } from '../kit/database/database.ts'

export const deleteDemoLocations = (db: Database) => db.deleteFrom('locations').where('demo', '=', 1).execute()
