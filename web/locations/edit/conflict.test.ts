import { expect, test } from 'vitest'
import { differences, merged } from './conflict.ts'

const before = { name: 'Zonneveld', city: 'Nederweert', ubn: null, version: 1 }
const mine = { name: 'Zonneveld Zuid', city: 'Nederweert', ubn: null, version: 1 }
const theirs = { name: 'Zonneveld Noord', city: 'Ospel', version: 2 }

test('what differs is named once, and what only the other one changed is told apart', () => {
  expect(differences(before, mine, theirs)).toEqual([
    { field: 'name', mine: 'Zonneveld Zuid', theirs: 'Zonneveld Noord', onlyTheirs: false },
    { field: 'city', mine: 'Nederweert', theirs: 'Ospel', onlyTheirs: true },
  ])
})

test('the same change made by both is no difference', () => {
  expect(differences(before, mine, { ...mine, version: 2 })).toEqual([])
})

test('only the fields chosen become theirs', () => {
  expect(merged(mine, theirs, ['city'])).toEqual({ ...mine, city: 'Ospel' })
  expect(merged(mine, theirs, [])).toEqual(mine)
})
