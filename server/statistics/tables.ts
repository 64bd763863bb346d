import type { Generated } from 'kysely'

export interface SavedSelectionRow {
  id: Generated<number>
  user_id: number
  name: string
  /** Text behind the question mark of the dashboard's address. */
  search: string
  changed_at: string
}

/** Selections of a dashboard under a name, seen by the account that saved them alone. */
export interface StatisticsTables {
  saved_selections: SavedSelectionRow
  research_selections: SavedSelectionRow
}
