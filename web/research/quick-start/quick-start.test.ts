import { describe, expect, test } from 'vitest'
import { QuickStart } from '#shared/contract/places/research.ts'
import {
  areaFor,
  lastDayBefore,
  placementPeriodOf,
  type QuickStartValues,
  quickStartBody,
  withAreas,
} from './quick-start.ts'

const ZONE = 'Europe/Amsterdam'
const plan: QuickStartValues = {
  location_id: '1',
  area_ids: ['11', '12'],
  start: '2026-10-01',
  end: '2026-10-31',
  research_subject_id: '100',
  name: ' Heat lamps ',
  people: ['a@b.example'],
  devices: { 5: '12' },
}

describe('[specification §2] quick start', () => {
  test('both days are part of the plan, in the time of the place, also over the clock change', () => {
    expect(placementPeriodOf(plan, ZONE)).toEqual({
      start: '2026-09-30T22:00:00.000Z',
      end: '2026-10-31T23:00:00.000Z',
    })
    expect(placementPeriodOf({ start: '2026-10-01', end: '' }, ZONE).end).toBeNull()
  })

  test('an end at midnight means the day before', () => {
    expect(lastDayBefore('2026-11-01T00:00')).toBe('2026-10-31')
    expect(lastDayBefore('2026-11-01T14:00')).toBe('2026-11-01')
  })

  test('becomes the body of the call; without a name it stands alone', () => {
    expect(quickStartBody(plan, ZONE)).toMatchObject({
      location_id: 1,
      research: { name: 'Heat lamps', people: ['a@b.example'] },
      devices: [{ device_id: 5, area_id: 12 }],
    })
    expect(QuickStart.safeParse(quickStartBody(plan, ZONE)).success).toBe(true)
    expect(quickStartBody({ ...plan, name: ' ' }, ZONE).research).toBeNull()
    expect(QuickStart.safeParse(quickStartBody({ ...plan, devices: {} }, ZONE)).success).toBe(false)
  })

  test('a device stays where it hangs, else goes to an area that has none', () => {
    expect(areaFor(plan, 12)).toBe('12')
    expect(areaFor(plan, 99)).toBe('11')
    expect(areaFor({ ...plan, area_ids: ['12'] }, undefined)).toBe('12')
    expect(areaFor({ ...plan, area_ids: [] }, undefined)).toBeUndefined()
  })

  test('an area that is taken out gives its devices to the first one left', () => {
    expect(withAreas(plan, ['11']).devices).toEqual({ 5: '11' })
    expect(withAreas(plan, []).devices).toEqual({})
  })
})
