import { expect, test } from 'vitest'
import { countMessages } from './lost.ts'

test.each([
  ['nothing known before says nothing of what was before', null, [7], { last: 7, heard: 1, lost: 0 }],
  ['one after the other', 4, [5, 6, 7], { last: 7, heard: 3, lost: 0 }],
  ['a gap', 4, [7, 8], { last: 8, heard: 2, lost: 2 }],
  ['the same uplink twice is one', 4, [5, 5], { last: 5, heard: 1, lost: 0 }],
  ['one that was held up on its way was not lost', 4, [6, 5, 7], { last: 7, heard: 3, lost: 0 }],
  ['counting anew after a reset', 900, [0, 1, 3], { last: 3, heard: 3, lost: 1 }],
  ['counting anew with the first ones unheard', 900, [5, 6], { last: 6, heard: 2, lost: 0 }],
  ['a join, whatever number comes then', 900, [null, 903], { last: 903, heard: 1, lost: 0 }],
  ['a reset soon after the last join', 3, [0, 1], { last: 1, heard: 2, lost: 0 }],
  ['only a join', 3, [null], { last: null, heard: 0, lost: 0 }],
])('[decisions §5] lost messages: %s', (_, before, counters, expected) => {
  expect(countMessages(before, counters)).toEqual(expected)
})
