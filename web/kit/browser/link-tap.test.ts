import { afterEach, expect, test, vi } from 'vitest'
import { isLinkTapped, watchLinkTaps } from './link-tap.ts'

afterEach(() => {
  document.body.innerHTML = ''
  vi.restoreAllMocks()
})

test('a link was tapped for a moment, and a button is none', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(5000)
  watchLinkTaps()
  document.body.innerHTML = '<a href="#next"><b>Next</b></a><button>Delete</button>'
  document.querySelector('button')?.click()
  expect(isLinkTapped()).toBe(false)
  document.querySelector('b')?.click()
  expect(isLinkTapped()).toBe(true)
  now.mockReturnValue(5200)
  expect(isLinkTapped()).toBe(false)
})
