import { expect, test } from 'vitest'
import { pathAfterSignIn } from './after-sign-in.ts'

test('[specification §2] goes back to where somebody wanted to go', () => {
  expect(pathAfterSignIn('/data/3?interval=week')).toBe('/data/3?interval=week')
})

test.each([
  undefined,
  '',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n\\evil.example',
])('goes to the start instead of to %s', path => {
  expect(pathAfterSignIn(path)).toBe('/')
})
