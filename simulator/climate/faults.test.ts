import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { type SimulatedFault, withFaults } from './faults.ts'
import { into } from './recurrence.ts'
import type { SensorValues } from './sensors.ts'

const ANCHOR = Date.UTC(2026, 10, 20, 12)
/** A series that never repeats: temperature counts the minutes. */
const clean = (time: number): SensorValues => ({
  t: (time - ANCHOR) / MINUTE_MS,
  nh3: 5,
  battery: 60,
  bat_volt: 3.65,
})
const series = (...faults: SimulatedFault[]) => withFaults(clean, faults, ANCHOR)

describe('[science §5] faults of a device', () => {
  it('leaves everything as it is outside the recurrences', () => {
    const at = series({ kind: 'drift', key: 'nh3', per_day: 1, from: 0, length: DAY_MS })
    expect(at(ANCHOR - 1)).toEqual(clean(ANCHOR - 1))
    expect(at(ANCHOR + DAY_MS)).toEqual(clean(ANCHOR + DAY_MS))
  })

  it('is silent from the first to before the last moment', () => {
    const at = series({ kind: 'silence', from: -2 * HOUR_MS, length: HOUR_MS })
    expect(at(ANCHOR - 2 * HOUR_MS - 1)).not.toBeNull()
    expect(at(ANCHOR - 2 * HOUR_MS)).toBeNull()
    expect(at(ANCHOR - HOUR_MS - 1)).toBeNull()
    expect(at(ANCHOR - HOUR_MS)).not.toBeNull()
  })

  it('drifts by so much a day, and only in its own measurement', () => {
    const at = series({ kind: 'drift', key: 'nh3', per_day: 0.5, from: -4 * DAY_MS, length: 10 * DAY_MS })
    expect(at(ANCHOR)).toEqual({ ...clean(ANCHOR), nh3: 7 })
    expect(at(ANCHOR + 2 * DAY_MS)?.nh3).toBe(8)
  })

  it('holds the value of the first moment in a flat line, whatever was asked before', () => {
    const at = series({ kind: 'flat_line', key: 't', from: 10 * MINUTE_MS, length: HOUR_MS })
    const values = [60, 10, 69, 35].map(minutes => at(ANCHOR + minutes * MINUTE_MS)?.t)
    expect(values).toEqual([10, 10, 10, 10])
    expect(at(ANCHOR + 70 * MINUTE_MS)?.t).toBe(70)
  })

  it('spikes for one message and returns', () => {
    const at = series({ kind: 'spike', key: 'nh3', size: 20, from: 3 * MINUTE_MS, length: 5 * MINUTE_MS })
    const values = Array.from({ length: 5 }, (_, index) => at(ANCHOR + index * 5 * MINUTE_MS)?.nh3)
    expect(values).toEqual([5, 25, 5, 5, 5])
  })

  it('runs a battery down, its voltage with it', () => {
    const at = series({ kind: 'low_battery', down_to: 5, from: -10 * DAY_MS, length: 12 * DAY_MS })
    const charges = [-10, -5, 0, 1.99].map(day => at(ANCHOR + day * DAY_MS)?.battery ?? 0)
    expect(charges[0]).toBe(60)
    expect(charges[3]).toBe(5)
    expect(charges).toEqual(charges.toSorted((a, b) => b - a))
    expect(at(ANCHOR)?.bat_volt).toBeLessThan(3.5)
  })

  it('leaves out a measurement the device does not have', () => {
    const at = series({ kind: 'drift', key: 'co2', per_day: 9, from: -DAY_MS, length: 2 * DAY_MS })
    expect(at(ANCHOR)).not.toHaveProperty('co2')
  })

  it('adds up faults that run at the same time', () => {
    const drift = { kind: 'drift', key: 'nh3', per_day: 1, from: -2 * DAY_MS, length: 9 * DAY_MS } as const
    const spike = { kind: 'spike', key: 'nh3', size: 10, from: 0, length: 5 * MINUTE_MS } as const
    expect(series(drift, spike)(ANCHOR)?.nh3).toBe(17)
  })
})

describe('recurrences', () => {
  it('come again after the anchor and are not made up before it', () => {
    const recurrence = { from: -HOUR_MS, length: 3 * HOUR_MS, every: DAY_MS }
    expect(into(recurrence, -DAY_MS)).toBeNull()
    expect(into(recurrence, 0)).toBe(HOUR_MS)
    expect(into(recurrence, 2 * HOUR_MS)).toBeNull()
    expect(into(recurrence, DAY_MS)).toBe(HOUR_MS)
    expect(into({ from: 0, length: HOUR_MS }, DAY_MS)).toBeNull()
  })
})
