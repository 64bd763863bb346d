import { expect, test } from 'vitest'
import type { AreaNote } from '#shared/contract/diary/area-notes.ts'
import { noteMarks, notePlacesOf, notesAt } from './area-notes.ts'

const T = (day: number) => `2026-11-${String(day).padStart(2, '0')}T00:00:00.000Z`
const placed = (id: number, area_id: number, start: number, end: number | null, location_id = 1) => ({
  ...{ id, area_id, location_id, device_id: 7 },
  start: T(start),
  end: end === null ? null : T(end),
})
const area = (id: number) => ({ id }) as never
const locations = [{ id: 1, may: ['edit' as const], areas: [area(3), area(4)] }]
const note = (area_id: number, start: number, end: number | null = null): AreaNote => ({
  ...{ id: start, area_id, text: `note ${start}`, written_by: null, may: [], written_at: T(start) },
  start: T(start),
  end: end === null ? null : T(end),
})

test('beside the charts of a device stand the notes of each area for the time it hung there', () => {
  const placements = [placed(1, 3, 1, 5), placed(2, 4, 5, null), { ...placed(3, 3, 1, null), device_id: 8 }]
  const places = notePlacesOf({ device_id: 7, target: { device_id: 7 } }, placements, locations)
  expect(places.map(({ areaId, mayWrite }) => [areaId, mayWrite])).toEqual([
    [3, true],
    [4, true],
  ])
  const notes = [note(3, 2), note(3, 6), note(4, 4), note(4, 5), note(4, 2, 6), note(3, 4, 9)]
  expect(notesAt(notes, places).map(({ area_id, start }) => [area_id, start])).toEqual([
    [3, T(2)],
    [4, T(5)],
    [4, T(2)],
    [3, T(4)],
  ])
})

test('a placement shows its own area alone, and a place that is not seen tells of none', () => {
  const placements = [placed(1, 3, 1, 5), placed(2, 4, 5, null), placed(3, 9, 6, 7, 2)]
  const one = notePlacesOf({ device_id: 7, target: { location_research_id: 1 } }, placements, locations)
  expect(one.map(({ areaId }) => areaId)).toEqual([3])
  const all = notePlacesOf({ device_id: 7, target: { device_id: 7 } }, placements, [])
  expect(all).toEqual([])
})

test('marks have names while these leave the lines to be seen', () => {
  expect(noteMarks([note(3, 2, 4)])).toEqual([
    { time: Date.parse(T(2)), label: 'note 2' },
    { time: Date.parse(T(4)), label: '← note 2' },
  ])
  const many = Array.from({ length: 13 }, (_, day) => note(3, day + 1))
  expect(new Set(noteMarks(many).map(({ label }) => label))).toEqual(new Set(['']))
})
