import type { Generated } from 'kysely'
import type { FeedContent } from '#shared/contract/accounts/feeds.ts'
import type { Json } from '../kit/database/json.ts'

export interface FeedTables {
  /** Addresses that calendars and spreadsheets read. `user_id` made it: it holds what that person may see. */
  feeds: {
    id: Generated<number>
    user_id: number
    name: string
    content: Json<FeedContent>
    secret_hash: string
    tail: string
    created_at: string
    last_read_at: string | null
    /** Day (UTC) on which a download by it was noted last. */
    noted_on: string | null
  }
}
