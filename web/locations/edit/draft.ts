import { readSession } from '../../kit/api/session.ts'
import { type LocationValues, newLocation } from './location-values.ts'

export interface LocationDraft {
  values: LocationValues
  step: number
  /** The furthest step reached. */
  reached: number
  /** Epoch ms. */
  savedAt: number
}

/** Each user of this device has one of their own. */
const keyOf = (): string => `barnometer.draft.location.${readSession().user?.id}`

export const readLocationDraft = (): LocationDraft | null => {
  try {
    const draft = JSON.parse(localStorage.getItem(keyOf()) ?? 'null') as LocationDraft | null
    if (!draft || !Array.isArray(draft.values?.areas)) return null
    // A draft of an earlier release lacks the fields added since.
    return { ...draft, values: { ...newLocation(), ...draft.values } }
  } catch {
    return null
  }
}

/** False where the device keeps nothing, e.g. because it is full. */
export const keepDraft = (draft: LocationDraft): boolean => {
  try {
    localStorage.setItem(keyOf(), JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export const dropLocationDraft = (): void => localStorage.removeItem(keyOf())
