import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countOf, drawnIn, drawnLane, type LaneEvent, NARROW_TRACK } from './lane.ts'

const event = (from: number, until: number | null): LaneEvent => ({
  id: `${from} ${until}`,
  from,
  until,
  title: '',
  text: '',
  to: null,
})
const drawn = (...events: LaneEvent[]) => drawnIn(events, 100, 200).map(({ left, width, row }) => [left, width, row])

describe('[beyond no. 4] an event lane', () => {
  test('has what the period touches, cut at its ends', () => {
    expect(drawn(event(50, 150))).toEqual([[0, 50, 0]])
    expect(drawn(event(150, Number.POSITIVE_INFINITY))).toEqual([[50, 50, 0]])
    expect(drawn(event(0, 100), event(200, 250), event(99, null), event(200, null))).toEqual([])
  })

  test('a moment has no width', () => {
    expect(drawn(event(125, null))).toEqual([[25, 0, 0]])
  })

  test('what overlaps lies in another row, what follows in the same', () => {
    expect(drawn(event(100, 140), event(120, 160), event(140, 150)).map(([, , row]) => row)).toEqual([0, 1, 0])
    expect(drawn(event(120, null), event(121, null), event(130, null)).map(([, , row]) => row)).toEqual([0, 1, 0])
  })

  test('spans of one row never overlap', () => {
    const spans = fc.array(fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 80 })), {
      maxLength: 30,
    })
    fc.assert(
      fc.property(spans, pairs => {
        const all = drawnIn(
          pairs.map(([from, length]) => event(from, from + length)),
          100,
          200,
        )
        for (const one of all)
          for (const other of all)
            if (one !== other && one.row === other.row)
              expect(one.left + one.width <= other.left + 1e-9 || other.left + other.width <= one.left + 1e-9).toBe(
                true,
              )
      }),
    )
  })

  test('what would need a fourth row is gathered, three rows are not', () => {
    const side = (count: number) =>
      drawnLane({ key: 'alerts', events: Array.from({ length: count }, (_, n) => event(110 + n, 190)) }, 100, 200)
    expect(side(3)).toMatchObject({ rows: 3, crowds: [] })
    expect(side(4)).toMatchObject({ rows: 1, events: [] })
    expect(side(4).crowds.map(({ events }) => events.length)).toEqual([2, 2])
  })

  test('however many events: each is counted, and marks stay few and inside', () => {
    const starts = fc.array(fc.tuple(fc.integer({ min: 100, max: 199 }), fc.option(fc.integer({ min: 1, max: 300 }))), {
      maxLength: 300,
    })
    fc.assert(
      fc.property(starts, pairs => {
        const events = pairs.map(([from, length]) => event(from, length === null ? null : from + length))
        const lane = drawnLane({ key: 'alerts', events }, 100, 200, NARROW_TRACK)
        expect(countOf(lane)).toBe(events.length)
        expect(lane.events.length + lane.crowds.length).toBeLessThanOrEqual(40)
        expect(lane.rows).toBeLessThanOrEqual(3)
        for (const { left } of lane.crowds) expect(left >= 0 && left <= 100).toBe(true)
      }),
    )
  })
})
