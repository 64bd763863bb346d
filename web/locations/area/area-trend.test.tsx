import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import locations from '#shared/locales/en/locations.json' with { type: 'json' }
import type { AreaState } from '#shared/rules/locations/area-state.ts'
import { queryClient, queryOf } from '../../kit/api/query.ts'
import { AreaTrend } from './area-trend.tsx'

beforeAll(() =>
  i18next
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: { locations } }, interpolation: { escapeValue: false } }),
)
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const STEP = 300_000
const QUERY = { device_id: 7, measurements: 't', interval: 'day' } as const

/** Arrow of a barn whose temperature changes by so much an hour. */
const drawn = (perHour: number, { stale = false, steps = 30, minutesThere = 600 } = {}) => {
  const last = Math.floor(Date.now() / STEP) * STEP
  const time = Array.from({ length: steps }, (_, index) => last - (steps - 1 - index) * STEP)
  const mean = time.map(at => 25 + (perHour * (at - last)) / 3_600_000)
  const answer = { time, step_seconds: 300, series: { t: { mean, interval_seconds: 60 } } }
  queryClient.setQueryData(queryOf(api.getSeries, { query: QUERY }).queryKey, answer as never)
  const finding = { key: 't', quantity: 'temp_deg_c', decimals: 1, unit: '°C', low: 22, high: 28 }
  const start = new Date(Date.now() - minutesThere * 60_000).toISOString()
  const state = { device: { id: 7, placement: { start } }, stale, finding } as AreaState
  return render(
    <QueryClientProvider client={queryClient}>
      <AreaTrend state={state} />
    </QueryClientProvider>,
  ).container
}

test.each([
  [1.2, 'rising: +1.2 °C in the last hour'],
  [-1.2, 'falling: −1.2 °C in the last hour'],
  [0.1, 'steady: +0.1 °C in the last hour'],
])('an arrow has its words for a screen reader and as a hint: %s an hour', (perHour, said) => {
  const container = drawn(perHour)
  expect(screen.getByText(said)).toBeTruthy()
  expect(container.querySelector('[title]:has(svg)')?.getAttribute('title')?.replace('\u00a0', ' ')).toBe(said)
})

test('an old value, half an hour, and an hour that was partly elsewhere have none, and its room stays', () => {
  for (const container of [drawn(1.2, { stale: true }), drawn(1.2, { steps: 8 }), drawn(1.2, { minutesThere: 30 })]) {
    expect(container.textContent).toBe('')
    expect(container.firstElementChild?.className).toMatch(/trend/)
    queryClient.clear()
  }
})
