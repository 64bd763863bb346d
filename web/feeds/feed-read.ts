import { api } from '#shared/contract/index.ts'
import { FRESH, queryOf } from '../kit/api/query.ts'

/** Feeds of the person; asked for anew whenever they are looked at, for calendars and spreadsheets read them meanwhile. */
export const FEEDS = { ...queryOf(api.listFeeds, {}), staleTime: FRESH.staleTime }
