import { describe, expect, test } from 'vitest'
import { barOf, lanesOf, ticksOf, windowOf, windowShareAt } from './timeline.ts'

const WEDNESDAY = Date.parse('2026-11-18T10:00:00Z')
const day = (time: number) => new Date(time).toISOString().slice(0, 10)

describe('[design, planning calendar] the interval on screen', () => {
  test.each([
    ['month', '2026-11-02', '2026-12-07', 5],
    ['quarter', '2026-10-12', '2027-01-18', 14],
    ['year', '2026-07-13', '2027-07-19', 12],
  ] as const)('a %s begins on a Monday a third before today', (scale, from, until, ticks) => {
    const window = windowOf(scale, WEDNESDAY, 0)
    expect([day(window.from), day(window.until)]).toEqual([from, until])
    expect(ticksOf(window, scale)).toHaveLength(ticks)
  })

  test('pages overlap, and going forth and back ends where it began', () => {
    const [here, next] = [windowOf('quarter', WEDNESDAY, 0), windowOf('quarter', WEDNESDAY, 1)]
    expect(next.from).toBeGreaterThan(here.from)
    expect(next.from).toBeLessThan(here.until)
    expect(new Date(next.from).getUTCDay()).toBe(1)
  })
})

describe('bars', () => {
  const window = { from: Date.parse('2026-11-02T00:00:00Z'), until: Date.parse('2026-11-12T00:00:00Z') }
  const span = (start: string, end: string | null) => ({ start: `${start}T00:00:00Z`, end: end && `${end}T00:00:00Z` })

  test('stand where their days are, and lose the end that is cut', () => {
    expect(barOf(span('2026-11-04', '2026-11-07'), window)).toEqual({
      left: 0.2,
      width: 0.3,
      cutLeft: false,
      cutRight: false,
    })
    const open = barOf(span('2026-10-01', null), window)
    expect(open).toEqual({ left: 0, width: 1, cutLeft: true, cutRight: true })
    expect(barOf(span('2026-11-12', null), window)).toBeNull()
    expect(barOf(span('2026-10-01', '2026-11-02'), window)).toBeNull()
    expect(windowShareAt(window.until, window)).toBe(1)
  })

  test('that overlap get a lane each, and a lane is used again once it is free', () => {
    const spans = [span('2026-11-05', '2026-11-08'), span('2026-11-01', '2026-11-06'), span('2026-11-06', null)]
    expect(lanesOf(spans)).toEqual([1, 0, 0])
    expect(lanesOf([span('2026-11-01', null), span('2026-11-09', null)])).toEqual([0, 1])
  })
})
