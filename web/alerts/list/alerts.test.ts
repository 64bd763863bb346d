import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Alert } from '#shared/contract/alerts/alerts.ts'
import texts from '#shared/locales/en/alerts.json' with { type: 'json' }
import { aroundOf, periodSearchOf } from '../alert/alert-around.ts'
import { durationWords, momentWords, statusOfAlert, titleOf } from '../alert/alert-words.tsx'
import { newUrgent } from '../alert/watch.ts'
import {
  alertFiltersIn,
  alertSearch,
  choicesIn,
  isOfSeveralFarms,
  matchesAlertFilters,
  sortedAlerts,
} from './alert-filter.ts'
import { inHours, nextMorning } from './use-alert-changes.ts'

const NOW = Date.parse('2026-11-21T22:00:00Z')
const ZONE = 'Europe/Amsterdam'
const lists = {
  physical_quantities: [
    ['nh3_ppm', 'NH3'],
    ['temp_deg_c', 'Temperature'],
  ].map(([abbreviation = '', name = ''], index) => ({
    id: index + 1,
    abbreviation,
    name,
    unit: '',
    decimals: 1,
    low_value: null,
    high_value: null,
    grade_10: { low_value: 5, high_value: 8 },
  })),
}
const alert = (id: number, changes: Partial<Alert> = {}): Alert => ({
  id,
  kind: 'rule',
  alert_rule_id: 1,
  rule_name: null,
  urgency: 'attention',
  device_id: 5,
  device_name: 'West wall',
  location_id: 1,
  location_name: 'Córdoba',
  area_id: 3,
  area_name: 'Piglet room 3',
  area_type_id: 11,
  time_zone: ZONE,
  measurement: 'nh3',
  physical_quantity_id: 1,
  unit: 'ppm',
  calculation: 'average',
  comparison: 'value',
  comparator: 'greater',
  calculation_minutes: 15,
  threshold_value: 20,
  clear_value: 17,
  state: 'firing',
  started_at: '2026-11-21T20:00:00.000Z',
  fired_at: '2026-11-21T20:15:00.000Z',
  resolved_at: null,
  ended_by: null,
  last_value: 23.9,
  last_at: '2026-11-21T21:59:00.000Z',
  worst_value: 24.6,
  worst_at: '2026-11-21T21:00:00.000Z',
  count: 100,
  cannot_tell: false,
  read: false,
  show: true,
  acknowledged: null,
  silenced_until: null,
  checks: [],
  deliveries: [],
  may: ['edit', 'delete'],
  ...changes,
})

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { alerts: texts } } }))

describe('[ui §8.11] an alert says', () => {
  test('what is wrong: the name of its rule, else quantity and side', () => {
    const t = i18next.getFixedT(null, 'alerts')
    expect(titleOf(alert(1), lists, t)).toBe('NH3 too high')
    expect(titleOf(alert(1, { comparator: 'less_or_equal', physical_quantity_id: 2 }), lists, t)).toBe(
      'Temperature too low',
    )
    expect(titleOf(alert(1, { rule_name: 'Fans' }), lists, t)).toBe('Fans')
    expect(titleOf(alert(1, { kind: 'device_silent', rule_name: null }), lists, t)).toBe('Silent device')
  })

  test.each([
    [{ urgency: 'act_now' }, 'act_now'],
    [{}, 'attention'],
    [{ comparator: 'less', physical_quantity_id: 2 }, 'too_cold'],
    [{ comparator: 'less' }, 'attention'],
    [{ kind: 'device_silent' }, 'no_data'],
    [{ urgency: 'act_now', state: 'resolved' }, 'good'],
  ] as const)('%j is %s', (changes, status) => {
    expect(statusOfAlert(alert(1, changes), lists)).toBe(status)
  })

  test('how long, in the two largest units', () => {
    const said = (minutes: number) =>
      durationWords(minutes * 60_000, i18next.getFixedT(null, 'alerts')).replaceAll('\u00A0', ' ')
    expect([0, 59, 60, 105, 1440, 3000].map(said)).toEqual(['0 min', '59 min', '1 h', '1 h 45 min', '1 d', '2 d 2 h'])
  })

  test('when, on the clocks of its place', () => {
    expect(momentWords('2026-11-21T20:00:00Z', ZONE, NOW)).toBe('21:00')
    expect(momentWords('2026-11-20T20:00:00Z', ZONE, NOW)).toBe('2026-11-20\u00A021:00')
  })
})

describe('the hours around an alert', () => {
  test('as much before it as it took, at least six hours, never after now', () => {
    const { from, until } = aroundOf(alert(1), NOW)
    expect(new Date(from).toISOString()).toBe('2026-11-21T14:00:00.000Z')
    expect(until).toBe(NOW)
    expect(periodSearchOf({ from, until }, ZONE)).toEqual({
      interval: 'selection',
      date_start: '2026-11-21 15:00',
      date_end: '2026-11-21 23:00',
    })
  })
})

describe('[decisions §7] silence until six in the morning at the place', () => {
  test.each([
    ['2026-11-21T22:00:00Z', '2026-11-22T05:00:00.000Z'],
    ['2026-11-22T04:59:00Z', '2026-11-22T05:00:00.000Z'],
    ['2026-11-22T05:00:00Z', '2026-11-23T05:00:00.000Z'],
    // The night the clocks are put back, and the one they are put forward.
    ['2026-10-24T20:00:00Z', '2026-10-25T05:00:00.000Z'],
    ['2026-03-28T20:00:00Z', '2026-03-29T04:00:00.000Z'],
  ])('from %s to %s', (now, morning) => {
    expect(nextMorning(Date.parse(now), ZONE)).toBe(morning)
  })
  test('or for some hours', () => {
    expect(inHours(4, NOW)).toBe('2026-11-22T02:00:00.000Z')
  })
})

describe('the list', () => {
  test('has what is open first, the most urgent before the others, then the newest', () => {
    const all = [
      alert(1, { state: 'resolved', fired_at: '2026-11-21T21:00:00Z' }),
      alert(2, { fired_at: '2026-11-21T10:00:00Z' }),
      alert(3, { fired_at: '2026-11-21T11:00:00Z' }),
      alert(4, { fired_at: '2026-11-20T10:00:00Z', urgency: 'act_now' }),
    ]
    expect(sortedAlerts(all).map(({ id }) => id)).toEqual([4, 3, 2, 1])
  })

  test.each([
    [{ q: 'cordoba piglet' }, true],
    [{ q: 'nh3 east' }, false],
    [{ open: '1', unread: '1', place: '1', device: '5', urgency: 'attention', kind: 'rule' }, true],
    [{ device: '6' }, false],
    [{ kind: 'battery_low' }, false],
    [{ urgency: 'nonsense', place: 'x' }, true],
  ])('with %j in the address an alert is shown: %s', (search, matches) => {
    expect(matchesAlertFilters(alert(1), 'NH3 too high', alertFiltersIn(search))).toBe(matches)
  })

  test('what is looked at stays among the unread and open, whatever becomes of it meanwhile; not where words or a place narrow', () => {
    const done = alert(1, { read: true, state: 'resolved' })
    const unread = alertFiltersIn({ unread: '1', open: '1' })
    expect(matchesAlertFilters(done, 'NH3 too high', unread)).toBe(false)
    expect(matchesAlertFilters(done, 'NH3 too high', unread, [1])).toBe(true)
    expect(matchesAlertFilters(done, 'NH3 too high', alertFiltersIn({ unread: '1', place: '7' }), [1])).toBe(false)
  })

  test('an address says what it shows and nothing more', () => {
    const search = { show: 'hidden', q: 'nh3', open: '1', place: '4' }
    expect(
      Object.fromEntries(Object.entries(alertSearch(alertFiltersIn(search))).filter(([, value]) => value)),
    ).toEqual(search)
  })

  test('places and devices to choose from are those that have alerts, once each', () => {
    const { places, devices } = choicesIn([alert(1), alert(2), alert(3, { location_id: null, location_name: null })])
    expect(places).toEqual([{ value: '1', label: 'Córdoba' }])
    expect(devices).toHaveLength(1)
  })
})

test('[ui §9] an urgent alert is said once', () => {
  const known = new Set<number>()
  const urgent = [alert(1, { urgency: 'act_now' }), alert(2), alert(3, { urgency: 'act_now', read: true })]
  expect(newUrgent(urgent, known).map(({ id }) => id)).toEqual([1])
  expect(newUrgent(urgent, known)).toEqual([])
})

test.each([
  [[7, 7, null], false],
  [[null], false],
  [[7, 8], true],
] as const)('alerts at %j are of several farms: %s', (places, several) => {
  expect(isOfSeveralFarms(places.map(location_id => ({ location_id })))).toBe(several)
})
