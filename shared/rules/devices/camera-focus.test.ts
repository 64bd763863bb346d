import { describe, expect, test } from 'vitest'
import { type FocusPhase, focusAt } from './camera-focus.ts'

const ASKED = Date.parse('2025-01-15T12:00:00Z')
const at = (seconds: number | null) => (seconds === null ? null : new Date(ASKED + seconds * 1000).toISOString())

describe('[specification §4] camera focus mode, by seconds since it was asked for', () => {
  test.each<
    [
      confirmed: number | null,
      stopped: number | null,
      now: number,
      FocusPhase,
      ends: number | null,
      ended: number | null,
    ]
  >([
    [null, null, 0, 'activating', 60, null],
    [null, null, 59.999, 'activating', 60, null],
    [null, null, 60, 'failed', null, null],
    [null, null, 100_000, 'failed', null, null],
    [null, 20, 30, 'deactivated', null, 20],
    [20, null, 20, 'active', 200, null],
    [20, null, 199.999, 'active', 200, null],
    [20, null, 200, 'deactivated', null, 200],
    [20, 100, 150, 'deactivated', null, 100],
    // Stopped after it had ended by itself: the end stays where it was.
    [20, 300, 400, 'deactivated', null, 200],
    // Confirmed too late, or before it was asked for: as if never.
    [60, null, 61, 'failed', null, null],
    [-5, null, 10, 'activating', 60, null],
    [59.999, null, 60, 'active', 239.999, null],
    // A person who stops after the failure finds it failed.
    [null, 70, 80, 'failed', null, null],
  ])('confirmed %s, stopped %s: at %s s %s', (confirmed, stopped, now, state, ends, ended) => {
    const times = { asked_at: at(0) as string, confirmed_at: at(confirmed), stopped_at: at(stopped) }
    expect(focusAt(times, ASKED + now * 1000)).toEqual({
      state,
      asked_at: at(0),
      ends_at: at(ends),
      ended_at: at(ended),
    })
  })

  test('never asked for: deactivated', () => {
    expect(focusAt(null, ASKED)).toEqual({ state: 'deactivated', asked_at: null, ends_at: null, ended_at: null })
  })
})
