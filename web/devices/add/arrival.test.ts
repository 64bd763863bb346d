import { expect, test } from 'vitest'
import type { Refusal } from '#shared/contract/devices/devices.ts'
import type { LastValues } from '#shared/contract/measurements/measurements.ts'
import { arrivalOf } from './arrival.ts'

const BEFORE = '2026-11-26T08:00:00.000Z'
const MADE = '2026-11-26T09:00:00.000Z'
const AFTER = '2026-11-26T09:00:05.000Z'

const values = (times: Record<string, string>) =>
  Object.fromEntries(Object.entries(times).map(([key, time]) => [key, { value: 21.4, time }])) as LastValues
const refusal = (last_time: string, message = 'Too warm') => ({ last_time, message }) as Refusal
const key = (last_used_at: string | null) => ({ created_at: MADE, last_used_at })

test.each([
  ['the temperature before what came first', values({ h: AFTER, t: AFTER }), null, 't'],
  ['what came first without a temperature', values({ h: AFTER, co2: AFTER }), null, 'h'],
  ['old values where no key was just made', values({ t: BEFORE }), null, 't'],
  ['none that was there before the key', values({ t: BEFORE }), key(null), undefined],
  ['none that was there before the key, once that is used', values({ t: BEFORE }), key(AFTER), undefined],
  ['none that still comes by the key before', values({ t: AFTER }), key(null), undefined],
  ['a new one before an old temperature', values({ t: BEFORE, h: AFTER }), key(AFTER), 'h'],
  ['nothing of a device that never sent', {}, null, undefined],
])('of a device is told %s', (_, last, made, told) => {
  expect(arrivalOf(last, [], made).told?.[0]).toBe(told)
})

test.each([
  ['the newest', [refusal(BEFORE, 'Too cold'), refusal(AFTER)], {}, key(AFTER), 'Too warm'],
  ['none from before the key', [refusal(BEFORE)], {}, key(AFTER), undefined],
  ['none of a key that was never used', [refusal(AFTER)], {}, key(null), undefined],
  ['none beside a value that was taken', [refusal(AFTER)], values({ t: AFTER }), key(AFTER), undefined],
  ['an old one where no key was just made', [refusal(BEFORE)], {}, null, 'Too warm'],
])('of refusals is told %s', (_, refusals, last, made, told) => {
  expect(arrivalOf(last, refusals, made).refused?.message).toBe(told)
})

test('a value of a device whose clock is behind counts once it comes, and none that stood there before', () => {
  const last = values({ t: BEFORE, h: BEFORE })
  const before = { last, refusals: [] }
  expect(arrivalOf(last, [], key(AFTER), before).told).toBeUndefined()
  const later = '2026-11-26T08:10:00.000Z'
  expect(arrivalOf(values({ t: later, h: BEFORE }), [], key(AFTER), before).told?.[0]).toBe('t')
  expect(arrivalOf(values({ h: later }), [], key(AFTER), { last: {}, refusals: [] }).told?.[0]).toBe('h')
  expect(arrivalOf(values({ t: later }), [], key(null), before).told).toBeUndefined()
})

test('from now on only what was not there counts, whatever the clock of the device or of this computer says', () => {
  const last = values({ t: AFTER, h: BEFORE })
  const before = { last, refusals: [refusal(AFTER)] }
  expect(arrivalOf(last, [refusal(AFTER)], null, before, true)).toEqual({})
  expect(arrivalOf({ ...last, ...values({ h: MADE }) }, [], null, before, true).told?.[0]).toBe('h')
  expect(arrivalOf(last, [refusal(BEFORE, 'Anew')], null, before, true).refused?.message).toBe('Anew')
})
