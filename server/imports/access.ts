import type { Catalogue } from '../kit/database/catalogue.ts'
import { importOfId } from './store.ts'

/** The file an imported value came from, in the words of who looks at the value. */
export const importedFile = (db: Catalogue, id: number) => importOfId(db, id)
