import { api } from '#shared/contract/index.ts'
import { queryOf } from './query.ts'

/** Locations with their areas, as the person signed in may see them. */
export const LOCATIONS = queryOf(api.listLocations, {})
