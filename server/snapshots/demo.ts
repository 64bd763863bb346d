import type { Database } from '../kit/database/database.ts'
import { demoProjectIds } from '../research/projects.ts'
import { closePages } from './store.ts'

/**
 * Closes the public pages of the demo farm. A published version outlives its project, for those who cited it, but nobody cites a
 * simulation; closed, it goes with its project. Called before the projects are deleted, which tell which versions are the farm's.
 */
export const closeDemoPages = async (db: Database) => closePages(db, await demoProjectIds(db))
