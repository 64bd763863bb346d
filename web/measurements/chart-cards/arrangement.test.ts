import { expect, test } from 'vitest'
import { arranged } from './arrangement.ts'
import type { Chart } from './groups.ts'

const charts = ['nh3-0', 'co2-0', 'temperature-0', 'temperature-1', 'light-0'].map(
  id => ({ id, group: { key: id.split('-')[0] } }) as unknown as Chart,
)
const idsOf = (order: string[], hidden: string[]) => {
  const { all, shown, hidden: left } = arranged(charts, { order, hidden })
  expect(all).toHaveLength(charts.length)
  return [shown, left].map(some => some.map(({ id }) => id).join(' '))
}

test('charts stand as they do for everybody where nobody has chosen', () => {
  expect(idsOf([], [])).toEqual(['nh3-0 co2-0 temperature-0 temperature-1 light-0', ''])
})

test('charts that are named come first, the others follow in their order; parts of a group stay together', () => {
  expect(idsOf(['temperature', 'gone', 'co2'], [])).toEqual(['temperature-0 temperature-1 co2-0 nh3-0 light-0', ''])
})

test('charts that are hidden are kept apart', () => {
  expect(idsOf(['light'], ['temperature', 'gone'])).toEqual(['light-0 nh3-0 co2-0', 'temperature-0 temperature-1'])
})
