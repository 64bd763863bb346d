import type { Database } from '../../kit/database/database.ts'
import { existingDevices } from '../store.ts'
import { addRefusals, type RefusalNote } from './refusal-store.ts'

export { type MessageNote, noteMessages } from './message-store.ts'
export type { RefusalNote } from './refusal-store.ts'

export const noteRefusals = async (db: Database, notes: RefusalNote[]): Promise<void> => {
  if (notes.length === 0) return
  const there = await existingDevices(db, new Set(notes.map(note => note.device_id)))
  // The device may have been deleted since; its notes would take those of the others with them.
  await addRefusals(
    db,
    notes.filter(note => there.has(note.device_id)),
  )
}
