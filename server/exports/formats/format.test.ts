import { afterEach, describe, expect, test, vi } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '#shared/rules/time/units.ts'
import type { ExportPlan } from '../making/plan.ts'
import { exportName, namesOf, sliceReaderOf, unplacedIn } from './format.ts'

const hung = (deviceId: number, areaId: number | null, area: string, location: string) => ({
  deviceId,
  areaId,
  area,
  location,
  name: `Device ${deviceId}`,
})
const [FROM, UNTIL] = [Date.parse('2026-11-17T00:00:00Z'), Date.parse('2026-11-18T00:00:00Z')]
const nameOf = (names: string[], language: 'en' | 'de' | 'es' | 'nl') =>
  exportName(names, { from: FROM, until: UNTIL, zone: 'UTC', language }, 'csv')

describe('names of what a file holds', () => {
  test('barns called alike on two farms are two, each with its farm', () => {
    const names = namesOf({ intervals: [hung(1, 11, 'Barn 1', 'North'), hung(2, 12, 'Barn 1', 'South')] })
    expect(names).toEqual(['Barn 1, North', 'Barn 1, South'])
    expect(nameOf(names, 'en')).toBe('2-areas_2026-11-17.csv')
    expect(nameOf(names, 'de')).toBe('2-bereiche_2026-11-17.csv')
    expect(nameOf(names, 'es')).toBe('2-zonas_2026-11-17.csv')
    expect(nameOf(names, 'nl')).toBe('2-ruimtes_2026-11-17.csv')
  })

  test('two devices in one area are one area, named alone', () => {
    const names = namesOf({ intervals: [hung(1, 11, 'Barn 1', 'North'), hung(2, 11, 'Barn 1', 'North')] })
    expect(nameOf(names, 'en')).toBe('barn-1_2026-11-17.csv')
  })

  test('nobody is named where no names are to be told', () => {
    expect(exportName(null, { from: FROM, until: UNTIL, zone: 'UTC' }, 'xlsx')).toBe('barnometer_2026-11-17.xlsx')
  })

  test('a device counts where it hung last, and by its own name where it hangs nowhere', () => {
    const intervals = [hung(1, 11, 'Barn 1', 'North'), hung(1, 12, 'Barn 2', 'North'), hung(2, null, '', '')]
    expect(namesOf({ intervals })).toEqual(['Barn 2', 'Device 2'])
  })

  test('devices that hang nowhere are counted as devices, beside the areas of the others', () => {
    const named = (...intervals: ReturnType<typeof hung>[]) => {
      const plan = { from: FROM, until: UNTIL, zone: 'UTC', unplaced: unplacedIn({ intervals }) }
      return exportName(namesOf({ intervals }), plan, 'csv')
    }
    const [one, other] = [hung(1, null, '', ''), hung(2, null, '', '')]
    expect(named(one, other)).toBe('2-devices_2026-11-17.csv')
    expect(named(one, hung(3, 11, 'Barn 1', 'North'), other)).toBe('barn-1_2-devices_2026-11-17.csv')
    expect(named(one, hung(3, 11, 'Barn 1', 'North'), hung(4, 12, 'Barn 2', 'North'))).toBe(
      '2-areas_device-1_2026-11-17.csv',
    )
  })
})

describe('the right to what a file holds', () => {
  afterEach(() => vi.useRealTimers())

  /** Plan of a file with a minute of each of so many devices. */
  const planOf = (devices: number) => {
    const ids = Array.from({ length: devices }, (_, index) => index + 1)
    const period = { from: FROM, until: FROM + MINUTE_MS }
    return {
      ...{ input: { format: 'csv' }, step: null, corrections: [], without: [], aloneUntil: 0, keys: ['t'] },
      intervals: ids.map(deviceId => ({ deviceId, zone: 'UTC', consent: null, ...period })),
      counted: ids.map(deviceId => ({ deviceId, key: 't', count: 1, first: FROM, last: FROM })),
    } as unknown as ExportPlan
  }
  const series = { exec: async () => ({ stream: [Buffer.from('row')] }) } as never
  const signal = new AbortController().signal

  test('is asked for once a second, not for each device', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const requireRight = vi.fn(async () => {})
    const read = sliceReaderOf(planOf(2000), { series, signal, requireRight })
    let slices = 0
    for await (const _ of read(() => ({ select: () => '1', format: 'TSVRaw' })))
      if (++slices === 1000) vi.advanceTimersByTime(SECOND_MS)
    expect(slices).toBe(2000)
    expect(requireRight).toHaveBeenCalledTimes(2)
  })

  test('ends the file when it is gone', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const requireRight = vi
      .fn(async () => {})
      .mockResolvedValueOnce(undefined)
      .mockRejectedValue(new Error('gone'))
    const read = sliceReaderOf(planOf(20), { series, signal, requireRight })
    let slices = 0
    const all = async () => {
      for await (const _ of read(() => ({ select: () => '1', format: 'TSVRaw' })))
        if (++slices === 5) vi.advanceTimersByTime(SECOND_MS)
    }
    await expect(all()).rejects.toThrow('gone')
    expect(slices).toBe(5)
  })
})
