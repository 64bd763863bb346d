import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../time/units.ts'
import { type PastFiring, suggestionFor } from './alert-hygiene.ts'

const RULE = {
  comparator: 'greater',
  threshold_value: 20,
  clear_value: 17,
  calculation_minutes: 15,
  times: 1,
  urgency: 'attention',
} as const

/** Firings, each of so many minutes. */
const firings = (count: number, minutes: number | null, acted = false): PastFiring[] =>
  Array.from({ length: count }, (_, n) => ({
    from: n * 86_400_000,
    until: minutes === null ? null : n * 86_400_000 + minutes * MINUTE_MS,
    acted,
  }))

describe('[beyond 13] what a rule could do instead', () => {
  test('nothing, where it fired seldom or a quarter led to action', () => {
    expect(suggestionFor(RULE, firings(4, 3))).toBeNull()
    expect(suggestionFor(RULE, [...firings(15, 3), ...firings(5, 60, true)])).toBeNull()
  })

  test('fired 41 times, 2 led to action: a delay that spares the short ones and keeps those acted on', () => {
    const past = [...firings(36, 25), ...firings(3, 90), ...firings(2, 120, true)]
    expect(suggestionFor(RULE, past)).toEqual({
      kind: 'delay',
      minutes: 30,
      times: 31,
      calculation_minutes: 15,
      left: 5,
    })
  })

  test('a rule of single messages waits by a window', () => {
    const direct = { ...RULE, calculation_minutes: 0 } as const
    expect(suggestionFor(direct, firings(20, 8))).toMatchObject({ minutes: 10, calculation_minutes: 15, times: 1 })
  })

  test('no delay would hide what somebody acted on', () => {
    const past = [...firings(20, 8), ...firings(1, 4, true)]
    expect(suggestionFor(RULE, past)).toEqual({ kind: 'calmer', urgency: 'digest' })
  })

  test('what flaps around its limit gets a gap first', () => {
    expect(suggestionFor({ ...RULE, clear_value: null }, firings(10, 3))).toEqual({ kind: 'gap' })
    expect(suggestionFor({ ...RULE, clear_value: null, comparator: 'equal' }, firings(10, 3))).toMatchObject({
      kind: 'delay',
    })
  })

  test('what has to be acted on at once waits for 15 min at most, else it is told less urgently', () => {
    const urgent = { ...RULE, urgency: 'act_now' } as const
    expect(suggestionFor(urgent, firings(10, 14))).toMatchObject({ kind: 'delay', minutes: 15 })
    expect(suggestionFor(urgent, firings(10, 25))).toEqual({ kind: 'calmer', urgency: 'attention' })
    expect(suggestionFor({ ...RULE, urgency: 'digest' }, firings(10, null))).toBeNull()
  })
})
