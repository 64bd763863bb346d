import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isServerReachable, onConnection, unheard } from './connection.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a call that never ends keeps nobody waiting who asks whether the server is there', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const both = Promise.all([isServerReachable(), isServerReachable()])
  await vi.advanceTimersByTimeAsync(5000)
  expect(await both).toEqual([false, false])
  vi.stubGlobal('fetch', async () => new Response('{}', { headers: { 'x-barnometer': '1' } }))
  expect(await isServerReachable()).toBe(true)
})

test('a call that breaks while the server answers others does not make it lost', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}', { headers: { 'x-barnometer': '1' } }))
  await isServerReachable()
  const told: boolean[] = []
  const stop = onConnection(lost => told.push(lost))
  unheard()
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual([])
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  unheard()
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual([true])
  stop()
})
