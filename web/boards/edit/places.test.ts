import { expect, test } from 'vitest'
import type { BoardLine } from '#shared/contract/measurements/boards.ts'
import { copyBody, moved } from '../../measurements/add-to-board/body.ts'
import { climateOf, type Place, placesWith, temperaturesOf } from './places.ts'

const place = (area_id: number, measurements: string[]): Place => ({
  ...{ value: `area ${area_id}`, name: `Barn ${area_id}`, group: 'De Linde', area_id, device_id: null, measurements },
})

test('all temperatures are a line for each area that has one, eight in a chart', () => {
  const places = [...Array.from({ length: 9 }, (_, index) => place(index + 1, ['t', 'h'])), place(10, ['co2'])]
  const charts = temperaturesOf([...places, { ...place(11, ['t']), area_id: null, device_id: 4 }])
  expect(charts.map(({ lines }) => lines.length)).toEqual([8, 1])
  expect(charts[1]?.lines).toEqual([{ area_id: 9, device_id: null, measurement: 't' }])
})

test('the climate of one barn has temperature and humidity together, and only what is measured there', () => {
  const charts = climateOf(place(3, ['nh3', 'h', 't']))
  expect(charts.map(({ lines }) => lines.map(({ measurement }) => measurement))).toEqual([['t', 'h'], ['nh3']])
})

test('a copy holds the lines that were seen, and no empty chart', () => {
  const line = (seen: boolean) => ({
    ...{ area_id: seen ? 1 : null, device_id: null, measurement: seen ? 't' : null, seen },
    ...{ name: null, location_name: null, area_type_id: null, is_past: false },
  })
  const charts = [
    { title: 'Mine', lines: [line(true), line(false)] },
    { title: 'Theirs', lines: [line(false)] },
  ]
  expect(copyBody({ name: 'Board', interval: 'week', calendar: true, charts })).toEqual({
    ...{ name: 'Board', interval: 'week', calendar: true },
    charts: [{ title: 'Mine', lines: [{ area_id: 1, device_id: null, measurement: 't' }] }],
  })
})

test('a place that is not offered anew stays with the lines that have it', () => {
  const offered = [
    { value: 'area 1', name: 'Barn 1', group: 'Farm', area_id: 1, device_id: null, measurements: ['t'] },
  ] satisfies Place[]
  const line = (device_id: number | null, measurement: string | null, seen = true) => ({
    ...{ area_id: device_id === null ? 1 : null, device_id, measurement, seen, is_past: false },
    ...{ name: device_id && `BM ${device_id}`, location_name: null, area_type_id: null },
  })
  const lines = [line(null, 't'), line(7, 't'), line(7, 'h'), line(8, 't', false)] as BoardLine[]
  expect(placesWith(offered, lines)).toEqual([
    ...offered,
    { value: 'device 7', name: 'BM 7', group: null, area_id: null, device_id: 7, measurements: ['t', 'h'] },
  ])
})

test('a chart is moved to another place', () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
})
