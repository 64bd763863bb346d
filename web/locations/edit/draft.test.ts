import { beforeEach, expect, test } from 'vitest'
import { dropDraft, keepDraft, readDraft } from './draft.ts'
import { newLocation } from './location-values.ts'

beforeEach(dropDraft)

test('a draft is read as it was kept', () => {
  const draft = { values: { ...newLocation(), name: 'Zonneveld', tag: 'organic' }, step: 1, reached: 2, savedAt: 5 }
  keepDraft(draft)
  expect(readDraft()).toEqual(draft)
})

test('a draft of a release that knew no tag is taken up without one', () => {
  const { tag: _, ...values } = { ...newLocation(), name: 'Zonneveld' }
  localStorage.setItem('barnometer.draft.location.undefined', JSON.stringify({ values, step: 0, reached: 0 }))
  expect(readDraft()?.values).toEqual({ ...values, tag: '' })
})
