import { describe, expect, test } from 'vitest'
import type { AreaState } from '#shared/rules/locations/area-state.ts'
import { ALL, type HomeView } from '../../kit/browser/home-view.ts'
import { filterCount, isAreaVisible, nextAreaOnline, nextAreaPhoto } from './home-filter.ts'

const NOW = Date.parse('2026-11-18T07:40:00Z')
const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString()

const device = (changes: object = {}) =>
  ({
    name: 'BM 2041',
    upload_interval: 300,
    last_msg_date: minutesAgo(3),
    last_photo_date: null,
    last_photo_ir_date: null,
    ...changes,
  }) as never
const area = (changes: Partial<AreaState> = {}): AreaState =>
  ({
    area: { id: 1, name: 'Größe Süd' },
    location: { id: 7, name: 'Zonneveld', city: 'Nederweert', tag: 'Trial 2026' },
    device: device(),
    status: 'good',
    grade: 8.4,
    finding: null,
    lastTime: minutesAgo(3),
    ...changes,
  }) as AreaState
const shows = (view: Partial<HomeView>, state: AreaState) => isAreaVisible(state, { ...ALL, ...view }, NOW)

describe('[design §8.6] the filters of home', () => {
  test.each(['grosse', 'SUD', 'zonneveld', 'nederweert größe', '2041', 'trial 2026'])('finds an area by %s', search => {
    expect(shows({ search }, area({ area: { id: 1, name: 'Grosse Süd, größe' } as never }))).toBe(true)
  })
  test('does not find what is not there', () => {
    expect(shows({ search: 'heideveld' }, area())).toBe(false)
  })

  test.each([
    [5.9, true],
    [6, false],
    [null, false],
  ])('grade below 6: an area of %s is shown: %s', (grade, visible) => {
    expect(shows({ belowSix: true }, area({ grade }))).toBe(visible)
  })

  test.each([
    ['act_now', {}, true],
    ['too_cold', {}, true],
    ['attention', {}, true],
    ['good', {}, false],
    ['no_data', {}, true],
    ['no_data', { device: null, lastTime: null }, false],
    ['no_data', { lastTime: null }, false],
  ] as const)('needs attention: %s %j is shown: %s', (status, more, visible) => {
    expect(shows({ attention: true }, area({ status, ...more }))).toBe(visible)
  })

  test('[specification §4] online and photo go round in three', () => {
    expect(['off', 'online', 'offline'].map(one => nextAreaOnline(one as never))).toEqual(['online', 'offline', 'off'])
    expect(['off', 'only', 'none'].map(one => nextAreaPhoto(one as never))).toEqual(['only', 'none', 'off'])
  })

  test('online by the last message; an area without a device is neither', () => {
    const silent = area({ device: device({ last_msg_date: minutesAgo(11) }) })
    const never = area({ device: device({ last_msg_date: null }) })
    const empty = area({ device: null })
    const both = (state: AreaState) => [shows({ online: 'online' }, state), shows({ online: 'offline' }, state)]
    expect([area(), silent, never, empty].map(both)).toEqual([
      [true, false],
      [false, true],
      [false, true],
      [false, false],
    ])
  })

  test('a thermal photo counts as a photo', () => {
    const thermal = area({ device: device({ last_photo_ir_date: minutesAgo(5) }) })
    expect(shows({ photo: 'only' }, thermal)).toBe(true)
    expect(shows({ photo: 'none' }, thermal)).toBe(false)
    expect(shows({ photo: 'none' }, area())).toBe(true)
  })

  test('they stack, and say how many are on', () => {
    expect(filterCount(ALL)).toBe(0)
    expect(filterCount({ ...ALL, search: ' ', belowSix: true, farm: 7, online: 'offline' })).toBe(3)
    expect(shows({ farm: 8 }, area())).toBe(false)
  })

  test('one kind of animals is shown, and counts as a filter', () => {
    const calves = area({ area: { id: 2, name: 'Calf barn', area_type_id: 12 } as never })
    expect([12, 13].map(species => shows({ species }, calves))).toEqual([true, false])
    expect(filterCount({ ...ALL, species: 12 })).toBe(1)
  })
})
