import type { Database } from '../../kit/database/database.ts'
import { existingDevices } from '../store.ts'
import { addRefusals, type RefusalNote } from './refusal-store.ts'

export { type MessageNote, noteMessages } from './message-store.ts'
export type { RefusalNote } from './refusal-store.ts'

export const noteRefusals = async (db: Database, notes: RefusalNote[]): Promise<void> => {
  const there = await existingDevices(db, new Set(notes.map(note => note.device_id)))
  // The device may have been deleted since; its notes would take those of the others with them.
  for (const note of notes) if (there.has(note.device_id)) await addRefusals(db, note)
}
