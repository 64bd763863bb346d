import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isMissing, linesOf, type Row, valuesOf } from './data-files.ts'
import { expectChart } from './expected.ts'
import { aPlaceWithADevice, chartAt, type Place, sendLines } from './send-and-ask.ts'

const ZONE = 'Europe/Amsterdam'
const COLUMNS = { t: 2, h: 3, t_1: 5, rv_perc: 6 }
const NOW = '2022-04-28T10:20:00Z'

/** An answer whose numbers have no more digits than arithmetic can promise. */
const rounded = (answer: object): unknown =>
  JSON.parse(JSON.stringify(answer, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(13)) : value)))

/** `21.08.2021 14:00`, taken as UTC: the file has no doubled and no missing hour at either clock change. */
const readTime = (text: string): number => {
  const [day = 0, month = 1, year = 0, hour = 0, minute = 0] = text.split(/[. :]/).map(Number)
  return Date.UTC(year, month - 1, day, hour, minute)
}

describe.skipIf(isMissing)(
  'a beehive: every hour for eight months, through both clock changes, as line protocol',
  () => {
    let place: Place
    let rows: Row[]

    beforeAll(async () => {
      place = await aPlaceWithADevice(ZONE, '2022-06-01T00:00:00Z')
      rows = linesOf('hive85_hourly.csv')
        .slice(1)
        .map(line => line.split(';'))
        .map(cells => ({ at: readTime(cells[1]!), values: valuesOf(cells, COLUMNS) }))
      await sendLines(place, rows)
    })
    afterAll(() => place?.close())

    const selected = (date_start: string, date_end: string) =>
      chartAt(place, NOW, { interval: 'selection', date_start, date_end })

    it('[decisions §6] shows the year in local days: 25 hours in the autumn one, 23 in the spring one', async () => {
      const frame = await chartAt(place, NOW, { interval: 'year' })
      expectChart(frame, rows, {
        from: '2021-04-28T22:00:00Z',
        until: '2022-04-28T22:00:00Z',
        stepMinutes: 1440,
        zone: ZONE,
      })
      const readingsOn = (midnight: string) => frame.series.t?.count[frame.time.indexOf(Date.parse(midnight))]
      expect(readingsOn('2021-10-29T22:00:00Z')).toBe(24)
      expect(readingsOn('2021-10-30T22:00:00Z')).toBe(25)
      expect(readingsOn('2022-03-26T23:00:00Z')).toBe(23)
    })

    it('[decisions §6] shows the autumn day of 25 hours whole, its doubled hour as two', async () => {
      const frame = await selected('2021-10-31', '2021-10-31')
      expectChart(frame, rows, {
        from: '2021-10-30T22:00:00Z',
        until: '2021-10-31T23:00:00Z',
        stepMinutes: 5,
        zone: ZONE,
      })
      expect(frame.series.t?.count.reduce((sum, count) => sum + count)).toBe(25)
    })

    it('[decisions §6] shows the spring day of 23 hours whole', async () => {
      const frame = await selected('2022-03-27', '2022-03-27')
      expectChart(frame, rows, {
        from: '2022-03-26T23:00:00Z',
        until: '2022-03-27T22:00:00Z',
        stepMinutes: 5,
        zone: ZONE,
      })
      expect(frame.series.t?.count.reduce((sum, count) => sum + count)).toBe(23)
    })

    it('[decisions §6] keeps steps of 2 and 3 hours on the local clock across both changes', async () => {
      expectChart(await selected('2021-10-20', '2021-11-10'), rows, {
        from: '2021-10-19T22:00:00Z',
        until: '2021-11-10T23:00:00Z',
        stepMinutes: 120,
        zone: ZONE,
      })
      expectChart(await selected('2022-03-15', '2022-04-27'), rows, {
        from: '2022-03-14T23:00:00Z',
        until: '2022-04-27T22:00:00Z',
        stepMinutes: 180,
        zone: ZONE,
      })
    })

    it('[decisions §6] shows hour, day, week and month that end now', async () => {
      const step = { zone: ZONE }
      const chart = (interval: 'hour' | 'day' | 'week' | 'month') => chartAt(place, NOW, { interval })
      const hour = { from: '2022-04-28T09:21:00Z', until: '2022-04-28T10:21:00Z', stepMinutes: 1, ...step }
      expectChart(await chart('hour'), rows, hour)
      const day = { from: '2022-04-27T10:25:00Z', until: '2022-04-28T10:25:00Z', stepMinutes: 5, ...step }
      expectChart(await chart('day'), rows, day)
      const week = { from: '2022-04-21T10:30:00Z', until: '2022-04-28T10:30:00Z', stepMinutes: 30, ...step }
      expectChart(await chart('week'), rows, week)
      const month = { from: '2022-03-29T12:00:00Z', until: '2022-04-28T12:00:00Z', stepMinutes: 120, ...step }
      expectChart(await chart('month'), rows, month)
    })

    it('[decisions §5] changes nothing when the whole file is sent again', async () => {
      const before = await chartAt(place, NOW, { interval: 'year' })
      place.clock.set('2022-06-01T00:00:00Z')
      await sendLines(place, rows)
      // Values are added in another order then, which may change the last digit of a mean.
      expect(rounded(await chartAt(place, NOW, { interval: 'year' }))).toEqual(rounded(before))
    })
  },
)
