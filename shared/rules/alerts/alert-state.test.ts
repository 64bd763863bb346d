import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../time/units.ts'
import { verdictOf } from './alert-rule.ts'
import { type AlertEvent, IDLE, isClearlyWorse, nextState, type WatchState } from './alert-state.ts'

const RULE = { comparator: 'greater', threshold_value: 20, clear_value: 18, times: 1 } as const

interface Step {
  at: number
  value: number | null
  quiet?: boolean
}

/** State after each of these, one after the other. */
const run = (rule: Omit<typeof RULE, 'times'> & { times: number }, steps: readonly Step[]) => {
  let state: WatchState = IDLE
  const events: [AlertEvent, number][] = []
  for (const { at, value, quiet } of steps) {
    const next = nextState(rule, state, { at, value, verdict: verdictOf(rule, value) }, quiet)
    if (next.event) events.push([next.event, at])
    state = next.state
  }
  return { events, state }
}
const each = (values: (number | null)[]): Step[] => values.map((value, minute) => ({ at: minute, value }))

describe('[decisions §7] one open alert, with a count and the worst', () => {
  test.each<[string, number, (number | null)[], [AlertEvent, number][]]>([
    [
      'flapping between both limits is one',
      1,
      [21, 19, 21, 18.5, 22, 18],
      [
        ['fired', 0],
        ['resolved', 5],
      ],
    ],
    [
      'beyond the clear value it is over, and may begin anew',
      1,
      [21, 17, 21],
      [
        ['fired', 0],
        ['resolved', 1],
        ['fired', 2],
      ],
    ],
    [
      'nothing measured is not the end',
      1,
      [21, null, null, 17],
      [
        ['fired', 0],
        ['resolved', 3],
      ],
    ],
    [
      'three in a row',
      3,
      [21, 21, 19, 21, 21, 21, 10],
      [
        ['fired', 5],
        ['resolved', 6],
      ],
    ],
    ['nothing measured breaks no row', 3, [21, null, 21, null, 21], [['fired', 4]]],
    ['never beyond', 1, [20, 19, null, 18], []],
  ])('%s', (_, times, values, expected) => expect(run({ ...RULE, times }, each(values)).events).toEqual(expected))

  test('counts what held, keeps the worst and the last', () => {
    const { state } = run(RULE, each([21, 24.6, 19, 20.5]))
    expect(state).toMatchObject({ held: 3, worst: { value: 24.6, at: 1 }, last: { value: 20.5, at: 3 }, since: 0 })
  })
})

describe('clearly worse', () => {
  const told = { value: 22, at: 0 }
  const worse = (value: number, at = HOUR_MS) => isClearlyWorse(RULE, told, { at, value, verdict: 'holds' })
  test('twice as far beyond and by a tenth of the limit, at most once an hour', () => {
    expect([worse(23.9), worse(24), worse(30), worse(30, HOUR_MS - 1)]).toEqual([false, true, true, false])
    expect(isClearlyWorse(RULE, { value: 20.01, at: 0 }, { at: HOUR_MS, value: 20.5, verdict: 'holds' })).toBe(false)
  })
  test('is told of once, and to nobody while somebody is on it', () => {
    const rising = (quiet: boolean) => [
      { at: 0, value: 22 },
      { at: HOUR_MS, value: 25, quiet },
      { at: 2 * HOUR_MS, value: 26, quiet },
      { at: 3 * HOUR_MS, value: 40, quiet },
    ]
    expect(run(RULE, rising(false)).events.map(([event]) => event)).toEqual(['fired', 'worse', 'worse'])
    expect(run(RULE, rising(true)).events.map(([event]) => event)).toEqual(['fired'])
  })
})

const steps = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 90 }), fc.option(fc.integer({ min: 10, max: 40 }))), { maxLength: 60 })
  .map(pairs => {
    let at = 0
    return pairs.map(([minutes, value]): Step => {
      at += minutes * MINUTE_MS
      return { at, value }
    })
  })
const times = fc.integer({ min: 1, max: 4 })

describe('whatever comes', () => {
  test('an alert fires, gets worse at most once an hour, and ends before another fires', () => {
    fc.assert(
      fc.property(steps, times, (all, n) => {
        let open = false
        let told = 0
        for (const [event, at] of run({ ...RULE, times: n }, all).events) {
          expect(open).toBe(event !== 'fired')
          if (event === 'worse') expect(at - told).toBeGreaterThanOrEqual(HOUR_MS)
          open = event !== 'resolved'
          told = at
        }
      }),
    )
  })

  test('it fires exactly where the N-th in a row holds', () => {
    fc.assert(
      fc.property(steps, times, (all, n) => {
        const wanted: number[] = []
        let [row, firing] = [0, false]
        for (const { at, value } of all) {
          if (value === null) continue
          if (value > 20) row++
          else if (!firing) row = 0
          if (!firing && row === n) {
            firing = true
            wanted.push(at)
          }
          if (firing && value <= 18) [firing, row] = [false, 0]
        }
        const fired = run({ ...RULE, times: n }, all).events.filter(([event]) => event === 'fired')
        expect(fired.map(([, at]) => at)).toEqual(wanted)
      }),
    )
  })

  test('what comes twice, or late, changes nothing', () => {
    fc.assert(
      fc.property(steps, times, fc.nat(), (all, n, seed) => {
        const rule = { ...RULE, times: n }
        const known = all.filter(one => one.value !== null)
        const disturbed = known.flatMap((step, index) => {
          const old = known[(seed + index) % (index + 1)] as Step
          return [step, step, { ...old, value: 40 }]
        })
        const looked = known.map((_, index) => run(rule, known.slice(0, index + 1)).state)
        const isLooked = looked.every((state, index) => state.evaluated === (known[index] as Step).at)
        // The idle state writes nothing down: there the watch itself leaves out what is older.
        fc.pre(isLooked)
        expect(run(rule, disturbed)).toEqual(run(rule, known))
      }),
    )
  })
})
