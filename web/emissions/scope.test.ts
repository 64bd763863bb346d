import { expect, test } from 'vitest'
import { scopeChoices } from './scope.ts'

test('numbers of companies come first, then locations and areas', () => {
  const area = {
    id: 7,
    name: 'Barn 1',
    area_type_id: 29,
    group_items: [],
    may: [],
    version: 1,
    location_id: 1,
    places_today: null,
    places_since: null,
  }
  const locations = [
    { id: 1, name: 'North', areas: [area] },
    { id: 2, name: 'South', areas: [] },
    { id: 3, name: 'Alone', areas: [] },
  ]
  const companies = [{ ubn: '0931672', locations: locations.slice(0, 2).map(({ id, name }) => ({ id, name })) }]
  const choices = scopeChoices(companies, locations, (ubn, names) => `${ubn} (${names})`)
  expect(choices.map(({ value, label }) => [value, label])).toEqual([
    ['ubn:0931672', '0931672 (North, South)'],
    ['location:1', 'North'],
    ['location:2', 'South'],
    ['location:3', 'Alone'],
    ['area:7', 'North, Barn 1'],
  ])
})
