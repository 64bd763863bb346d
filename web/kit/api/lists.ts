import { api } from '#shared/contract/index.ts'
import { queryOf } from './query.ts'

/** Kinds, quantities, groups and limits: the same as long as the product is open. */
export const LISTS = { ...queryOf(api.getTaxonomy, {}), staleTime: Number.POSITIVE_INFINITY }

/** Upper bound of the alerts read at once. */
export const ALERTS_AT_ONCE = 200

/** Alerts as the list first shows them: those that nobody has hidden. */
export const OPEN_ALERTS = queryOf(api.listAlerts, { query: { show: '1', limit: ALERTS_AT_ONCE } })
