import type { Database } from '../kit/database/database.ts'
import { importOfId } from './store.ts'

/** The file an imported value came from, in the words of who looks at the value. */
export const importedFile = (db: Database, id: number) => importOfId(db, id)
