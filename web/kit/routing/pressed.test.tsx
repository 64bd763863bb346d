import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePressed } from './pressed.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const FIRST = { areas: [1, 2], weather: false }

const render = () => {
  const change = vi.fn()
  const view = renderHook(({ values }) => usePressed(values, change), { initialProps: { values: FIRST } })
  const press = (...some: Parameters<(typeof view.result.current)[1]>) => act(() => view.result.current[1](...some))
  return { ...view, change, press, shown: () => view.result.current[0] }
}

test('a press is shown before the address says it, and quick ones build on each other', () => {
  const { change, press, shown } = render()
  press(({ areas }) => ({ areas: areas.filter(id => id !== 1) }))
  press({ weather: true })
  expect(shown()).toEqual({ areas: [2], weather: true })
  expect(change).toHaveBeenCalledTimes(2)
})

test('what stands in the address counts once it has changed, also to something else', () => {
  const { press, rerender, shown } = render()
  press({ weather: true })
  rerender({ values: { areas: [3], weather: false } })
  expect(shown()).toEqual({ areas: [3], weather: false })
})

test('a press of which nothing came is taken back', () => {
  const { press, shown } = render()
  press({ weather: true })
  act(() => vi.advanceTimersByTime(2000))
  expect(shown()).toBe(FIRST)
})
