import { expect, test } from 'vitest'
import { type LogbookEntry, MAX_LOGBOOK_ENTRIES, MAX_MANUAL_ENTRIES } from '#shared/contract/places/emissions.ts'
import { shownOf } from './logbook.ts'

const entries = (kind: LogbookEntry['kind'], many: number, from = 0) =>
  Array.from({ length: many }, (_, index) => ({ kind, at: `${9999 - from - index}` }) as LogbookEntry)
const count = (shown: readonly LogbookEntry[], kind: LogbookEntry['kind']) =>
  shown.filter(entry => entry.kind === kind).length

test('one measurement outdoors stands at each barn, and all of them displace no calibration and no correction', () => {
  const shown = shownOf([...entries('manual', 4 * MAX_MANUAL_ENTRIES), ...entries('calibration', 30, 500)])
  expect(count(shown, 'calibration')).toBe(30)
  expect(count(shown, 'manual')).toBe(MAX_MANUAL_ENTRIES)
})

test('a log that fits is shown whole, and a longer one by its newest entries', () => {
  expect(shownOf(entries('manual', MAX_LOGBOOK_ENTRIES))).toHaveLength(MAX_LOGBOOK_ENTRIES)
  const all = entries('facts', MAX_LOGBOOK_ENTRIES + 40)
  expect(shownOf(all)).toEqual(all.slice(0, MAX_LOGBOOK_ENTRIES))
})
