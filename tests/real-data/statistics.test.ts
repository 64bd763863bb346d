import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import { sumHours } from '../../server/series/summaries/summing.ts'
import { broilerHouseRows, isMissing, type Row } from './data-files.ts'
import { aPlaceWithADevice, type Place, sendRows } from './send-and-ask.ts'

type Query = CallInput<typeof api.getStatistics>['query']

const ZONE = 'Asia/Jakarta'
const AHEAD = 7 * 3_600_000
const HOUR = 3_600_000
const BIN = 300_000

/** A plain reader of rows, with none of the product's rules. */
const plainBins = (rows: Row[], key: string, from: number, until: number) => {
  const latest = new Map(rows.map(row => [row.at, row.values[key]]))
  const lists = new Map<number, number[]>()
  for (const [at, value] of latest) {
    if (value === undefined || at < from || at >= until) continue
    const bin = at - (at % BIN)
    lists.set(bin, [...(lists.get(bin) ?? []), value])
  }
  return [...lists].map(([at, values]) => ({ at, value: average(values) })).sort((a, b) => a.at - b.at)
}
const average = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const grouped = <Item>(items: Item[], of: (item: Item) => number) => {
  const groups = new Map<number, Item[]>()
  for (const item of items) groups.set(of(item), [...(groups.get(of(item)) ?? []), item])
  return groups
}
/** Spreadsheets' PERCENTILE.INC. */
const percentile = (values: number[], share: number) => {
  const sorted = [...values].sort((a, b) => a - b)
  const place = share * (sorted.length - 1)
  const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!]
  return low + (high - low) * (place % 1)
}
const hoursOf = (bins: { at: number; value: number }[]) =>
  [...grouped(bins, bin => bin.at - (bin.at % HOUR))]
    .filter(([, of]) => of.length >= 6)
    .map(([at, of]) => ({ at, value: average(of.map(bin => bin.value)) }))

describe.skipIf(isMissing)('[science §5] statistics of a broiler house of ten days', () => {
  let place: Place
  let rows: Row[]
  // 4 to 12 January there.
  const from = Date.parse('2023-01-03T17:00:00Z')
  const until = Date.parse('2023-01-12T17:00:00Z')
  const period = { interval: 'selection', date_start: '2023-01-04', date_end: '2023-01-12', timezone: ZONE } as const

  beforeAll(async () => {
    place = await aPlaceWithADevice(ZONE, '2023-02-01T00:00:00Z')
    rows = broilerHouseRows()
    await sendRows(place, rows, row => new Date(row.at).toISOString())
  })
  afterAll(() => place?.close())

  const asked = async (query: Omit<Query, 'measurements'> & { measurements?: string }) => {
    const input = { query: { measurements: 'nh3,t', ...period, ...query } }
    const answer = await place.call(api.getStatistics, input, place.owner.token)
    expect(answer.areas).toHaveLength(1)
    return answer
  }

  const both = ['of readings', 'of summed hours'] as const
  describe.each(both)('%s', kind => {
    beforeAll(async () => {
      if (kind === 'of readings') return
      place.clock.set('2023-02-01T03:00:00Z')
      await sumHours(place.services)
      place.clock.set('2023-02-01T06:00:00Z')
      await sumHours(place.services)
    })

    it.each(['nh3', 't'])('box and peaks of %s', async key => {
      const values = plainBins(rows, key, from, until).map(bin => bin.value)
      const found = (await asked({ calculation: 'BOXPLOT' })).areas[0]!.measurements[key]!
      const [q1, q3] = [percentile(values, 0.25), percentile(values, 0.75)]
      const inside = values.filter(value => value >= q1 - 1.5 * (q3 - q1) && value <= q3 + 1.5 * (q3 - q1))
      expect(found.box?.n).toBe(values.length)
      expect(found.bins).toBe(values.length)
      for (const [shown, expected] of [
        [found.box?.q1, q1],
        [found.box?.q3, q3],
        [found.box?.median, percentile(values, 0.5)],
        [found.box?.p05, percentile(values, 0.05)],
        [found.box?.p95, percentile(values, 0.95)],
        [found.box?.whisker_low, Math.min(...inside)],
        [found.box?.whisker_high, Math.max(...inside)],
        [found.box?.min, Math.min(...values)],
        [found.box?.max, Math.max(...values)],
        [found.box?.mean, average(values)],
      ])
        expect(shown).toBeCloseTo(expected ?? Number.NaN, 9)
      const { peak } = (await asked({ calculation: 'PEAK' })).areas[0]!.measurements[key]!
      expect(peak?.mean).toBeCloseTo(average(values), 9)
      expect(peak?.median).toBeCloseTo(percentile(values, 0.5), 9)
      if (peak?.limit != null)
        expect(peak.hours_over_limit).toBeCloseTo(values.filter(value => value > peak.limit!).length / 12, 9)
      const [low, high] = [peak?.low ?? Number.NEGATIVE_INFINITY, peak?.high ?? Number.POSITIVE_INFINITY]
      expect(peak?.in_comfort).toBeCloseTo(
        values.filter(value => value >= low && value <= high).length / values.length,
        9,
      )
    })

    it('weekday and hour', async () => {
      const hours = hoursOf(plainBins(rows, 'nh3', from, until))
      const cells = grouped(hours, ({ at }) => {
        const local = new Date(at + AHEAD)
        return ((local.getUTCDay() + 6) % 7) * 24 + local.getUTCHours()
      })
      const { weekmap } = (await asked({ calculation: 'WEEKMAP' })).areas[0]!.measurements.nh3!
      expect(weekmap?.n).toEqual(Array.from({ length: 168 }, (_, cell) => cells.get(cell)?.length ?? 0))
      for (const [cell, of] of cells) expect(weekmap?.mean[cell]).toBeCloseTo(average(of.map(one => one.value)), 9)
    })

    it('days, their bins and coverage', async () => {
      const bins = plainBins(rows, 'nh3', from, until)
      const days = grouped(bins, ({ at }) => Math.floor((at + AHEAD) / (24 * HOUR)))
      const { steps, ...rest } = (await asked({ calculation: 'MEAN', step: 'day' })).areas[0]!.measurements.nh3!
      expect(steps?.time).toHaveLength(9)
      steps?.time.forEach((time, index) => {
        const of = days.get((time + AHEAD) / (24 * HOUR)) ?? []
        expect(steps.bins[index]).toBe(of.length)
        if (of.length === 0) expect(steps.mean[index]).toBeNull()
        else expect(steps.mean[index]).toBeCloseTo(average(of.map(bin => bin.value)), 9)
        expect(steps.coverage[index]).toBeCloseTo(of.length / 288, 4)
        expect(steps.valid[index]).toBe(hoursOf(of).length >= 18)
      })
      expect(rest.coverage).toBeCloseTo(bins.length / (9 * 288), 4)
      const least = 0.98
      const full = [...days.values()].filter(of => of.length >= least * 288).length
      const { low_coverage_days, days: kept } = (
        await asked({ calculation: 'COUNT', min_coverage: least, measurements: 'nh3' })
      ).areas[0]!.measurements.nh3!
      expect([low_coverage_days, kept]).toEqual([9 - full, full])
    })

    it('values in a range, and months', async () => {
      const values = plainBins(rows, 'nh3', from, until)
        .map(bin => bin.value)
        .sort((a, b) => a - b)
      const middle = values[Math.floor(values.length / 2)]!
      const upper = (await asked({ calculation: 'BOXPLOT', measurements: 'nh3', min_value: middle })).areas[0]!
      expect(upper.measurements.nh3?.box?.n).toBe(values.filter(value => value >= middle).length)
      const january = (await asked({ calculation: 'BOXPLOT', measurements: 'nh3', months: '1' })).areas[0]!
      expect(january.measurements.nh3?.box?.n).toBe(values.length)
    })

    it('correlation with lag', async () => {
      const [x, y] = ['t', 'nh3'].map(key => new Map(plainBins(rows, key, from, until).map(one => [one.at, one.value])))
      const filled = (of: Map<number, number>) => {
        const ordered = [...of].sort((a, b) => a[0] - b[0])
        const all = new Map(of)
        ordered.forEach(([at, value], index) => {
          const [next, after] = ordered[index + 1] ?? [at, value]
          if (next - at <= 4 * BIN)
            for (let between = at + BIN; between < next; between += BIN)
              all.set(between, value + ((after - value) * (between - at)) / (next - at))
        })
        return all
      }
      const [causes, effects] = [filled(x!), filled(y!)]
      const rs = Array.from({ length: 25 }, (_, lag) => {
        const pairs = [...effects].flatMap(([at, effect]) => {
          const cause = causes.get(at - lag * BIN)
          return cause === undefined ? [] : [[cause, effect] as const]
        })
        const [mx, my] = [average(pairs.map(pair => pair[0])), average(pairs.map(pair => pair[1]))]
        const cov = average(pairs.map(([a, b]) => (a - mx) * (b - my)))
        const dev = (at: 0 | 1, middle: number) => Math.sqrt(average(pairs.map(pair => (pair[at] - middle) ** 2)))
        return { r: cov / dev(0, mx) / dev(1, my), n: pairs.length, lag }
      })
      const best = rs.reduce((found, one) => (Math.abs(one.r) > Math.abs(found.r) + 1e-9 ? one : found))
      const query = { calculation: 'CORRELATION', measurements: 'nh3', cause: 't', step: 'day' } as const
      const { correlation } = (await asked(query)).areas[0]!.measurements.nh3!
      expect(correlation).toMatchObject({ lag_minutes: best.lag * 5, n: best.n, step_minutes: 5, lags: 25 })
      expect(correlation?.r).toBeCloseTo(best.r, 9)
      expect(correlation?.time).toHaveLength(8)
    })
  })
})
