import { describe, expect, test } from 'vitest'
import { isForDevice, matterOf, nearerRules, type RulePlace, scopeOf } from './rule-scope.ts'

const EVERYWHERE = { area_type_id: null, location_id: null, area_id: null, device_id: null }
const MATTER = {
  physical_quantity_id: 4,
  urgency: 'attention',
  comparison: 'value',
  calculation: 'average',
  comparator: 'greater',
  calculation_minutes: 15,
} as const

const PLACE = { location_id: 10, area_id: 20, area_type_id: 30 }

test.each([
  [{}, 'everywhere', true, true],
  [{ area_type_id: 30 }, 'everywhere', true, false],
  [{ area_type_id: 31 }, 'everywhere', false, false],
  [{ location_id: 10 }, 'location', true, false],
  [{ location_id: 11 }, 'location', false, false],
  [{ area_id: 20 }, 'area', true, false],
  [{ area_id: 21 }, 'area', false, false],
  [{ device_id: 7 }, 'device', true, true],
  [{ device_id: 8 }, 'device', false, false],
])('a rule for %j reaches as far as %s', (place, scope, there, nowhere) => {
  const rule = { ...EVERYWHERE, ...place }
  expect(scopeOf(rule)).toBe(scope)
  expect(isForDevice(rule, 7, PLACE)).toBe(there)
  expect(isForDevice(rule, 7, null)).toBe(nowhere)
})

test.each([
  [{}, true],
  [{ calculation: 'maximum' }, true],
  [{ comparator: 'greater_or_equal' }, true],
  [{ comparator: 'less' }, false],
  [{ comparator: 'equal' }, false],
  [{ calculation_minutes: 60 }, true],
  [{ calculation_minutes: 0 }, false],
  [{ urgency: 'act_now' }, false],
  [{ physical_quantity_id: 1 }, false],
  [{ calculation: 'derivative' }, false],
  [{ calculation: 'count' }, false],
  [{ comparison: 'difference' }, false],
] as const)('a rule with %j is about the same matter: %s', (change, same) => {
  expect(matterOf({ ...MATTER, ...change }) === matterOf(MATTER)).toBe(same)
})

describe('of rules about the same matter', () => {
  const rule = (id: number, place: Partial<RulePlace>, deviceIds: number[], matter: object = {}) => ({
    rule: { id, ...EVERYWHERE, ...place, ...MATTER, ...matter },
    deviceIds,
  })
  const all = [
    rule(1, {}, [1, 2, 3, 4]),
    rule(2, { area_type_id: 30 }, [1, 2, 3]),
    rule(3, { location_id: 10 }, [1, 2]),
    rule(4, { area_id: 20 }, [1, 2]),
    rule(5, { area_id: 20 }, [1, 2]),
    rule(6, { device_id: 1 }, [1]),
  ]

  test('the nearest holds on each device, those that are equally near together', () => {
    expect(nearerRules(all)).toEqual(
      new Map([
        [
          1,
          new Map([
            [1, 6],
            [2, 4],
          ]),
        ],
        [
          2,
          new Map([
            [1, 6],
            [2, 4],
          ]),
        ],
        [
          3,
          new Map([
            [1, 6],
            [2, 4],
          ]),
        ],
        [4, new Map([[1, 6]])],
        [5, new Map([[1, 6]])],
      ]),
    )
  })

  test('and rules about something else are let be', () => {
    expect(nearerRules([rule(1, {}, [1]), rule(2, { device_id: 1 }, [1], { comparator: 'less' })])).toEqual(new Map())
  })
})
