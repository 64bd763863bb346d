import { beforeEach, expect, test } from 'vitest'
import { endSession } from '../../kit/api/session.ts'
import { dropLocationDraft, keepDraft, readLocationDraft } from './draft.ts'
import { newLocation } from './location-values.ts'

// Another file of this process may have left a person signed in.
beforeEach(() => {
  endSession()
  dropLocationDraft()
})

test('a draft is read as it was kept', () => {
  const draft = { values: { ...newLocation(), name: 'Zonneveld', tag: 'organic' }, step: 1, reached: 2, savedAt: 5 }
  keepDraft(draft)
  expect(readLocationDraft()).toEqual(draft)
})

test('a draft of a release that knew no tag is taken up without one', () => {
  const { tag: _, ...values } = { ...newLocation(), name: 'Zonneveld' }
  localStorage.setItem('barnometer.draft.location.undefined', JSON.stringify({ values, step: 0, reached: 0 }))
  expect(readLocationDraft()?.values).toEqual({ ...values, tag: '' })
})
