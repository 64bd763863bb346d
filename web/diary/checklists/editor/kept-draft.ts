import { readSession } from '../../../kit/api/session.ts'
import type { ChecklistDraft } from './draft.ts'

/** Draft that somebody has begun and not saved. */
export interface StoredDraft {
  draft: ChecklistDraft
  /** Version of the list it was made from; 0 for a new one. */
  version: number
}

const keyOf = (name: string): string => `barnometer.draft.checklist.${readSession().user?.id}.${name}`

export const readKept = (name: string): StoredDraft | null => {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null') as StoredDraft | null
    return kept && Array.isArray(kept.draft?.items) ? kept : null
  } catch {
    return null
  }
}

/** False where this browser keeps nothing. */
export const keep = (name: string, kept: StoredDraft): boolean => {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(kept))
    return true
  } catch {
    return false
  }
}

export const dropKept = (name: string): void => {
  try {
    localStorage.removeItem(keyOf(name))
  } catch {
    // A draft that was never kept is gone already.
  }
}
