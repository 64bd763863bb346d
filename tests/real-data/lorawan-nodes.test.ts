import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isMissing, linesOf, type Row, valuesOf } from './data-files.ts'
import { expectChart } from './expected.ts'
import { aPlaceWithADevice, chartAt, type Place, sendRows } from './send-and-ask.ts'

const ZONE = 'Europe/Berlin'
const COLUMNS = { co2: 2, h: 3, dust_pm25: 4, p: 5, t: 6, rssi: 7, snr: 8 }
const NOW = '2024-09-07T19:00:30Z'

type Sent = Row & { time: string }

/** Times are sent as the file has them, with offset and microseconds; the product keeps whole milliseconds, cut off. */
const rowsOf = (node: string): Sent[] =>
  linesOf('lorawan_siegen_iaq_devices_A.csv.gz')
    .map(line => line.split(','))
    .filter(cells => cells[1] === node)
    .map(cells => {
      const [time] = cells as [string]
      const at = Date.parse(time.replace(/(\.\d{3})\d*/, '$1'))
      return { at, time, values: valuesOf(cells, COLUMNS) }
    })

describe.skipIf(isMissing)('two LoRaWAN nodes: air and reception, every minute for two days', () => {
  let place: Place
  let first: Sent[]
  let second: Sent[]
  let other: { id: number; key: string }

  beforeAll(async () => {
    place = await aPlaceWithADevice(ZONE, '2024-10-01T00:00:00Z')
    other = await place.another()
    first = rowsOf('pilotdevice')
    second = rowsOf('pilotdevice01')
    await sendRows(place, first, row => (row as Sent).time)
    await sendRows(place, second, row => (row as Sent).time, other)
  })
  afterAll(() => place?.close())

  it('[decisions §6] shows hour, day, week and month of the node with CO2', async () => {
    const chart = (interval: 'hour' | 'day' | 'week' | 'month') => chartAt(place, NOW, { interval })
    const hour = { from: '2024-09-07T18:01:00Z', until: '2024-09-07T19:01:00Z', stepMinutes: 1, zone: ZONE }
    expectChart(await chart('hour'), first, hour)
    const day = { from: '2024-09-06T19:05:00Z', until: '2024-09-07T19:05:00Z', stepMinutes: 5, zone: ZONE }
    expectChart(await chart('day'), first, day)
    const week = { from: '2024-08-31T19:30:00Z', until: '2024-09-07T19:30:00Z', stepMinutes: 30, zone: ZONE }
    expectChart(await chart('week'), first, week)
    const month = { from: '2024-08-08T20:00:00Z', until: '2024-09-07T20:00:00Z', stepMinutes: 120, zone: ZONE }
    expectChart(await chart('month'), first, month)
  })

  it('[decisions §6] shows the node without CO2 by itself, nothing of its neighbour', async () => {
    const frame = await chartAt(place, NOW, { interval: 'day', device_id: other.id })
    expectChart(frame, second, {
      from: '2024-09-06T19:05:00Z',
      until: '2024-09-07T19:05:00Z',
      stepMinutes: 5,
      zone: ZONE,
    })
    expect(frame.series).not.toHaveProperty('co2')
  })

  it('[decisions §6] shows the longest silence of a node, half an hour, as a gap', async () => {
    const times = second.map(row => row.at)
    const lengths = times.slice(1).map((at, index) => at - times[index]!)
    const [lastBefore, firstAfter] = times.slice(lengths.indexOf(Math.max(...lengths))) as [number, number]
    const local = (at: number) => new Date(at).toISOString()
    const frame = await chartAt(place, NOW, {
      interval: 'selection',
      device_id: other.id,
      date_start: local(Math.floor(lastBefore / 60_000) * 60_000 - 600_000),
      date_end: local(Math.floor(firstAfter / 60_000) * 60_000 + 600_000),
    })
    const empty = frame.time.filter((_, index) => frame.series.t?.count[index] === 0)
    const silent = frame.time.filter(at => at > lastBefore && at + 60_000 <= firstAfter)
    expect(silent.length).toBeGreaterThan(20)
    expect(empty).toEqual(expect.arrayContaining(silent))
  })
})
