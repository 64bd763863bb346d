import { expect, test } from 'vitest'
import { batteryClearOf, batteryLimitOf, isSilent, silentAfterOf, spokeAt } from './device-limits.ts'

test.each([
  ['of a device every 5 minutes as is usual', 300, null, 40],
  ['of a device every minute', 60, null, 40],
  ['of a device every hour', 3600, null, 150],
  ['that was chosen', 300, 180, 180],
  ['that was chosen, though not while it is not even late', 3600, 30, 120],
])('minutes of silence %s', (_, interval, chosen, minutes) => {
  expect(silentAfterOf(interval, chosen)).toBe(minutes)
})

test('a battery is low below the limit that was chosen, else below the usual one', () => {
  expect([batteryLimitOf(null), batteryLimitOf(30)]).toEqual([15, 30])
})

test.each([
  [15, 25],
  [80, 90],
  [90, 95],
])('a battery with a limit of %s %% is well from %s %% on, which a full one reaches', (limit, clear) => {
  expect(batteryClearOf(limit)).toBe(clear)
})

test.each([
  ['whose clock is an hour behind', { value: 100, message: 40, call: 100 }, 100],
  ['that sends no value any more', { value: 60, message: 60, call: 100 }, 60],
  ['whose clock was ahead', { value: 60, message: 90, call: 60 }, 60],
  ['heard by a process that noted no arrival', { value: 60, message: 98, call: 100 }, 98],
  ['heard by such a process alone', { value: null, message: 40, call: 100 }, 40],
  ['that never sends a value', { value: null, message: null, call: 100 }, 100],
  ['that was never heard', { value: null, message: null, call: null }, null],
])('a device %s spoke when', (_, signs, spoke) => {
  expect(spokeAt<number>(signs)).toBe(spoke)
})

const NOW = Date.parse('2026-11-27T12:00:00Z')
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString()
const device = (message: number | null, sign: number | null = message) => ({
  last_msg_date: message === null ? null : ago(message),
  last_seen_date: sign === null ? null : ago(sign),
  upload_interval: 300,
  silent_after_min: 60,
})

test.each([
  ['within its limit', device(60), null, false],
  ['beyond its limit', device(61), null, true],
  ['that only called since', device(90, 5), null, true],
  ['that never sends a value, as a camera', device(null, 5), null, false],
  ['that never sends a value, nor calls any more', device(null, 61), null, true],
  ['of which a value is newer than the list', device(90), ago(5), false],
  ['that was never heard', device(null), null, false],
  ['of a list without the limit', { ...device(41), silent_after_min: undefined }, null, true],
  ['of which a value arrived that was measured long ago', { ...device(90, 5), spoke_date: ago(5) }, null, false],
  ['that only called since its newest value arrived', { ...device(90, 5), spoke_date: ago(90) }, null, true],
  ['of a list without the limit, in time', { ...device(39), silent_after_min: undefined }, null, false],
])('a device %s', (_, one, also, silent) => {
  expect(isSilent(one as ReturnType<typeof device>, NOW, also)).toBe(silent)
})
