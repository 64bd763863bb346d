import type { Generated } from 'kysely'
import type { Json } from '../kit/database/json.ts'
import type { StoredContent } from './content.ts'

export interface BoardTables {
  /** Boards of charts. What a line shows, each who opens it sees by their own rights. */
  boards: {
    id: Generated<number>
    user_id: number
    name: string
    content: Json<StoredContent>
    version: Generated<number>
    changed_at: string
    /** Link that shows the board to whoever is signed in; null while there is none. */
    link_hash: string | null
    link_tail: string | null
    link_created_at: string | null
  }
}
