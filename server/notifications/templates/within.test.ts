import { expect, test } from 'vitest'
import { bytesOf, textWithin } from './within.ts'

test('a text that fits stays, and a longer one is cut between letters as late as may be', () => {
  expect(textWithin('Barn 1', 6)).toBe('Barn 1')
  expect(textWithin('Barn 1', 5)).toBe('Ba…')
  for (const word of ['Ферма ', '🐖 ', 'Barn ']) {
    const cut = textWithin(word.repeat(500), 1000)
    expect(bytesOf(cut)).toBeLessThanOrEqual(1000)
    expect(bytesOf(cut)).toBeGreaterThan(990)
    expect(cut.isWellFormed()).toBe(true)
  }
})
