import { forgetLedgers } from '../consents/ledger.ts'
import type { Database } from '../kit/database/database.ts'
import { deleteProjects, demoProjectIds } from './store.ts'

export { demoProjectIds, projectOfId, type ResearchRow } from './store.ts'

/** Deletes the projects of the demo farm with their ledgers: what was only shown is not on record. */
export const deleteDemoProjects = async (db: Database): Promise<void> => {
  const ids = await demoProjectIds(db)
  await forgetLedgers(db, ids)
  await deleteProjects(db, ids)
}
