import type { DBSchema } from 'idb'
import { browserDatabase } from '../browser/database.ts'

/** Record in this browser's own database. Where there is none, as in some private windows, nothing is kept. */

interface Stores extends DBSchema {
  kept: { key: string; value: unknown }
}
const KEY = 'last'

const inDatabase = browserDatabase<Stores>('barnometer', 1, database => {
  database.createObjectStore('kept')
})
const nothing = () => undefined

export const readRecord = (): Promise<unknown> => inDatabase(database => database.get('kept', KEY)).catch(nothing)
export const writeRecord = (record: unknown): Promise<unknown> =>
  inDatabase(database => database.put('kept', record, KEY)).catch(nothing)
export const dropRecord = (): Promise<unknown> => inDatabase(database => database.delete('kept', KEY)).catch(nothing)
