import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OWN_ANSWER } from '#shared/contract/call.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { hearClock, serverNow, useClockOff, useNow } from './now.ts'

const SERVER = Date.parse('2026-11-20T12:00:00Z')
const answerAt = (at: number, more: Record<string, string> = {}) => ({
  headers: new Headers({ date: new Date(at).toUTCString(), [OWN_ANSWER.name]: OWN_ANSWER.value, ...more }),
})

beforeEach(() => void vi.useFakeTimers({ now: SERVER }))
afterEach(() => {
  hearClock(answerAt(Date.now()))
  vi.useRealTimers()
})

test.each([4, -2])('a clock that is %i hours off changes no age: the server says what time it is', hours => {
  vi.setSystemTime(SERVER + hours * HOUR_MS)
  hearClock(answerAt(SERVER))
  expect(serverNow()).toBe(SERVER)
  expect(renderHook(() => useNow()).result.current).toBe(SERVER)
  expect(renderHook(useClockOff).result.current).toBe(-hours * HOUR_MS)
})

test('a minute off is corrected without a word; whole seconds and a slow answer are no difference', () => {
  hearClock(answerAt(SERVER + 60_000))
  expect(serverNow()).toBe(SERVER + 60_000)
  expect(renderHook(useClockOff).result.current).toBe(0)
  hearClock(answerAt(SERVER - 2000))
  expect(serverNow()).toBe(SERVER)
})

test('a clock that has been put right is heard of, an answer from a store is not', () => {
  vi.setSystemTime(SERVER + HOUR_MS)
  hearClock(answerAt(SERVER))
  vi.setSystemTime(SERVER)
  hearClock(answerAt(SERVER - HOUR_MS, { age: '3600' }))
  expect(renderHook(useClockOff).result.current).toBe(-HOUR_MS)
  hearClock(answerAt(SERVER))
  expect(serverNow()).toBe(SERVER)
})
