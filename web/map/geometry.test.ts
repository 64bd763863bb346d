import { describe, expect, test } from 'vitest'
import { clustersOf, comeApart, metresPerPixel, positionMovedBy, unwrapped } from './geometry.ts'

describe('a pin moved by metres', () => {
  test('[design §9] goes 5 m north and east, wherever it is', () => {
    const at = { lat: 51.29, lon: 5.74 }
    const moved = positionMovedBy(at, 5, 5)
    expect((moved.lat - at.lat) * 111_320).toBeCloseTo(5, 0)
    expect((moved.lon - at.lon) * 111_320 * Math.cos((51.29 * Math.PI) / 180)).toBeCloseTo(5, 0)
  })

  test('stays on the globe', () => {
    expect(positionMovedBy({ lat: 84.99999, lon: 179.999999 }, 5000, 500)).toMatchObject({ lat: 85 })
    expect(positionMovedBy({ lat: 0, lon: 179.999999 }, 0, 500).lon).toBeLessThan(-179)
  })
})

test('a pixel is 156 km on the equator at zoom -1, and halves with each step', () => {
  expect(metresPerPixel(0, 0)).toBeCloseTo(78_272, -2)
  expect(metresPerPixel(0, 1) * 2).toBeCloseTo(metresPerPixel(0, 0))
})

test('[design §8.12] spots that cover each other are one cluster, at the place of the first', () => {
  const spots = [
    { id: 1, x: 0, y: 0 },
    { id: 2, x: 30, y: 10 },
    { id: 3, x: 300, y: 10 },
  ]
  const ids = clustersOf(spots, { x: 60, y: 60 }).map(cluster => cluster.map(({ id }) => id))
  expect(ids).toEqual([[1, 2], [3]])
})

describe('outlines across the 180th meridian', () => {
  test('go on beyond it', () => {
    const ring = [
      [170, 70],
      [179, 66],
      [-175, 65],
      [-179, 68],
      [178, 70],
      [170, 70],
    ]
    expect(unwrapped(ring).map(([lon]) => lon)).toEqual([170, 179, 185, 181, 178, 170])
  })

  test('stay as they are around a pole, and elsewhere', () => {
    const pole = [
      [-180, -80],
      [0, -75],
      [179, -80],
      [-180, -80],
    ]
    expect(unwrapped(pole)).toEqual(pole)
    const barn = [
      [5, 52],
      [6, 52],
      [6, 53],
      [5, 52],
    ]
    expect(unwrapped(barn)).toEqual(barn)
  })
})

test('farms of one yard stand together however near one looks; others come apart', () => {
  const apart = { x: 92, y: 74 }
  const at = { x: 100, y: 100 }
  expect(comeApart([at, { x: 100.5, y: 100.2 }], apart, 16)).toBe(false)
  expect(comeApart([at, at], apart, 2 ** 15)).toBe(false)
  expect(comeApart([at], apart, 2 ** 15)).toBe(false)
  expect(comeApart([at, { x: 110, y: 100 }], apart, 16)).toBe(true)
  expect(comeApart([at, { x: 110, y: 100 }], apart, 1)).toBe(false)
})
