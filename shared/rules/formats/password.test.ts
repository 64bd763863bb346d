import { describe, expect, test } from 'vitest'
import { passwordProblems } from './password.ts'

describe('[specification §5] a password', () => {
  test.each(['Stable-1', 'Übung-2x', 'Ab1!Ab1!', 'pass Word 1.', 'Ж-ж-12345'])('%s is good', password => {
    expect(passwordProblems(password)).toEqual([])
  })

  test.each([
    ['Stab-1x', ['length']],
    ['STABLE-1', ['lowercase']],
    ['stable-1', ['uppercase']],
    ['Stable-x', ['digit']],
    ['Stable12', ['special']],
    ['Stable 12', ['special']],
    ['', ['length', 'lowercase', 'uppercase', 'digit', 'special']],
    ['💥💥💥aA1', ['length']],
  ])('%j misses %j', (password, problems) => {
    expect(passwordProblems(password)).toEqual(problems)
  })
})
