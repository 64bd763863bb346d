import { describe, expect, test } from 'vitest'
import { angleOf, arc, comfortArc, pointAt, START, SWEEP, spoke, ticksPath } from './dial-geometry.ts'

describe('dial', () => {
  test.each([
    [0, 145],
    [20, 270],
    [40, 395],
  ])('[design §8.2] turns %d on a scale of 0 to 40 to %d degrees', (value, angle) => {
    expect(angleOf(value, 0, 40)).toBe(angle)
  })

  test('[design §8.2] rests a value off the scale at the stop', () => {
    expect(angleOf(-3, 0, 40)).toBe(START)
    expect(angleOf(99, 0, 40)).toBe(START + SWEEP)
  })

  test('rests at the start on a scale without length', () => {
    expect(angleOf(5, 7, 7)).toBe(START)
  })

  test('points straight up in the middle of the scale', () => {
    const [x, y] = pointAt(270, 45)
    expect(x).toBeCloseTo(50)
    expect(y).toBeCloseTo(5)
  })

  test('[design §8.2] draws 41 ticks, five of them long', () => {
    const ticks = ticksPath().split('M').slice(1)
    const lengths = ticks.map(tick => {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = tick.split(/[,L]/).map(Number)
      return Math.hypot(x1 - x2, y1 - y2)
    })
    expect(ticks).toHaveLength(41)
    expect(lengths.filter(length => length > 4)).toHaveLength(5)
  })

  test('takes the long way round for an arc over half a circle', () => {
    expect(arc(145, 395, 40)).toContain('A40 40 0 1 1')
    expect(arc(145, 200, 40)).toContain('A40 40 0 0 1')
  })

  test('draws a spoke from the outer to the inner radius', () => {
    expect(spoke(270, 46, 33)).toBe('M50.00,4.00L50.00,17.00')
  })
})

describe('comfort arc', () => {
  const scale = { min: 0, max: 40 }

  test('[design §8.2] has two green ends between low and high', () => {
    expect(comfortArc(scale, 10, 20)).toEqual({ from: 207.5, to: 270, edges: [207.5, 270] })
  })

  test('begins at the stop and has one end for a quantity that is only bad when high', () => {
    expect(comfortArc(scale, null, 20)).toEqual({ from: 145, to: 270, edges: [270] })
    expect(comfortArc(scale, 0, 20)).toEqual({ from: 145, to: 270, edges: [270] })
  })

  test('is absent without comfort and where comfort lies off the scale', () => {
    expect(comfortArc(scale, null, null)).toBeNull()
    expect(comfortArc(scale, 50, 60)).toBeNull()
  })
})
