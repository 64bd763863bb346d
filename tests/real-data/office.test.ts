import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isMissing, linesOf, type Row, utc, valuesOf } from './data-files.ts'
import { expectChart } from './expected.ts'
import { aPlaceWithADevice, chartAt, type Place, sendRows } from './send-and-ask.ts'

const ZONE = 'Europe/Brussels'
const COLUMNS = { t: 2, h: 3, light: 4, co2: 5 }
const NOW = '2015-02-10T09:33:20Z'

const rowsOf = (name: string): Row[] =>
  linesOf(name)
    .slice(1)
    .map(line => line.split(','))
    .map(cells => ({ at: utc(cells[1]!.replaceAll('"', '')), values: valuesOf(cells, COLUMNS) }))

describe.skipIf(isMissing)('an office: temperature, humidity, light and CO2, every minute for eight days', () => {
  let place: Place
  let rows: Row[]

  beforeAll(async () => {
    place = await aPlaceWithADevice(ZONE, '2015-03-01T00:00:00Z')
    rows = [...rowsOf('uci_occupancy_datatraining.csv.gz'), ...rowsOf('uci_occupancy_datatest.csv.gz')]
    await sendRows(place, rows, row => row.at / 1000)
  })
  afterAll(() => place?.close())

  it('[decisions §6] shows the last hour, the day and the week although the older file came last', async () => {
    const chart = (interval: 'hour' | 'day' | 'week') => chartAt(place, NOW, { interval })
    expectChart(await chart('hour'), rows, {
      from: '2015-02-10T08:34:00Z',
      until: '2015-02-10T09:34:00Z',
      stepMinutes: 1,
      zone: ZONE,
    })
    expectChart(await chart('day'), rows, {
      from: '2015-02-09T09:35:00Z',
      until: '2015-02-10T09:35:00Z',
      stepMinutes: 5,
      zone: ZONE,
    })
    expectChart(await chart('week'), rows, {
      from: '2015-02-03T10:00:00Z',
      until: '2015-02-10T10:00:00Z',
      stepMinutes: 30,
      zone: ZONE,
    })
  })

  it('[decisions §6] shows the month and the year', async () => {
    expectChart(await chartAt(place, NOW, { interval: 'month' }), rows, {
      from: '2015-01-11T11:00:00Z',
      until: '2015-02-10T11:00:00Z',
      stepMinutes: 120,
      zone: ZONE,
    })
    expectChart(await chartAt(place, NOW, { interval: 'year' }), rows, {
      from: '2014-02-10T23:00:00Z',
      until: '2015-02-10T23:00:00Z',
      stepMinutes: 1440,
      zone: ZONE,
    })
  })

  it('[decisions §6] shows the seven hours between the two files as a gap', async () => {
    const selection = { interval: 'selection', date_start: '2015-02-04 11:00', date_end: '2015-02-04 20:00' } as const
    const frame = await chartAt(place, NOW, selection)
    expectChart(frame, rows, {
      from: '2015-02-04T10:00:00Z',
      until: '2015-02-04T19:00:00Z',
      stepMinutes: 5,
      zone: ZONE,
    })
    const silent = frame.time.filter((_, index) => frame.series.co2?.mean[index] === null)
    expect(new Date(silent[0]!).toISOString()).toBe('2015-02-04T10:45:00.000Z')
    expect(new Date(silent.at(-1)!).toISOString()).toBe('2015-02-04T17:45:00.000Z')
    expect(silent).toHaveLength(85)
  })
})
