import type { Database } from '../../kit/database/database.ts'
import { existingDevices } from '../store.ts'
import { addRefusals, countFieldsRefused, fieldsRefused, type RefusalNote } from './refusal-store.ts'

export { type MessageNote, noteMessages } from './message-store.ts'
export type { RefusalNote } from './refusal-store.ts'

/**
 * Fields and reasons of a device that are counted apart on a day. A device chooses the names: one that writes a time or an id into them
 * would fill the database, and its page.
 */
export const MAX_FIELDS_REFUSED = 200
/** Field under which those beyond are counted together. */
export const OTHER_FIELDS = '…'

const dayOf = ({ device_id, day }: Pick<RefusalNote, 'device_id' | 'day'>): string => `${device_id} ${day}`
const keyOf = (note: Pick<RefusalNote, 'device_id' | 'day' | 'code' | 'field'>): string =>
  `${dayOf(note)} ${note.code} ${note.field}`

export const noteRefusals = async (db: Database, notes: RefusalNote[]): Promise<void> => {
  if (notes.length === 0) return
  const there = await existingDevices(db, new Set(notes.map(note => note.device_id)))
  // The device may have been deleted since; its notes would take those of the others with them.
  const own = notes.filter(note => there.has(note.device_id))
  await addRefusals(db, await withinBounds(db, own))
}

/** Notes of which none makes a device have more fields on a day than are counted apart. */
const withinBounds = async (db: Database, notes: RefusalNote[]): Promise<RefusalNote[]> => {
  const byDay = Map.groupBy(notes, dayOf)
  const [since = ''] = notes.map(({ day }) => day).sort()
  const ids = new Set(notes.map(note => note.device_id))
  const counts = await countFieldsRefused(db, [...ids], since)
  const counted = new Map(counts.map(row => [dayOf(row), Number(row.fields)]))
  const crowded = [...byDay].filter(([day, list]) => (counted.get(day) ?? 0) + list.length > MAX_FIELDS_REFUSED)
  if (crowded.length === 0) return notes
  const crowdedIds = new Set(crowded.flatMap(([, list]) => list.map(note => note.device_id)))
  const known = new Set((await fieldsRefused(db, [...crowdedIds], since)).map(keyOf))
  const kept = new Map<string, RefusalNote>()
  for (const note of notes) {
    const day = dayOf(note)
    const fields = counted.get(day) ?? 0
    const isApart = known.has(keyOf(note)) || fields < MAX_FIELDS_REFUSED
    if (isApart && !known.has(keyOf(note))) counted.set(day, fields + 1)
    const placed = isApart ? note : { ...note, field: OTHER_FIELDS }
    const key = keyOf(placed)
    kept.set(key, { ...placed, count: placed.count + (kept.get(key)?.count ?? 0) })
  }
  return [...kept.values()]
}
