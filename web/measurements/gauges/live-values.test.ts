import { describe, expect, test } from 'vitest'
import { hasNewKey, withLast } from './live-values.ts'

const at = (minutes: number): number => Date.parse('2026-11-20T12:00:00Z') + minutes * 60_000
const iso = (minutes: number): string => new Date(at(minutes)).toISOString()
const value = (number: number, minutes: number) => ({ value: number, unit: '°C', time: iso(minutes), grade: 9 })

describe('last values with a live message', () => {
  const all = { 1: { t: value(20, 0), h: value(60, 0) }, 2: { t: value(18, 0) } }

  test('take the newer value and its time', () => {
    const next = withLast(all, { device_id: 1, time: at(5), values: { t: 21.5 } })
    expect(next[1]?.t).toMatchObject({ value: 21.5, time: iso(5) })
  })

  test('leave other measurements and other devices as the same objects', () => {
    const next = withLast(all, { device_id: 1, time: at(5), values: { t: 21.5 } })
    expect(next[1]?.h).toBe(all[1].h)
    expect(next[2]).toBe(all[2])
  })

  test('do not go back to a message that was late', () => {
    expect(withLast(all, { device_id: 1, time: at(-5), values: { t: 5 } })[1]?.t?.value).toBe(20)
  })

  test('take a value of the same time: sending again replaces', () => {
    expect(withLast(all, { device_id: 1, time: at(0), values: { t: 19 } })[1]?.t?.value).toBe(19)
  })

  test('do not invent a unit for a measurement that is new, but say that there is one', () => {
    const message = { device_id: 1, time: at(5), values: { nh3: 8 } }
    expect(withLast(all, message)[1]?.nh3).toBeUndefined()
    expect(hasNewKey(all, message)).toBe(true)
    expect(hasNewKey(all, { ...message, values: { t: 20 } })).toBe(false)
    expect(hasNewKey(all, { ...message, device_id: 3 })).toBe(true)
  })
})
