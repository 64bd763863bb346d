import { describe, expect, test } from 'vitest'
import { ubnGroups, ubnOf } from './ubn.ts'

describe('[science §1.6] groups of a company number', () => {
  test('locations with the same number are one group, wherever they stand in the list', () => {
    const groups = ubnGroups([
      { id: 1, ubn: '0931672' },
      { id: 2, ubn: null },
      { id: 3, ubn: ' 0931672 ' },
      { id: 4, ubn: '931672' },
    ])
    expect(groups.map(({ ubn, locations }) => [ubn, locations.map(({ id }) => id)])).toEqual([
      ['0931672', [1, 3]],
      [null, [2]],
      ['931672', [4]],
    ])
  })

  test('a location without a number is its own group, and blanks are no number', () => {
    expect(ubnGroups([{ ubn: null }, { ubn: '' }, { ubn: '  ' }])).toHaveLength(3)
    expect(ubnOf('  ')).toBeNull()
  })
})
