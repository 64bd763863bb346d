import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
})

test('pictures are drawn on after a test with a false clock in which what had the focus went', async () => {
  vi.useFakeTimers()
  const field = document.createElement('input')
  document.body.append(field)
  field.focus()
  field.remove()
  vi.useRealTimers()
  const drawn = vi.fn()
  requestAnimationFrame(drawn)
  await expect.poll(() => drawn.mock.calls.length, { timeout: 3000 }).toBe(1)
})
