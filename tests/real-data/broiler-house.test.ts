import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { broilerHouseRows, isMissing, type Row } from './data-files.ts'
import { expectChart } from './expected.ts'
import { aPlaceWithADevice, chartAt, type Place, sendRows } from './send-and-ask.ts'

const ZONE = 'Asia/Jakarta'
const NOW = '2023-01-13T12:34:56Z'

describe.skipIf(isMissing)('a broiler house: temperature, humidity and ammonia, every 5 minutes for ten days', () => {
  let place: Place
  let rows: Row[]

  beforeAll(async () => {
    place = await aPlaceWithADevice(ZONE, '2023-02-01T00:00:00Z')
    rows = broilerHouseRows()
    await sendRows(place, rows, row => new Date(row.at).toISOString())
  })
  afterAll(() => place?.close())

  const chart = (interval: 'hour' | 'day' | 'week' | 'month' | 'year', index = 0) =>
    chartAt(place, NOW, { interval, index })

  it('[decisions §6] shows the hour in steps of a minute, empty between two readings', async () => {
    const frame = await chart('hour')
    const period = { from: '2023-01-13T11:35:00Z', until: '2023-01-13T12:35:00Z', stepMinutes: 1, zone: ZONE }
    expectChart(frame, rows, period)
    expect(frame.series.nh3?.count.filter(count => count === 0)).toHaveLength(48)
  })

  it('[decisions §6] shows the day and the day before it in steps of 5 minutes', async () => {
    const step = { stepMinutes: 5, zone: ZONE }
    expectChart(await chart('day'), rows, { from: '2023-01-12T12:35:00Z', until: '2023-01-13T12:35:00Z', ...step })
    expectChart(await chart('day', 1), rows, { from: '2023-01-11T12:35:00Z', until: '2023-01-12T12:35:00Z', ...step })
  })

  it('[decisions §6] shows the week in steps of half an hour', async () => {
    const period = { from: '2023-01-06T13:00:00Z', until: '2023-01-13T13:00:00Z', stepMinutes: 30, zone: ZONE }
    expectChart(await chart('week'), rows, period)
  })

  it('[decisions §6] shows the month in steps of two hours of local time, empty before the first reading', async () => {
    const frame = await chart('month')
    const period = { from: '2022-12-14T13:00:00Z', until: '2023-01-13T13:00:00Z', stepMinutes: 120, zone: ZONE }
    expectChart(frame, rows, period)
    expect(frame.series.t?.mean[0]).toBeNull()
  })

  it('[decisions §6] shows the year in local days', async () => {
    const period = { from: '2022-01-13T17:00:00Z', until: '2023-01-13T17:00:00Z', stepMinutes: 1440, zone: ZONE }
    expectChart(await chart('year'), rows, period)
  })

  it('[decisions §6] shows chosen days, from local midnight to local midnight, for chosen measurements', async () => {
    const frame = await chartAt(place, NOW, {
      interval: 'selection',
      date_start: '2023-01-06',
      date_end: '2023-01-09',
      measurements: 'nh3',
    })
    const nh3 = rows.map(row => ({ at: row.at, values: { nh3: row.values.nh3! } }))
    const period = { from: '2023-01-05T17:00:00Z', until: '2023-01-09T17:00:00Z', stepMinutes: 30, zone: ZONE }
    expectChart(frame, nh3, period)
  })

  it('[decisions §5] changes nothing when the whole file is sent again', async () => {
    const before = await chart('week')
    place.clock.set('2023-02-01T00:00:00Z')
    await sendRows(place, rows, row => row.at)
    expect(await chart('week')).toEqual(before)
  })
})
