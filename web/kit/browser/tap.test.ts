import { afterEach, expect, test, vi } from 'vitest'
import { nextPicture } from './next-picture.ts'
import { isTapped, watchTaps } from './tap.ts'

afterEach(() => {
  document.body.innerHTML = ''
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a tap counts until the next picture, however long that takes, and what was tapped looks so for a moment', async () => {
  // A page in the background is never drawn, and no picture waited for.
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  watchTaps()
  document.body.innerHTML = '<p>Text</p><a href="#next"><b>Next</b></a>'
  expect(isTapped()).toBe(false)
  document.querySelector('b')?.click()
  expect(isTapped()).toBe(true)
  const link = document.querySelector('a')
  expect(link?.hasAttribute('data-tapped')).toBe(true)
  await nextPicture()
  expect(isTapped()).toBe(false)
  await vi.waitFor(() => expect(link?.hasAttribute('data-tapped')).toBe(false))
})
