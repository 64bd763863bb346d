import { describe, expect, test } from 'vitest'
import { type AreaValues, areaBody, areaValues, newArea } from '../edit/location-values.ts'
import { gridOf, groupItems } from '../home/group-grid.ts'
import { areaFiguresOf, bodiesIn, floorPlanOf, penAt, placesNow } from './plan.ts'

const typed = {
  ...newArea(),
  name: 'Piglet room 1',
  area_type_id: 30,
  width: '14,4',
  depth: '9.6',
  height: '2,8',
  across: '6',
  deep: '4',
  group_depth: '2,1',
  animals_per_group: '12',
  animal_places: '300',
}

describe('[design §8.7] the floor to scale', () => {
  test('takes comma and point, and works out what is not typed', () => {
    expect(floorPlanOf(typed)).toMatchObject({ width: 14.4, depth: 9.6, penDepth: 2.1, animalsEach: 12, fits: true })
    expect(floorPlanOf(typed)?.penWidth).toBeCloseTo(2.4)
    expect(floorPlanOf(typed)?.walkway).toBeCloseTo(1.2)
  })

  test('the room that is left lies in the middle, between the rows', () => {
    const plan = floorPlanOf(typed)
    if (!plan) throw new Error('no plan')
    expect(penAt(plan, 1, 1)).toEqual({ x: 2.4, y: 2.1 })
    expect(penAt(plan, 0, 2).y).toBeCloseTo(2 * 2.1 + 1.2)
  })

  test('says what it means for an animal', () => {
    const figures = areaFiguresOf(typed)
    expect(figures).toMatchObject({ groups: 24, animals: 288, used: 96 })
    expect(figures.floor).toBeCloseTo(138.24)
    expect(figures.penPerAnimal).toBeCloseTo(0.42)
    expect(figures.airPerAnimal).toBeCloseTo(1.344)
  })

  test('counts the places of today, where the emission settings changed them', () => {
    const area = { places_since: '2026-03-01', places_today: 576 } as AreaValues['before']
    expect(areaFiguresOf({ ...typed, before: area }).used).toBe(50)
    expect(placesNow({ ...typed, before: area })).toBe('576')
    const unchanged = { places_since: null, places_today: 576 } as AreaValues['before']
    expect(placesNow({ ...typed, before: unchanged })).toBe(typed.animal_places)
  })

  test('animals without groups are one group over the whole floor', () => {
    const loose = { ...typed, across: '', deep: '', group_depth: '', animals_per_group: '24000' }
    expect(floorPlanOf(loose)).toMatchObject({ across: 1, deep: 1, penWidth: 14.4, penDepth: 9.6 })
    expect(areaFiguresOf(loose)).toMatchObject({ groups: 1, animals: 24_000 })
    expect(areaBody(loose).group_items).toEqual([])
    expect(areaBody({ ...typed, deep: '' }).group_items).toHaveLength(6)
  })

  test('tells when the groups need more room than there is', () => {
    expect(floorPlanOf({ ...typed, group_width: '3' })?.fits).toBe(false)
    expect(floorPlanOf({ ...typed, group_depth: '2,5' })?.fits).toBe(false)
  })

  test.each(['', '0', '-3', 'wide'])('draws nothing for a width of %j', width => {
    expect(floorPlanOf({ ...typed, width })).toBeNull()
  })

  test('every animal stands within its group', () => {
    const bodies = bodiesIn(2.4, 2.1, 12)
    expect(bodies).toHaveLength(12)
    for (const { x, y } of bodies) expect([x > 0 && x < 2.4, y > 0 && y < 2.1]).toEqual([true, true])
  })
})

describe('the groups of an area', () => {
  test('come back as they were typed, rows by letter', () => {
    const body = areaBody(typed)
    expect(body.group_items?.map(({ name }) => name).slice(0, 7)).toEqual(['A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'B1'])
    const read = areaValues({ ...body, id: 1, location_id: 1, version: 1, may: [] } as never)
    expect([read.across, read.deep, read.animals_per_group]).toEqual(['6', '4', '12'])
    expect(areaBody(read)).toEqual(body)
  })

  test('of others are taken by their width, and kept with their names and numbers', () => {
    const before = {
      width: 14.4,
      group_width: 2.4,
      animals_per_group: 12,
      group_items: Array.from({ length: 24 }, (_, index) => ({
        id: index + 1,
        name: String(index + 1),
        animals: index,
      })),
    }
    expect(gridOf(before)).toEqual({ across: 6, deep: 4 })
    expect(groupItems(before, { across: 6, deep: 4 }, 12)).toEqual(before.group_items)
    expect(groupItems(before, { across: 3, deep: 1 }, 5).map(({ name }) => name)).toEqual(['A1', 'A2', 'A3'])
  })

  test.each(['2,5', '-1', '99999', 'x'])('%j groups are refused', across => {
    expect(areaBody({ ...typed, across }).group_items).toBeNaN()
  })
})
