import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AlertRule, AlertRuleInput } from '#shared/contract/alerts/alert-rules.ts'
import type { PhysicalQuantity } from '#shared/contract/places/taxonomy.ts'
import { NO_KIND } from '#shared/rules/alerts/rule-scope.ts'
import { USUAL_FORMATS } from '#shared/rules/formats/formats.ts'
import { endSession, setUser, type User } from '../../kit/api/session.ts'
import {
  alertRuleBody,
  clearFor,
  EVERYWHERE,
  inputOf,
  newValues,
  type RuleValues,
  ruleValuesOf,
  withMinutes,
  withSuggestion,
  withWhat,
} from './rule-values.ts'

const quantity = (abbreviation: string): PhysicalQuantity => ({
  id: 4,
  abbreviation,
  name: abbreviation,
  unit: 'ppm',
  decimals: 1,
  low_value: null,
  high_value: null,
  grade_10: { low_value: 5, high_value: 8 },
})
const nh3 = quantity('nh3_ppm')
const values = (changes: Partial<RuleValues> = {}): RuleValues => ({ ...newValues(nh3, 11, 20), ...changes })

describe('[ui §8.7] it ends', () => {
  test.each([
    ['greater', 20, 'nh3_ppm', 17],
    ['less', 20, 'nh3_ppm', 23],
    ['greater_or_equal', 26, 'temp_deg_c', 24.7],
    ['less', -2, 'temp_deg_c', -1.9],
    ['equal', 20, 'nh3_ppm', null],
    ['greater', 0, 'nh3_ppm', null],
    ['greater', null, 'nh3_ppm', null],
  ] as const)('%s %s %s: some way on the good side, %s', (comparator, threshold, abbreviation, clear) => {
    expect(clearFor(comparator, threshold, quantity(abbreviation))).toBe(clear)
  })

  test('follows the limit until somebody types, and emptied it is the limit itself', () => {
    expect(alertRuleBody(values({ threshold_value: '40' }), nh3).clear_value).toBe(34)
    expect(alertRuleBody(values({ threshold_value: '40', clear_value: '30,5' }), nh3).clear_value).toBe(30.5)
    expect(alertRuleBody(values({ clear_value: '' }), nh3).clear_value).toBeNull()
  })
})

test('a change keeps the calculation it came with, so that saving it again changes no condition', () => {
  const changed = values({ what: 'difference', calculation: 'maximum' })
  expect(alertRuleBody(changed, nh3)).toMatchObject({ calculation: 'maximum', comparison: 'difference' })
})

describe('[beyond 13] what its past suggests stands in the form', () => {
  test('a gap follows the limit, a delay counts, less urgent is less urgent', () => {
    expect(alertRuleBody(withSuggestion(values({ clear_value: '' }), { kind: 'gap' }), nh3).clear_value).toBe(17)
    const delay = { kind: 'delay', minutes: 30, times: 31, calculation_minutes: 15, left: 5 } as const
    expect(alertRuleBody(withSuggestion(values(), delay), nh3)).toMatchObject({ times: 31, calculation_minutes: 15 })
    expect(withSuggestion(values(), { kind: 'calmer', urgency: 'digest' }).urgency).toBe('digest')
  })
})

describe('what stands in the form', () => {
  test('becomes a body the contract takes, with a comma as decimal sign', () => {
    const body = alertRuleBody(
      values({
        threshold_value: '20,5',
        times: '3',
        what: 'absolute_change',
        checks: ' Fan 2 \n\nAir inlet',
        name: ' ',
      }),
      nh3,
    )
    expect(AlertRuleInput.parse(body)).toMatchObject({
      threshold_value: 20.5,
      times: 3,
      calculation: 'average',
      comparison: 'absolute_change',
      checks: ['Fan 2', 'Air inlet'],
      name: null,
      area_type_id: 11,
    })
  })

  test.each(['', 'x', '1,2,3'])('a limit of "%s" is refused, never taken for zero', threshold_value => {
    expect(AlertRuleInput.safeParse(alertRuleBody(values({ threshold_value }), nh3)).success).toBe(false)
  })

  test('a kept rule comes back as it was', () => {
    const body = alertRuleBody(values({ clear_value: '15', exclude_hours: [9], recipients: ['jan@example.nl'] }), nh3)
    const rule = { location_id: null, area_id: null, device_id: null, ...AlertRuleInput.parse(body) } as AlertRule
    expect(alertRuleBody(ruleValuesOf(rule, nh3.unit), nh3)).toEqual(body)
  })
})

describe('one message has neither average nor slope', () => {
  test('what needs a window gets one', () => {
    expect(withWhat(values({ calculation_minutes: 0 }), 'derivative')).toEqual({
      what: 'derivative',
      calculation_minutes: 60,
    })
    expect(withWhat(values(), 'derivative')).toEqual({ what: 'derivative' })
    expect(withWhat(values({ calculation_minutes: 0 }), 'absolute_change')).toEqual({ what: 'absolute_change' })
  })
  test('who wants each message gets its reading', () => {
    expect(withMinutes(values({ what: 'count' }), 0)).toEqual({ calculation_minutes: 0, what: 'average' })
    expect(withMinutes(values({ what: 'difference' }), 0)).toEqual({ calculation_minutes: 0 })
  })
})

describe('a rule for a place names a kind of animal that is none', () => {
  test.each([
    [{ area_id: 3 }, NO_KIND],
    [{ device_id: 3 }, NO_KIND],
    [{ location_id: 3 }, NO_KIND],
    [{}, null],
    [{ area_type_id: 11 }, 11],
  ])('so that a server of the release before refuses it: %j is sent with %j', (place, area_type_id) => {
    const placed = values({ ...EVERYWHERE, ...place })
    expect(alertRuleBody(placed, nh3)).toMatchObject({ ...place, area_type_id })
    const rule = { ...EVERYWHERE, ...place } as AlertRule
    expect(inputOf(rule).area_type_id).toBe(area_type_id)
    expect(AlertRuleInput.safeParse(alertRuleBody(placed, nh3)).success).toBe(true)
  })
})

describe('[decisions 0160] a limit in the unit of whoever types it', () => {
  const temperature = { ...quantity('temp_deg_c'), unit: '°C' }
  const typed = (changes: Partial<RuleValues>): RuleValues => ({ ...newValues(temperature, 11, null), ...changes })
  beforeEach(() => setUser({ formats: { ...USUAL_FORMATS, temperature: 'fahrenheit' } } as User))
  afterEach(() => endSession())

  test('is kept in °C, and its rule shows what was typed', () => {
    const body = alertRuleBody(typed({ threshold_value: '75', clear_value: '72.5' }), temperature)
    expect(body.threshold_value).toBeCloseTo(23.889, 3)
    expect(body.clear_value).toBeCloseTo(22.5, 6)
    const shown = ruleValuesOf({ ...body, name: null, checks: [] } as never, '°C')
    expect(shown).toMatchObject({ threshold_value: '75', clear_value: '72.5' })
  })

  test('that is a change has no 32, and a count no unit', () => {
    expect(alertRuleBody(typed({ what: 'absolute_change', threshold_value: '9' }), temperature).threshold_value).toBe(5)
    expect(alertRuleBody(typed({ what: 'count', threshold_value: '9' }), temperature).threshold_value).toBe(9)
  })

  test('and its end stay as they are kept while nobody touches them', () => {
    const first = { ...newValues(temperature, 11, 27.33), clear_value: null }
    expect(alertRuleBody(first, temperature).threshold_value).toBe(27.33)
    const rule = { ...alertRuleBody(first, temperature), threshold_value: 27.33, clear_value: 8.93, checks: [] }
    const again = alertRuleBody(ruleValuesOf(rule as never, '°C'), temperature)
    expect([again.threshold_value, again.clear_value]).toEqual([27.33, 8.93])
  })

  test.each(['32.5', '33', '31.5'])('of %s °F has an end apart from it', threshold_value => {
    for (const comparator of ['greater', 'less'] as const) {
      const body = alertRuleBody(typed({ threshold_value, comparator }), temperature)
      const apart = (body.clear_value ?? Number.NaN) - body.threshold_value
      expect(Math.sign(apart)).toBe(comparator === 'greater' ? -1 : 1)
    }
  })

  test('has an end that is round as it is kept', () => {
    expect(newValues(temperature, 11, 25).threshold_value).toBe('77')
    expect(clearFor('greater', 25.5, temperature)).toBe(24.2)
  })
})
