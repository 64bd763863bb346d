import type { Catalogue } from '../kit/catalogue.ts'

export const deleteDemoLocations = (db: Catalogue) => db.deleteFrom('locations').where('demo', '=', 1).execute()
