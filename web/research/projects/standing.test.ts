import { expect, test } from 'vitest'
import type { ConsentEntry } from '#shared/contract/places/consents.ts'
import { standingOf } from './standing.ts'

const [FARM, OTHER, DEVICE, SECOND] = [1, 2, 10, 11]
const entry = (kind: ConsentEntry['kind'], day: number, more: Partial<ConsentEntry>): ConsentEntry => ({
  id: day,
  kind,
  email: null,
  location_id: FARM,
  location_name: 'De Linde',
  time_zone: 'Europe/Amsterdam',
  said_by: null,
  from: `2025-01-${String(day).padStart(2, '0')}T00:00:00.000Z`,
  device_ids: null,
  measurements: ['t', 'h'],
  updated_at: '2025-01-31T00:00:00.000Z',
  ...more,
})
const NOW = Date.parse('2025-01-20T12:00:00Z')
const standing = (history: readonly ConsentEntry[], deviceIds: readonly number[], now = NOW) =>
  standingOf(history, { locationId: FARM, deviceIds, now })
const shared = (...given: Parameters<typeof standing>) => standing(...given).shared.map(({ key }) => key)
const asked = entry('asked', 1, { location_id: null, from: null, measurements: [] })

test('a no is about all that a yes has shared, whatever the project is about by now', () => {
  const history = [asked, entry('yes', 2, { measurements: ['dust_pm10'] }), entry('yes', 3, { measurements: ['t'] })]
  expect(shared(history, [DEVICE])).toEqual(['dust_pm10', 't'])
})

test('what a no has ended is shared no more, and what it left on other devices is', () => {
  const yes = entry('yes', 2, {})
  expect(shared([yes, entry('no', 5, { measurements: ['h'] })], [DEVICE])).toEqual(['t'])
  const ended = entry('no', 5, { measurements: ['h'], device_ids: [DEVICE] })
  expect(shared([yes, ended], [DEVICE])).toEqual(['t'])
  expect(shared([yes, ended], [DEVICE, SECOND])).toEqual(['t', 'h'])
  expect(shared([yes, entry('no', 5, {})], [DEVICE])).toEqual([])
})

test('a device that was answered for by name counts where it hangs no more; another place and a question do not', () => {
  const history = [asked, entry('yes', 2, { device_ids: [SECOND] }), entry('yes', 2, { location_id: OTHER })]
  expect(shared(history, [DEVICE])).toEqual(['t', 'h'])
  expect(shared([asked], [DEVICE])).toEqual([])
})

test('a no that is planned stands with its scope, and says until when its measurements are shared', () => {
  const yes = entry('yes', 2, { measurements: ['t', 'h', 'co2'] })
  const planned = entry('no', 25, { measurements: ['h', 'co2'], device_ids: [DEVICE] })
  const until = Date.parse('2025-01-25T00:00:00Z')
  const open = Number.POSITIVE_INFINITY
  const from = Date.parse('2025-01-02T00:00:00Z')
  expect(standing([asked, yes, planned], [DEVICE])).toEqual({
    shared: [
      { key: 't', from, until: open },
      { key: 'h', from, until },
      { key: 'co2', from, until },
    ],
    planned,
    endedAt: undefined,
    ownerChanged: undefined,
  })
  // A measurement that another device goes on to share has no end.
  expect(standing([yes, planned], [DEVICE, SECOND])).toMatchObject({ shared: [{}, { until: open }, {}], planned })
  expect(standing([yes, planned], [DEVICE], until)).toMatchObject({
    shared: [{ key: 't', until: open }],
    planned: undefined,
    endedAt: until,
  })
  expect(standing([yes, planned, entry('yes', 25, { measurements: ['h', 'co2'] })], [DEVICE]).planned).toBeUndefined()
})

test('a change of owners ends what is shared, and stands until somebody answers', () => {
  const changed = entry('owner_changed', 5, {})
  expect(standing([entry('yes', 2, {}), changed], [DEVICE])).toEqual({
    shared: [],
    planned: undefined,
    endedAt: Date.parse('2025-01-05T00:00:00Z'),
    ownerChanged: changed,
  })
  expect(standing([entry('yes', 2, {}), changed, entry('yes', 6, {})], [DEVICE]).ownerChanged).toBeUndefined()
})

test('a yes that begins later says from when, and what a project shared says until when it was over', () => {
  const yes = entry('yes', 25, { measurements: ['t'] })
  const from = Date.parse('2025-01-25T00:00:00Z')
  expect(standing([yes], [DEVICE]).shared).toEqual([{ key: 't', from, until: Number.POSITIVE_INFINITY }])
  const over = { locationId: FARM, deviceIds: [DEVICE], now: NOW, end: '2025-01-15T00:00:00.000Z' }
  const [shared] = standingOf([entry('yes', 2, { measurements: ['t'] })], over).shared
  expect(shared?.until).toBe(Date.parse(over.end))
})
