// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { keepReturn, takeReturn } from './return-path.ts'

afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

test('somebody comes back to where they wanted to go, once, with the same address, within a day', () => {
  keepReturn('Anna@Farm.example', '/invitations/abc')
  expect(takeReturn('other@farm.example')).toBeUndefined()
  expect(takeReturn('anna@farm.example')).toBe('/invitations/abc')
  expect(takeReturn('anna@farm.example')).toBeUndefined()
  vi.useFakeTimers()
  keepReturn('anna@farm.example', '/invitations/abc')
  vi.advanceTimersByTime(DAY_MS)
  expect(takeReturn('anna@farm.example')).toBeUndefined()
})

test('rubbish that lies there leads nowhere', () => {
  localStorage.setItem('barnometer.return', '{')
  expect(takeReturn('anna@farm.example')).toBeUndefined()
})
