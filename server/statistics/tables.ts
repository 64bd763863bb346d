import type { SavedSelectionRow } from './saved-selection-row.ts'

/** Selections of a dashboard under a name, seen by the account that saved them alone. */
export interface StatisticsTables {
  saved_selections: SavedSelectionRow
  research_selections: SavedSelectionRow
}
