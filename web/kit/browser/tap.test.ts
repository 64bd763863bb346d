import { afterEach, expect, test, vi } from 'vitest'
import { isTapped, watchTaps } from './tap.ts'

afterEach(() => {
  document.body.innerHTML = ''
  vi.useRealTimers()
})

test('a tap counts for what it calls at once, and what was tapped looks so for a moment', async () => {
  vi.useFakeTimers()
  watchTaps()
  document.body.innerHTML = '<p>Text</p><a href="#next"><b>Next</b></a>'
  expect(isTapped()).toBe(false)
  document.querySelector('b')?.click()
  await Promise.resolve()
  expect(isTapped()).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(isTapped()).toBe(false)
  const link = document.querySelector('a')
  expect(link?.hasAttribute('data-tapped')).toBe(true)
  await vi.advanceTimersByTimeAsync(300)
  expect(link?.hasAttribute('data-tapped')).toBe(false)
})
