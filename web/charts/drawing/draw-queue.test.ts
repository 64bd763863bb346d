import { expect, test, vi } from 'vitest'
import { drawSoon } from './draw-queue.ts'

test('draws one chart per turn, in order, and not what was called off', () => {
  vi.useFakeTimers()
  const drawn: string[] = []
  drawSoon(() => drawn.push('a'))
  const callOff = drawSoon(() => drawn.push('b'))
  drawSoon(() => drawn.push('c'))
  callOff()
  expect(drawn).toEqual([])
  vi.advanceTimersToNextTimer()
  expect(drawn).toEqual(['a'])
  vi.advanceTimersToNextTimer()
  expect(drawn).toEqual(['a', 'c'])
  vi.runAllTimers()
  drawSoon(() => drawn.push('d'))
  vi.runAllTimers()
  expect(drawn).toEqual(['a', 'c', 'd'])
  vi.useRealTimers()
})

test('goes on when a chart cannot be drawn', () => {
  vi.useFakeTimers()
  const drawn: string[] = []
  drawSoon(() => {
    throw new Error('no canvas')
  })
  drawSoon(() => drawn.push('next'))
  expect(() => vi.advanceTimersToNextTimer()).toThrow('no canvas')
  vi.runAllTimers()
  expect(drawn).toEqual(['next'])
  vi.useRealTimers()
})
