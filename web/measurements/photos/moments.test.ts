import { describe, expect, test } from 'vitest'
import type { Photo, PhotoKind } from '#shared/contract/measurements/photos.ts'
import { fileNameOf, uniqueNames } from './download.ts'
import { counterpart, kindsOf, photoMomentsOf } from './moments.ts'
import { markOf, type Point, pointIn } from './viewer/drawn.ts'

let ids = 0
const photo = (time: string, kind: PhotoKind = 'normal'): Photo => ({
  id: ++ids,
  device_id: 1,
  kind,
  time: `2026-11-21T${time}.000Z`,
  width: 960,
  height: 540,
  marked: false,
  annotation: [],
  thumb: '',
  web: '',
  original: null,
  may: [],
})

describe('photos by moment', () => {
  const normal = photo('12:01:00')
  const thermal = photo('12:00:00', 'infrared')
  const later = photo('12:30:00', 'infrared')
  const photos = [later, normal, thermal]

  test('a normal and a thermal photo of the same time stand side by side, the normal one first', () => {
    expect(photoMomentsOf(photos, 'both').map(moment => moment.photos)).toEqual([[later], [normal, thermal]])
    expect(photoMomentsOf([photo('12:01:00', 'infrared'), normal], 'both')[0]?.photos[0]).toBe(normal)
  })

  test('two of one kind, or far apart, are two moments', () => {
    expect(photoMomentsOf([photo('12:01:00'), photo('12:00:30')], 'both')).toHaveLength(2)
    expect(photoMomentsOf([photo('12:03:00', 'infrared'), photo('12:00:59')], 'both')).toHaveLength(2)
    expect(photoMomentsOf([photo('12:02:00'), photo('12:01:30', 'infrared'), photo('12:01:00')], 'both')).toHaveLength(
      2,
    )
  })

  test('one kind alone', () => {
    expect(photoMomentsOf(photos, 'infrared').map(({ photos: [only] }) => only)).toEqual([later, thermal])
    const marked = { ...normal, marked: true }
    expect(photoMomentsOf([later, marked, thermal], 'marked').map(moment => moment.photos)).toEqual([[marked]])
    expect([kindsOf('normal'), kindsOf('x'), kindsOf(undefined)]).toEqual(['normal', 'both', 'both'])
  })

  test('the other kind of a photo is the closest in time', () => {
    expect(counterpart(photos, normal)).toBe(thermal)
    expect(counterpart([normal], normal)).toBeUndefined()
  })
})

describe('names of downloads', () => {
  test('say device, local time and kind, and are letters that any system takes', () => {
    expect(fileNameOf(photo('12:00:00'), 'Süd/Wand №1', 'Europe/Amsterdam')).toBe(
      'süd-wand-1_2026-11-21-13-00_normal.jpg',
    )
    expect(fileNameOf(photo('12:00:00', 'infrared'), '../..', 'UTC')).toBe('photo_2026-11-21-12-00_infrared.jpg')
  })
  test('differ, also within a minute', () => {
    expect(uniqueNames(['a.jpg', 'b.jpg', 'a.jpg', 'a.jpg'])).toEqual(['a.jpg', 'b.jpg', 'a-2.jpg', 'a-3.jpg'])
  })
})

describe('drawing', () => {
  const box = { left: 10, top: 20, width: 200, height: 100 }
  test('is kept in shares of the picture, never beside it', () => {
    expect(pointIn(box, 110, 70)).toEqual([0.5, 0.5])
    expect(pointIn(box, 0, 500)).toEqual([0, 1])
  })
  test('a slip of the finger draws nothing', () => {
    expect(
      markOf('arrow', [
        [0.5, 0.5],
        [0.505, 0.5],
      ]),
    ).toBeNull()
    expect(markOf('box', [])).toBeNull()
  })
  test('a ring goes from corner to corner', () => {
    const corners: Point[] = [
      [0.2, 0.2],
      [0.8, 0.6],
    ]
    expect(markOf('ring', corners)).toEqual({ type: 'ring', from: corners[0], to: corners[1] })
  })
  test('an arrow knows where it begins and ends, a line all its way in 500 points', () => {
    expect(
      markOf('arrow', [
        [0, 0],
        [0.2, 0.1],
        [1, 1],
      ]),
    ).toEqual({ type: 'arrow', from: [0, 0], to: [1, 1] })
    const way = Array.from({ length: 1800 }, (_, index): Point => [index / 1800, 0])
    const line = markOf('line', way)
    expect(line?.type === 'line' && line.points.length).toBeLessThanOrEqual(500)
    expect(line?.type === 'line' && line.points.at(-1)).toEqual(way.at(-1))
  })
})
