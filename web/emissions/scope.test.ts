import { expect, test } from 'vitest'
import { scopeChoices } from './scope.ts'

test('numbers of companies come first, then locations and areas', () => {
  const area = { id: 7, name: 'Barn 1', area_type_id: 29, group_items: [], may: [], version: 1, location_id: 1 }
  const locations = [
    { id: 1, name: 'North', ubn: '0931672', areas: [area], groups: [] },
    { id: 2, name: 'South', ubn: ' 0931672', areas: [], groups: [] },
    { id: 3, name: 'Alone', ubn: null, areas: [], groups: [] },
  ]
  const choices = scopeChoices(locations, (ubn, names) => `${ubn} (${names})`)
  expect(choices.map(({ value, label }) => [value, label])).toEqual([
    ['ubn:0931672', '0931672 (North, South)'],
    ['location:1', 'North'],
    ['location:2', 'South'],
    ['location:3', 'Alone'],
    ['area:7', 'North, Barn 1'],
  ])
})

test('a place of somebody else with the own number is no part of the own farm', () => {
  const locations = [
    { id: 1, name: 'Own', ubn: '7', areas: [], groups: [] },
    { id: 2, name: 'Seen', ubn: '7', areas: [], groups: [{ id: 5, name: 'Advice' }] },
  ]
  const [first] = scopeChoices(locations, (ubn, names) => `${ubn} (${names})`)
  expect(first?.label).toBe('7 (Own)')
})
