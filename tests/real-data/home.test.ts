import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isMissing, linesOf, type Row, utc, valuesOf } from './data-files.ts'
import { expectChart } from './expected.ts'
import { aPlaceWithADevice, chartAt, type Place, sendRows } from './send-and-ask.ts'

const ZONE = 'Europe/Rome'
const COLUMNS = { t: 1, h: 2, dust_pm25: 3, co2: 5, p: 7 }
const NOW = '2018-06-29T10:00:30Z'

describe.skipIf(isMissing)('a home: every minute for two weeks, 356 times twice with different values', () => {
  let place: Place
  let rows: Row[]

  beforeAll(async () => {
    place = await aPlaceWithADevice(ZONE, '2018-08-01T00:00:00Z')
    rows = linesOf('no_licence/uhoo_home_DM_1min.csv.gz')
      .map(line => line.split(','))
      .map(cells => ({ at: utc(cells[0]!), values: valuesOf(cells, COLUMNS) }))
    await sendRows(place, rows, row => row.at)
  })
  afterAll(() => place?.close())

  it('[decisions §5] counts a repeated time once, with the value that came last', async () => {
    expect(rows.length - new Set(rows.map(row => row.at)).size).toBe(356)
    const chart = (interval: 'day' | 'week') => chartAt(place, NOW, { interval })
    const day = { from: '2018-06-28T10:05:00Z', until: '2018-06-29T10:05:00Z', stepMinutes: 5, zone: ZONE }
    expectChart(await chart('day'), rows, day)
    const week = { from: '2018-06-22T10:30:00Z', until: '2018-06-29T10:30:00Z', stepMinutes: 30, zone: ZONE }
    expectChart(await chart('week'), rows, week)
    const month = { from: '2018-05-30T12:00:00Z', until: '2018-06-29T12:00:00Z', stepMinutes: 120, zone: ZONE }
    expectChart(await chartAt(place, NOW, { interval: 'month' }), rows, month)
  })

  it('[decisions §5] takes a corrected value sent later for the one of before', async () => {
    const corrected = rows.slice(0, 1440).map(row => ({ at: row.at, values: { ...row.values, t: 21.5 } }))
    place.clock.set('2018-08-01T00:00:00Z')
    await sendRows(place, corrected, row => row.at)
    const selection = { interval: 'selection', date_start: '2018-06-22', date_end: '2018-06-23' } as const
    expectChart(await chartAt(place, NOW, selection), [...rows, ...corrected], {
      from: '2018-06-21T22:00:00Z',
      until: '2018-06-23T22:00:00Z',
      stepMinutes: 10,
      zone: ZONE,
    })
  })
})
