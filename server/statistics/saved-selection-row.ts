import type { Generated } from 'kysely'

/** Row of a selection that was saved under a name. */
export interface SavedSelectionRow {
  id: Generated<number>
  user_id: number
  name: string
  /** Text behind the question mark of the dashboard's address. */
  search: string
  changed_at: string
}
