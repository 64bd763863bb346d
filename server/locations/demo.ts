import type { Catalogue } from '../kit/database/catalogue.ts'

export const deleteDemoLocations = (db: Catalogue) => db.deleteFrom('locations').where('demo', '=', 1).execute()
