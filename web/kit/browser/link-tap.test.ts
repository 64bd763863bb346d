import { afterEach, expect, test, vi } from 'vitest'
import { isLinkTapped, watchLinkTaps } from './link-tap.ts'
import { nextPicture } from './next-picture.ts'

afterEach(() => {
  document.body.innerHTML = ''
  vi.restoreAllMocks()
})

test('a link was tapped until the next picture, however long that takes, and a button is none', async () => {
  // A page in the background is never drawn, and no picture waited for.
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const now = vi.spyOn(performance, 'now').mockReturnValue(5000)
  watchLinkTaps()
  document.body.innerHTML = '<a href="#next"><b>Next</b></a><button>Delete</button>'
  document.querySelector('button')?.click()
  expect(isLinkTapped()).toBe(false)
  document.querySelector('b')?.click()
  now.mockReturnValue(7000)
  expect(isLinkTapped()).toBe(true)
  await nextPicture()
  expect(isLinkTapped()).toBe(false)
})
