import { expect, test } from 'vitest'
import { readStatus } from './answers.ts'

const NOW = Date.parse('2026-11-26T12:00:00Z')

test.each([
  [{ status: 204 }, { end: 'sent' }],
  [{ status: 401 }, { end: 'refused', error: 'wrong_token' }],
  [{ status: 418 }, { end: 'refused', error: 'wrong_settings' }],
  [{ status: 301 }, { again: 'redirected' }],
  [{ status: 502 }, { again: 'answer_502' }],
  [{ status: 429 }, { again: 'busy' }],
  [
    { status: 429, retryAfter: '90' },
    { again: 'busy', afterMs: 90_000 },
  ],
  [
    { status: 503, retryAfter: 'Thu, 26 Nov 2026 12:02:00 GMT' },
    { again: 'answer_503', afterMs: 120_000 },
  ],
  // Alarms do not wait for a day.
  [
    { status: 503, retryAfter: '86400' },
    { again: 'answer_503', afterMs: 3_600_000 },
  ],
  [{ status: 503, retryAfter: 'Thu, 26 Nov 2026 11:00:00 GMT' }, { again: 'answer_503' }],
  [{ status: 503, retryAfter: 'soon' }, { again: 'answer_503' }],
])('%j means %j', (answer, reading) => {
  expect(readStatus({ json: undefined, retryAfter: undefined, ...answer }, NOW)).toEqual(reading)
})
