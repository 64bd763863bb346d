import { describe, expect, test, vi } from 'vitest'
import type { SeriesColumns } from '#shared/contract/measurements/measurements.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { TOKENS } from '../../ui/theme/theme.ts'
import { sharedGaps } from './chart-background.ts'
import { chartOption } from './chart-option.ts'
import { plotOf, scaleOf, stepAt } from './chart-scale.ts'
import type { ChartLine, ChartSpec } from './chart-spec.ts'

// jsdom draws nothing: the hatch is an empty pattern.
vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)

const STEP = 5 * MINUTE_MS
const START = Date.parse('2026-11-17T12:00:00Z')

const columns = (values: (number | null)[], interval_seconds: number | null = 300): SeriesColumns => ({
  unit: 'ppm',
  min: values.map(value => value && value - 1),
  mean: values,
  max: values.map(value => value && value + 1),
  count: values.map(value => (value === null ? 0 : 1)),
  interval_seconds,
  coverage: 1,
})
const line = (key: string, values: (number | null)[], before: (number | null)[] | null = null): ChartLine => ({
  key,
  name: key,
  series: columns(values),
  before,
})
const specOf = (lines: ChartLine[], change: Partial<ChartSpec> = {}): ChartSpec => {
  const count = Math.max(...lines.map(({ series }) => series.count.length))
  return {
    frame: {
      time: Array.from({ length: count }, (_, index) => START + index * STEP),
      step_seconds: 300,
      from: new Date(START).toISOString(),
      until: new Date(START + count * STEP).toISOString(),
      time_zone: 'Europe/Amsterdam',
    },
    lines,
    setPoints: [],
    now: START + count * STEP,
    comfort: { low: null, high: 10 },
    limit: 20,
    limitLabel: 'limit 20',
    clockChangeLabel: 'clock change',
    fromZero: true,
    ceiling: null,
    showBand: true,
    type: 'line',
    language: 'en',
    unit: 'ppm',
    ...change,
  }
}
const optionOf = (spec: ChartSpec) => chartOption(spec, plotOf(spec, 400, 200), 'light')
const seriesOf = (spec: ChartSpec, id: string) =>
  optionOf(spec).series.find(one => one.id === id) as unknown as { data: [number, number | null][] } & Record<
    string,
    unknown
  >
const background = (spec: ChartSpec) =>
  seriesOf(spec, 'background') as unknown as {
    markArea: { data: { coord?: number[]; xAxis?: number; itemStyle?: { color: unknown } }[][] }
    markLine: {
      data: { yAxis?: number; xAxis?: number; label: { formatter?: string; align?: string; offset?: number[] } }[]
    }
  }
const bands = (spec: ChartSpec) => background(spec).markArea.data.filter(([from]) => from?.coord)
const hatches = (spec: ChartSpec) => background(spec).markArea.data.filter(([from]) => from?.xAxis !== undefined)

const GAP = [8, 9, null, null, null, null, 12, 13]

describe('[design §8.4] a line', () => {
  test('breaks in a gap, and the time is hatched', () => {
    const spec = specOf([line('nh3', GAP)])
    const { data } = seriesOf(spec, 'nh3 mean')
    expect(data.map(([, value]) => value)).toEqual(GAP)
    expect(hatches(spec).map(([from, until]) => [from?.xAxis, until?.xAxis])).toEqual([
      [START + 2 * STEP, START + 6 * STEP],
    ])
  })

  test('goes on over less than three intervals without a reading, with nothing put there', () => {
    const spec = specOf([line('nh3', [8, null, null, 9])])
    expect(seriesOf(spec, 'nh3 mean').data).toEqual([
      [START, 8],
      [START + 3 * STEP, 9],
    ])
    expect(hatches(spec)).toEqual([])
  })

  test('shows a reading that stands alone as a dot', () => {
    const spec = specOf([line('nh3', [null, null, null, null, 9, null, null, null, null])])
    expect(seriesOf(spec, 'nh3 marks').data).toEqual([[START + 4 * STEP, 9]])
  })

  test('makes no symbol for each point of a line, a third of what a chart costs', () => {
    const spec = specOf([line('nh3', [8, 9, 8])])
    expect(seriesOf(spec, 'nh3 mean')).toMatchObject({ showSymbol: false })
    expect(seriesOf(spec, 'nh3 marks')).toBeUndefined()
  })

  test('has an envelope from minimum to maximum, stacked also below zero, only when it is wanted', () => {
    const spec = specOf([line('t', [-3, -2])])
    expect(seriesOf(spec, 't min').data.map(([, value]) => value)).toEqual([-4, -3])
    expect(seriesOf(spec, 't max').data.map(([, value]) => value)).toEqual([2, 2])
    expect(seriesOf(spec, 't max').stackStrategy).toBe('all')
    expect(seriesOf({ ...spec, showBand: false }, 't min')).toBeUndefined()
  })

  test('has the period before in brass, without what that lacks', () => {
    const spec = specOf([line('t', [3, 4, 5], [1, null, 2])])
    expect(seriesOf(spec, 't before').data).toEqual([
      [START, 1],
      [START + 2 * STEP, 2],
    ])
    expect(seriesOf(spec, 't before').lineStyle).toMatchObject({ color: TOKENS.light.brass })
  })

  test('[beyond no. 1] ends now: what is still to come is no gap', () => {
    const spec = specOf([line('t', [3, 4, null, null, null, null, null, null])], { now: START + 2 * STEP })
    expect(hatches(spec)).toEqual([])
  })
})

describe('[design §8.4] behind the lines', () => {
  test('one line stands on a filled band of comfort over the whole width', () => {
    const [[from, until] = []] = bands(specOf([line('nh3', [8, 9])]))
    expect([from?.coord, until?.coord]).toEqual([
      [START, 0],
      [START + 2 * STEP, 10],
    ])
  })

  test('several lines stand on none: a strip at the axis and the edges say it', () => {
    const spec = specOf([line('t', [8, 9], [1, 1]), line('t_0', [7, 6], [1, 1])])
    const [[, until] = []] = bands(spec)
    expect(until?.coord?.[0]).toBeLessThan(START + STEP / 4)
    expect(background(spec).markLine.data.some(({ yAxis }) => yAxis === 10)).toBe(true)
    expect(optionOf(spec).series.map(({ id }) => id)).toEqual(['background', 't mean', 't_0 mean'])
  })

  test('several lines are hatched only where none of them has a reading', () => {
    const spec = specOf([line('t', GAP), line('t_0', [1, 1, 1, 1, 1, 1, 1, 1])])
    expect(sharedGaps(spec, START + 8 * STEP)).toEqual([])
    const both = specOf([line('t', GAP), line('t_0', GAP)])
    expect(sharedGaps(both, START + 8 * STEP)).toHaveLength(1)
  })

  test('comfort that moves is drawn instead of the one that stands', () => {
    const spec = specOf([line('t', [8, 9])], { comfort: { low: null, high: null }, setPoints: [line('t_low', [5, 6])] })
    expect(bands(spec)).toEqual([])
    expect(seriesOf(spec, 't_low wanted')).toMatchObject({ step: 'end', lineStyle: { color: TOKENS.light.good } })
  })

  test('the limit has its word', () => {
    const { data } = background(specOf([line('nh3', [8, 9])])).markLine
    expect(data.find(({ yAxis }) => yAxis === 20)?.label.formatter).toBe('limit 20')
    const without = specOf([line('nh3', [8, 9])], { limit: null, limitLabel: '' })
    expect(background(without).markLine.data.some(({ yAxis }) => yAxis === 20)).toBe(false)
  })

  test('marks have their names, in rows where these would cover each other, and only within the period', () => {
    const marks = [
      { time: START + STEP, label: 'Feed with much less protein' },
      { time: START, label: 'Protocol 1' },
      { time: START - STEP, label: 'before' },
    ]
    const { data } = background(specOf([line('t', [8, 9, 8])], { marks })).markLine
    const named = data.filter(({ xAxis }) => marks.some(({ time }) => time === xAxis))
    expect(named.map(({ xAxis, label }) => [xAxis, label.formatter])).toEqual([
      [START, 'Protocol 1'],
      [START + STEP, 'Feed with much less…'],
    ])
    const [first, second] = named.map(({ label }) => label.offset?.[1] ?? 0)
    expect(first).toBeLessThanOrEqual(second ?? 0)
    const near = [
      { time: START, label: 'Protocol 1' },
      { time: START + 1, label: 'Protocol 2' },
    ]
    const rows = background(specOf([line('t', [8, 9, 8])], { marks: near })).markLine.data.flatMap(({ label }) =>
      label.formatter?.startsWith('Protocol') ? [label.offset?.[1]] : [],
    )
    expect(new Set(rows).size).toBe(2)
  })

  test('a name with braces is drawn as it was written', () => {
    const marks = [{ time: START, label: 'Valve {b} open' }]
    const { data } = background(specOf([line('t', [8, 9, 8])], { marks })).markLine
    const [named] = data.flatMap(({ label }) => (label.formatter?.startsWith('Valve') ? [label.formatter] : []))
    expect(named?.replaceAll('\u200b', '')).toBe('Valve {b} open')
    expect(named).not.toContain('{b}')
  })

  test('the name of a mark at the right edge stands before its line', () => {
    const marks = [
      { time: START, label: 'Protocol 1' },
      { time: START + 3 * STEP - 1, label: 'Protocol 2' },
    ]
    const { data } = background(specOf([line('t', [8, 9, 8])], { marks })).markLine
    const named = data.filter(({ label }) => label.formatter?.startsWith('Protocol'))
    expect(named.map(({ label }) => label.align)).toEqual(['left', 'right'])
  })
})

describe('[design §8.4] the value axis', () => {
  test('has room above the limit for its word, also for a gas whose cell drifts below zero', () => {
    expect(scaleOf(specOf([line('nh3', [8, 9])])).max).toBeGreaterThanOrEqual(22.4)
    expect(scaleOf(specOf([line('nh3', [-0.4, -0.3])])).max).toBeGreaterThanOrEqual(22.4)
  })

  test('begins at 0 for a gas and in its own range for a temperature, with air around comfort', () => {
    expect(scaleOf(specOf([line('nh3', [8, 9])])).min).toBe(0)
    const spec = specOf([line('t', [24, 25])], { fromZero: false, limit: null, comfort: { low: 22, high: 28 } })
    expect(scaleOf(spec)).toEqual({ min: 20, max: 32, interval: 4 })
  })

  test('ends at 100 for a share, but never below what was measured', () => {
    const spec = { fromZero: false, limit: null, comfort: { low: 50, high: 70 }, ceiling: 100 }
    expect(scaleOf(specOf([line('h', [96, 98])], spec)).max).toBe(100)
    expect(scaleOf(specOf([line('h', [96, 102])], spec)).max).toBe(103)
  })

  test('has ends also without a reading, and around a value that never changes', () => {
    expect(scaleOf(specOf([line('t', [null, null])]))).toEqual({ min: 0, max: 1, interval: 1 })
    const { min, max } = scaleOf(
      specOf([{ ...line('p', []), series: { ...columns([]), min: [4.1], mean: [4.1], max: [4.1], count: [1] } }], {
        fromZero: false,
        limit: null,
        comfort: { low: null, high: null },
      }),
    )
    expect(min).toBeLessThan(4.1)
    expect(max).toBeGreaterThan(4.1)
  })

  test('keeps the same left edge until its labels need more room', () => {
    const short = specOf([line('nh3', [8, 9])])
    const long = specOf([line('weight', [18_000_000, 18_100_000])], { limit: null, comfort: { low: null, high: null } })
    expect(plotOf(short, 400, 200).left).toBe(44)
    expect(plotOf(long, 400, 200).left).toBeGreaterThan(60)
  })
})

describe('[design §8.4] the cursor', () => {
  const spec = specOf([line('nh3', [1, 2, 3, 4])])
  const plot = plotOf(spec, 452, 200)

  test.each([
    [-10, 0],
    [44, 0],
    [44 + 49, 0],
    [44 + 51, 1],
    [44 + 210, 2],
    [2000, 3],
  ])('at %s px stands on step %s', (x, index) => {
    expect(stepAt(plot, spec.frame.time, x)).toBe(index)
  })

  test('lies on the line', () => {
    expect(plot.x(START)).toBe(44)
    expect(plot.y(plot.scale.max)).toBe(plot.top)
    expect(plot.y(plot.scale.min)).toBe(plot.top + plot.height)
  })
})

describe('a second axis', () => {
  const two = specOf([line('t', [20, 21, 22]), { ...line('h', [60, 70, 80]), isRight: true }], {
    ...{ comfort: { low: null, high: null }, limit: null, fromZero: false },
    rightAxis: { fromZero: false, ceiling: 100, unit: '%' },
  })

  test('stands at the right with a scale of its own, and each line is read at its own', () => {
    const plot = plotOf(two, 400, 200)
    expect(plot.scale.max).toBeLessThan(30)
    expect(plot.rightScale?.max).toBeGreaterThanOrEqual(80)
    expect(plot.rightScale?.max).toBeLessThanOrEqual(100)
    expect(plot.y(21)).toBeCloseTo(plot.yRight(70), 0)
    const { yAxis } = optionOf(two)
    expect(yAxis).toMatchObject([{ max: plot.scale.max }, { position: 'right', max: plot.rightScale?.max }])
    expect(seriesOf(two, 't mean')).not.toHaveProperty('yAxisIndex')
    expect(seriesOf(two, 'h mean')).toMatchObject({ yAxisIndex: 1 })
    expect(seriesOf(two, 'h marks')).toMatchObject({
      yAxisIndex: 1,
      symbol: 'diamond',
      data: seriesOf(two, 'h mean').data,
    })
  })

  test('marks a reading that stands alone between gaps, which has no line', () => {
    const values = [...Array.from({ length: 40 }, () => 60), null, 61, null]
    const spec = specOf([line('t', values), { ...line('h', values), isRight: true }], {
      ...{ comfort: { low: null, high: null }, limit: null, fromZero: false },
      rightAxis: { fromZero: false, ceiling: 100, unit: '%' },
    })
    const { data } = seriesOf(spec, 'h marks')
    expect(data.filter(([, value]) => value === 61)).toHaveLength(1)
  })

  test('has room for its labels, which a chart of one axis does not keep', () => {
    expect(plotOf(two, 400, 200).right).toBeGreaterThan(plotOf(specOf([line('t', [20])]), 400, 200).right)
  })
})
