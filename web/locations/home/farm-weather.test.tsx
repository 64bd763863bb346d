import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import type { WeatherNow } from '#shared/contract/places/weather.ts'
import home from '#shared/locales/en/home.json' with { type: 'json' }
import ui from '#shared/locales/en/ui.json' with { type: 'json' }
import { queryClient, queryOf } from '../../kit/api/query.ts'
import FarmWeather from './farm-weather.tsx'

beforeAll(() =>
  i18next
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: { home, ui } }, interpolation: { escapeValue: false } }),
)
afterEach(() => {
  cleanup()
  queryClient.clear()
})

/** Line of farm 1 where the weather is that many minutes old. */
const said = (minutes: number, changed: Partial<WeatherNow> = {}): string => {
  const time = new Date(Date.now() - minutes * 60_000 - 5000).toISOString()
  const weather = { location_id: 1, time, temperature: -0.5, humidity: 81.4, wind_speed: 3.1, ...changed }
  queryClient.setQueryData(queryOf(api.listWeather, {}).queryKey, [weather])
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <FarmWeather locationId={1} />
    </QueryClientProvider>,
  )
  return container.textContent?.replaceAll('\u00a0', ' ') ?? ''
}

test.each<[string, number, Partial<WeatherNow>, string]>([
  ['all of it', 40, {}, 'Weather outside: −0.5 °C · 81 % · wind 3.1 m/s · 40 min ago'],
  ['as far as it is known', 150, { humidity: null, wind_speed: null }, 'Weather outside: −0.5 °C · 2 h ago'],
  ['too old', 181, {}, ''],
  ['of another farm', 40, { location_id: 2 }, ''],
])('the weather of a farm with its age: %s', (_, minutes, changed, sentence) => {
  expect(said(minutes, changed)).toBe(sentence)
})
