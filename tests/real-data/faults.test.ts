import { describe, expect, it } from 'vitest'
import { faultsIn, type SensorReading } from '#shared/rules/data-quality/faults.ts'
import { isMissing, linesOf, utc } from './data-files.ts'

const cellsOf = (name: string): string[][] => linesOf(name).map(line => line.replaceAll('"', '').split(','))
const series = (rows: string[][], time: number, value: number): SensorReading[] =>
  rows
    .map((cells): SensorReading => [utc(cells[time] ?? ''), Number(cells[value])])
    .filter(([at, one]) => Number.isFinite(at) && Number.isFinite(one))
    .sort((a, b) => a[0] - b[0])
const iso = (time: number) => new Date(time).toISOString().slice(0, 16)
const found = (quantity: string, readings: SensorReading[]) =>
  faultsIn(quantity, readings).map(({ fault, from, until }) => `${fault} ${iso(from)} ${iso(until)}`)

describe.skipIf(isMissing)('[science §5] sensor faults in real measurements', () => {
  it('the intervals of the broiler house that its source filled are flat, and nothing else of its five days is', () => {
    const rows = cellsOf('no_licence/broiler_house_nh3_2023_days01-10.csv.gz').slice(1)
    // Counted by hand: in the file 126 h from 2023-01-09 12:10 hold one value each.
    const filled = 'flatline 2023-01-09T12:10'
    for (const [column, quantity] of [
      [2, 'temp_deg_c'],
      [3, 'rv_perc'],
      [4, 'nh3_ppm'],
    ] as const) {
      const faults = found(quantity, series(rows, 0, column))
      expect(faults.filter(one => one.startsWith(filled))).toHaveLength(1)
      expect(faults.length).toBeLessThanOrEqual(3)
    }
  })

  it('the dead gas channel of the hen house spikes and leaves what can be; its temperature and humidity are well', () => {
    const rows = cellsOf('no_licence/kandang_ayam_2026-04-24.csv.gz').slice(1)
    const faults = faultsIn('nh3_ppm', series(rows, 4, 3))
    expect(faults.filter(({ fault }) => fault === 'range').length).toBeGreaterThan(20)
    expect(faults.filter(({ fault }) => fault === 'spike').length).toBeGreaterThan(100)
    // It was off for most of a day.
    for (const [column, quantity] of [
      [1, 'temp_deg_c'],
      [2, 'rv_perc'],
    ] as const)
      expect(found(quantity, series(rows, 4, column)).filter(one => !one.startsWith('warm_up'))).toEqual([])
  })

  it.each([
    ['uci_occupancy_datatraining.csv.gz', 1, { temp_deg_c: 2, rv_perc: 3, co2_ppm: 5 }],
    ['no_licence/uhoo_home_DM_1min.csv.gz', 0, { temp_deg_c: 1, rv_perc: 2, co2_ppm: 5 }],
  ])('%s, where nothing is known to be wrong, has none', (name, time, columns) => {
    const rows = cellsOf(name).slice(time)
    for (const [quantity, column] of Object.entries(columns))
      expect(found(quantity, series(rows, time, column)), quantity).toEqual([])
  })

  it('the office whose cooling failed has no sensor fault: two readings that jump, in ten months', () => {
    const rows = cellsOf('nab_ambient_temperature_system_failure.csv').slice(1)
    const celsius = series(rows, 0, 1).map(([at, value]): SensorReading => [at, (value - 32) / 1.8])
    expect(found('temp_deg_c', celsius)).toEqual([
      'spike 2013-08-06T20:00 2013-08-06T20:00',
      'spike 2013-10-16T22:00 2013-10-16T22:00',
    ])
  })
})
