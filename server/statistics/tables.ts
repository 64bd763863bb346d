import type { Generated } from 'kysely'

export interface StatisticsTables {
  /** Selections of the data dashboard under a name, seen by the account that saved them alone. */
  saved_selections: {
    id: Generated<number>
    user_id: number
    name: string
    /** Text behind the question mark of the dashboard's address. */
    search: string
    changed_at: string
  }
}
