import { act, renderHook } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useMovie } from './movie.ts'

/** Pictures that are there once somebody says so. */
let waiting: (() => void)[] = []
let asked: string[] = []
let slow = false
beforeEach(() => {
  vi.useFakeTimers()
  waiting = []
  asked = []
  slow = false
  vi.stubGlobal(
    'Image',
    class {
      onload = () => {}
      set src(address: string) {
        asked.push(address)
        if (slow) waiting.push(() => this.onload())
        else queueMicrotask(() => this.onload())
      }
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const reel = (count: number, from: number) =>
  renderHook(() => {
    const [index, show] = useState(from)
    return { index, ...useMovie({ count, index, show, addressAt: (at, size) => `${size} ${at}` }) }
  })
/** In small steps: what is drawn after each begins the next wait. */
const pass = async (ms: number) => {
  for (let rest = ms; rest > 0; rest -= 50) await act(() => vi.advanceTimersByTimeAsync(Math.min(50, rest)))
}

test('[specification §9] a picture stays 400 ms, in the fast movie of thumbnails 250 ms', async () => {
  const { result } = reel(5, 0)
  act(() => result.current.play('web'))
  await pass(399)
  expect(result.current.index).toBe(0)
  await pass(1)
  expect(result.current.index).toBe(1)
  act(() => result.current.play('thumb'))
  await pass(500)
  expect(result.current.index).toBe(3)
  expect(asked.at(-1)).toBe('thumb 4')
})

test('ends with the last one, and begins anew from there', async () => {
  const { result } = reel(3, 2)
  act(() => result.current.play('web'))
  expect(result.current.index).toBe(0)
  await pass(1000)
  expect([result.current.index, result.current.playing]).toEqual([2, null])
})

test('a pause stops it where it is', async () => {
  const { result } = reel(9, 0)
  act(() => result.current.play('web'))
  await pass(450)
  act(() => result.current.pause())
  await pass(2000)
  expect(result.current.index).toBe(1)
})

test('waits for a picture that is slow to come', async () => {
  slow = true
  const { result } = reel(3, 0)
  act(() => result.current.play('web'))
  await pass(3000)
  expect(result.current.index).toBe(0)
  await act(async () => waiting[0]?.())
  expect(result.current.index).toBe(1)
})
