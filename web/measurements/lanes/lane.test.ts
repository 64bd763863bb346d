import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawnIn, type LaneEvent } from './lane.ts'

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
})
